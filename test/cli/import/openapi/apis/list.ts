// Descriptions of APIs that other people wrote. Each is a file of a package in `peers`, so none is part of this repository.

export interface OthersApi {
  /** Name of the plugin. */
  readonly name: string;
  /** Package and path of the file. */
  readonly file: string;
  /** Of the package. */
  readonly licence: string;
  /** True: it is split into files that refer to each other, by Redocly's command, before it is imported. */
  readonly isSplit?: true;
  /** Operations that the import leaves out: how its notes begin. */
  readonly leftOut?: readonly string[];
  /** Tools that the mock refuses, or cannot answer, and the reason, which is the document's or the mock's. */
  readonly excused?: Readonly<Record<string, string>>;
}

const README = '@readme/oas-examples';
const MIT = { licence: 'MIT' } as const;

const excused = (reason: string, ...tools: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(tools.map((tool) => [tool, reason]));

/** Swagger 2 without `consumes`. The tool sends JSON. */
const UNTYPED = 'the document does not say of which type the body is, so the mock takes none';
const OTHER_SERVER = 'a token comes from another server, which is not there';
const OWN_EXAMPLE = "the document's own example is not what its schema says, so the result is refused";
const IMPOSSIBLE = 'no value fits the schema, which is there to try that';

export const OTHERS_APIS: readonly OthersApi[] = [
  {
    name: 'petstore-2',
    file: `${README}/2.0/json/petstore.json`,
    ...MIT,
    excused: excused(
      UNTYPED,
      ...['placeOrder', 'createUser', 'createUsersWithArrayInput', 'createUsersWithListInput', 'updateUser'],
    ),
  },
  { name: 'petstore-expanded-2', file: `${README}/2.0/yaml/petstore-expanded.yaml`, ...MIT },
  { name: 'petstore-simple-2', file: `${README}/2.0/json/petstore-simple.json`, ...MIT },
  { name: 'api-with-examples-2', file: `${README}/2.0/yaml/api-with-examples.yaml`, ...MIT },
  {
    name: 'okta',
    file: '@okta/openapi/dist/spec.yaml',
    licence: 'Apache-2.0',
    leftOut: [
      'POST /api/v1/users/{userId}/lifecycle/expire_password?tempPassword=false',
      'POST /api/v1/users/{userId}/lifecycle/expire_password?tempPassword=true',
    ],
  },
  { name: 'petstore-3', file: `${README}/3.0/json/petstore.json`, ...MIT },
  { name: 'uspto', file: `${README}/3.0/yaml/uspto.yaml`, ...MIT },
  { name: 'uspto-split', file: `${README}/3.0/json/uspto.json`, ...MIT, isSplit: true },
  { name: 'star-trek', file: `${README}/3.0/yaml/star-trek.yaml`, ...MIT },
  {
    name: 'blockfrost',
    file: '@blockfrost/openapi/openapi.yaml',
    ...MIT,
    excused: excused(OWN_EXAMPLE, 'get_pools_extended', 'get_utils_addresses_xpub_xpub_role_index'),
  },
  {
    name: 'dialogporten',
    file: '@digdir/dialogporten-schema/swagger.verified.json',
    licence: 'ISC',
    excused: excused(
      'the mock does not read lists in a query that may be null',
      'V1EndUserDialogsQueriesSearch_Dialog',
      'V1EndUserServiceResourcesSearch_AuthorizedServiceResources',
      'V1ServiceOwnerDialogsQueriesSearchEndUserContext_DialogEndUserCo',
    ),
  },
  { name: 'link-example', file: `${README}/3.0/yaml/link-example.yaml`, ...MIT },
  { name: 'callbacks', file: `${README}/3.0/json/callbacks.json`, ...MIT },
  { name: 'complex-nesting', file: `${README}/3.0/yaml/complex-nesting.yaml`, ...MIT },
  {
    name: 'polymorphism',
    file: `${README}/3.0/json/polymorphism.json`,
    ...MIT,
    excused: excused(
      'what fits one of its alternatives fits the other ones, too, and the mock takes only one',
      'post_one_of_complex',
    ),
  },
  { name: 'form-data', file: `${README}/3.0/json/form-data.json`, ...MIT },
  {
    name: 'schema-types',
    file: `${README}/3.0/yaml/schema-types.yaml`,
    ...MIT,
    excused: excused(IMPOSSIBLE, 'quirks_entirelyIncompatibleAllOf', 'quirks_partiallyUsableIncompatibleAllOf'),
  },
  {
    name: 'security',
    file: `${README}/3.0/json/security.json`,
    ...MIT,
    excused: excused(OTHER_SERVER, 'put_anything_oauth2', 'post_anything_oauth2'),
  },
  { name: 'train-travel', file: `${README}/3.1/json/train-travel.json`, ...MIT },
  { name: 'train-travel-split', file: `${README}/3.1/yaml/train-travel.yaml`, ...MIT, isSplit: true },
  { name: 'notion', file: '@notionhq/notion-mcp-server/scripts/notion-openapi.json', ...MIT },
  {
    name: 'galaxy',
    file: '@scalar/galaxy/dist/3.1.yaml',
    ...MIT,
    excused: excused('the mock asks for a member that only answers have', 'createCelestialBody'),
  },
  {
    name: 'rclone',
    file: 'rclone-openapi/openapi.yaml',
    ...MIT,
    excused: excused('it has a list of objects in a query, for which the standard has no form', 'jobBatch'),
  },
  {
    name: 'figma',
    file: '@figma/rest-api-spec/openapi/openapi.yaml',
    ...MIT,
    excused: excused('its schema is so large that inner levels may be anything', 'postVariables'),
  },
  {
    name: 'readme',
    file: `${README}/3.1/json/readme.json`,
    ...MIT,
    excused: excused('the mock checks the header Accept, which is no argument by the standard', 'askOwlbot'),
  },
  {
    name: 'schema-types-31',
    file: `${README}/3.1/yaml/schema-types.yaml`,
    ...MIT,
    excused: excused(IMPOSSIBLE, 'quirks_entirelyIncompatibleAllOf', 'quirks_partiallyUsableIncompatibleAllOf'),
  },
];
