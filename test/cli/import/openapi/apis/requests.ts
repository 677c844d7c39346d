// Support: the request that a tool sends, and the one that somebody else's client makes of the same document and arguments.

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { TableCredential, TableOperation } from '../../../../../src/cli/import/openapi/table.ts';
import type { Received } from '../../../../control/capabilities/upstream.ts';
import { writeFiles } from '../../../plugin-folder.ts';
import type { Asked } from './client.ts';

export interface Loaded {
  call(args: object, context: { readonly toolName: string }): Promise<unknown>;
  readonly OPERATIONS: Readonly<Record<string, TableOperation>>;
  readonly CREDENTIALS: Readonly<Record<string, TableCredential>>;
}

/** The code of an imported plugin, in this process: placeholders of secrets stay as they are. */
export const loaded = async (folder: string, code: string, name: string): Promise<Loaded> => {
  writeFiles(folder, { [`${name}.mjs`]: `${code}\nexport { OPERATIONS, CREDENTIALS };\n` });
  return (await import(pathToFileURL(join(folder, `${name}.mjs`)).href)) as Loaded;
};

type Args = Readonly<Record<string, unknown>>;

/** The secrets as the client takes them. */
const secretsOf = ({ credentials = [] }: TableOperation, { CREDENTIALS }: Loaded): Record<string, unknown> =>
  Object.fromEntries(
    credentials.map((name) => {
      const one = CREDENTIALS[name] as TableCredential;
      if (one.kind === 'basic') return [name, { username: one.user, password: one.password }];
      if (one.kind === 'client') return [name, { token: { access_token: 'token-1' } }];
      const bearer = one.value.replace(/^Bearer /, '');
      return [name, bearer === one.value ? { value: one.value } : { value: bearer, token: { access_token: bearer } }];
    }),
  );

/** What the client is asked for in place of the tool. */
export const askedOf = (document: object, operation: TableOperation, code: Loaded, args: Args): Asked => {
  const { method, path, parameters, body } = operation;
  const given = parameters.filter(({ argument }) => Object.hasOwn(args, argument));
  const members = body?.members?.filter(({ argument }) => Object.hasOwn(args, argument)) ?? [];
  const value = body?.members
    ? Object.fromEntries(members.map(({ argument, name }) => [name, args[argument]]))
    : args[body?.argument ?? ''];
  return {
    document,
    pathName: path,
    method,
    parameters: Object.fromEntries(given.map((one) => [`${one.in}.${one.name}`, args[one.argument]])),
    ...(body && value !== undefined && { body: value, type: body.type }),
    ...(body?.files && { files: body.files }),
    ...(body?.isBytes && { isBytes: true }),
    secrets: secretsOf(operation, code),
  };
};

/** Escapes in capitals; what both may escape or not is escaped. */
const normal = (text: string): string =>
  text
    .replaceAll(/%[0-9a-f]{2}/gi, (code) => code.toUpperCase())
    .replaceAll(/[|!'()*[\]{}]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

const partsOf = async (body: Buffer, type: string): Promise<unknown> => {
  const form = await new Response(body, { headers: { 'content-type': type } }).formData();
  const parts: unknown[] = [];
  for (const [name, value] of form)
    parts.push([
      name,
      typeof value === 'string' ? value : { file: Buffer.from(await value.arrayBuffer()).toString('base64') },
    ]);
  return parts;
};

const bodyOf = async ({ body }: Received, type: string): Promise<unknown> => {
  if (/[/+]json\b/.test(type)) return JSON.parse(body.toString());
  if (type.startsWith('multipart/form-data')) return partsOf(body, type);
  return type.startsWith('application/x-www-form') ? normal(body.toString()) : body.toString('base64');
};

/** What of a request has to be the same. `headers`: names of those that the document describes. */
export const comparable = async (received: Received, headers: readonly string[]): Promise<object> => {
  const type = received.headers['content-type'] ?? '';
  return {
    method: received.method,
    url: normal(received.url),
    type: received.body.length === 0 ? '' : type.split(';')[0],
    headers: Object.fromEntries(
      ['authorization', ...headers].map((name) => [name, received.headers[name.toLowerCase()] ?? '']),
    ),
    cookie: decodeURIComponent(received.headers.cookie ?? ''),
    body: received.body.length === 0 ? '' : await bodyOf(received, type),
  };
};
