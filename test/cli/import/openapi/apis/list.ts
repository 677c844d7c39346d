// Descriptions of APIs that other people wrote. Each is a file of a package in `peers`, so none is part of this repository.

export interface OthersApi {
  /** Name of the plugin. */
  readonly name: string;
  /** Package and path of the file. */
  readonly file: string;
  /** Of the package. */
  readonly licence: string;
  /** `--auth`, if what the document says leads to a server that is not its own. */
  readonly auth?: string;
  /** Operations that the import leaves out, and why, as its notes begin. */
  readonly leftOut?: readonly string[];
  /** Tools that the mock refuses, or cannot answer, for a reason that is the document's or the mock's. */
  readonly excused?: Readonly<Record<string, string>>;
}

const README = '@readme/oas-examples';

/** Swagger 2 without `consumes`. The tool sends JSON. */
const UNTYPED = 'the document does not say of which type the body is, so the mock takes none';
const untyped = (...tools: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(tools.map((tool) => [tool, UNTYPED]));

export const OTHERS_APIS: readonly OthersApi[] = [
  {
    name: 'petstore-2',
    file: `${README}/2.0/json/petstore.json`,
    licence: 'MIT',
    excused: untyped('placeOrder', 'createUser', 'createUsersWithArrayInput', 'createUsersWithListInput', 'updateUser'),
  },
  { name: 'uspto', file: `${README}/3.0/yaml/uspto.yaml`, licence: 'MIT' },
  { name: 'star-trek', file: `${README}/3.0/yaml/star-trek.yaml`, licence: 'MIT' },
  { name: 'train-travel', file: `${README}/3.1/json/train-travel.json`, licence: 'MIT' },
];
