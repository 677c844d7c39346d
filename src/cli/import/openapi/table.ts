// The table of operations that goes into the plugin. src/cli/templates/openapi/ has the code that reads it.

/** Where an argument goes in the request. Members that have their usual value are left out. */
export interface TableParameter {
  readonly argument: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly name: string;
  readonly style?: string;
  readonly explode?: boolean;
  /** True: the value is written as JSON. */
  readonly isJson?: true;
  readonly allowReserved?: true;
  /** True: the argument is a number. Only of a query whose next page is in a header. */
  readonly isNumber?: true;
}

/** How the arguments become a body: one argument, or several that are its members. */
export interface TableBody {
  readonly type: string;
  readonly argument?: string;
  readonly members?: readonly { readonly argument: string; readonly name: string }[];
  readonly isRequired?: true;
  /** Members that are files. */
  readonly files?: readonly string[];
  /** How a form writes a member, if not as usual. */
  readonly styles?: Readonly<Record<string, { readonly style?: string; readonly explode?: boolean }>>;
  /** The content type of a part. */
  readonly types?: Readonly<Record<string, string>>;
  /** True: the argument is base64, and its bytes are the body. */
  readonly isBytes?: true;
}

export interface TableOperation {
  readonly method: string;
  /** Origin and path of the server. */
  readonly server: string;
  readonly path: string;
  readonly parameters: readonly TableParameter[];
  readonly body?: TableBody;
  /** Names in {@link TableCredential}. */
  readonly credentials?: readonly string[];
  /** True: the next page is in a header of the reply. */
  readonly isPaged?: true;
}

/** Placeholders of secrets, and where they go. */
export type TableCredential =
  | { readonly kind: 'key'; readonly in: 'header' | 'query' | 'cookie'; readonly name: string; readonly value: string }
  | { readonly kind: 'basic'; readonly user: string; readonly password: string }
  | {
      readonly kind: 'client';
      readonly tokenUrl: string;
      readonly scope: string;
      readonly user: string;
      readonly password: string;
    };

export interface Table {
  readonly operations: Readonly<Record<string, TableOperation>>;
  readonly credentials: Readonly<Record<string, TableCredential>>;
}

const WIDTH = 110;

const literal = (value: unknown, indent: string): string => {
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return String(value);
  const isList = Array.isArray(value);
  const parts = isList
    ? value.map((one) => literal(one, `${indent}  `))
    : Object.entries(value).map(([name, one]) => `${keyText(name)}: ${literal(one, `${indent}  `)}`);
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  if (parts.length === 0) return open + close;
  const flat = isList ? `[${parts.join(', ')}]` : `{ ${parts.join(', ')} }`;
  if (flat.length + indent.length <= WIDTH && !flat.includes('\n')) return flat;
  return `${open}\n${parts.map((part) => `${indent}  ${part},\n`).join('')}${indent}${close}`;
};

const keyText = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name));

/** A string literal. Nothing of the document can end it. */
const quoted = (text: string): string =>
  `'${JSON.stringify(text)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replaceAll("'", "\\'")
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')}'`;

/** The table as the first part of the plugin's module. */
export const tableText = ({
  operations,
  credentials,
}: Table): string => `// Written by "toolcell import openapi" from the description of an API. First the table of its operations, one for each tool; then the code that reads it.

/** Placeholders of secrets, and where a request has them. */
const CREDENTIALS = ${literal(credentials, '')};

/** Name of the tool → how its arguments become a request. */
const OPERATIONS = ${literal(operations, '')};
`;
