// An example for a tool: a call with the document's own values, and the reply that the host gives in place of the API. "toolcell test" runs it.

import type { ManifestJson, ToolEffect, ToolExample } from '../../../../packages/plugin/src/manifest.ts';
import { newAjvWithFormats } from '../../../catalog/manifest/ajv.ts';
import { FIELDS_ARGUMENT } from './arguments.ts';
import type { Operation } from './operations.ts';
import { resolved } from './references.ts';
import type { Result } from './results.ts';
import type { Runtime } from './runtime.ts';
import { ownExample, sampleOf } from './samples.ts';
import type { Schema } from './schemas.ts';
import type { Credential } from './security.ts';
import type { TableOperation } from './table.ts';
import { isMap, listIn, mapIn, memberOf, type Values } from './values.ts';

const MOST_BYTES = 3_000;

export interface ExampleParts {
  readonly document: Values;
  readonly operation: Operation;
  readonly table: TableOperation;
  readonly inputSchema: Schema;
  readonly result: Result;
  readonly credentials: readonly Credential[];
}

/** An example whose arguments and result fit the tool's schemas; undefined if none could be made. */
export const exampleOf = async (parts: ExampleParts, runtime: Runtime): Promise<ToolExample | undefined> => {
  const { inputSchema, result, table, credentials } = parts;
  const args = argumentsIn(parts).find((one) => fits(inputSchema, one));
  if (args === undefined) return undefined;
  const answer = answerOf(parts);
  try {
    const { url, method } = runtime.requestOf(table, args);
    const body = answer === undefined ? null : JSON.stringify(answer);
    const headers = { 'content-type': 'application/json' };
    const value = await runtime.resultOf(
      table,
      new Response(body, { status: answer === undefined ? 204 : 200, headers }),
      args,
    );
    if (!fits(result.outputSchema, value)) return undefined;
    const example: ToolExample = {
      arguments: args as { readonly [name: string]: ManifestJson },
      result: value as ManifestJson,
      effects: [
        ...tokenEffects(credentials),
        {
          fetch: withKeys(new URL(url).href, credentials),
          ...(method !== 'GET' && { method }),
          answer: answer === undefined ? { status: 204 } : { json: answer as ManifestJson },
        },
      ],
    };
    return JSON.stringify(example).length <= MOST_BYTES ? example : undefined;
  } catch {
    // The document's own values do not fit its own operation.
    return undefined;
  }
};

/** As the runner checks arguments and results, with formats. */
const fits = (schema: Schema, value: unknown): boolean => {
  try {
    return newAjvWithFormats().validate(schema, value) === true;
  } catch {
    return false;
  }
};

/** Arguments that might fit: with the document's examples, then those that its schemas need alone. */
const argumentsIn = ({ document, operation, table, inputSchema }: ExampleParts): readonly Values[] => {
  const told = new Map<string, unknown>();
  for (const { argument, name, in: place } of table.parameters) {
    const parameter = operation.parameters.find((one) => one.name === name && one.in === place);
    const own =
      ownExample(document, parameter) ?? ownExample(document, resolved(document, memberOf(parameter, 'schema')));
    if (own !== undefined) told.set(argument, own);
  }
  const { body } = table;
  const request = mapIn(resolved(document, memberOf(operation.own, 'requestBody')), 'content');
  const media = Object.entries(request).find(([type]) => body && type.toLowerCase().startsWith(body.type))?.[1];
  const whole = ownExample(document, media) ?? ownExample(document, resolved(document, memberOf(media, 'schema')));
  if (body?.argument !== undefined && whole !== undefined) told.set(body.argument, whole);
  for (const { argument, name } of body?.members ?? [])
    if (isMap(whole) && Object.hasOwn(whole, name)) told.set(argument, whole[name]);
  const properties = mapIn(inputSchema, 'properties');
  const required = listIn(inputSchema, 'required').map(String);
  const made = (names: readonly string[], hasOptional: boolean, isTold: boolean): Values =>
    Object.fromEntries(
      names
        .filter((name) => name !== FIELDS_ARGUMENT)
        .map((name) => [
          name,
          isTold && told.has(name) ? told.get(name) : sampleOf(inputSchema, properties[name], hasOptional),
        ]),
    );
  const toldNames = [...new Set([...required, ...told.keys()])];
  return [
    made(toldNames, true, true),
    made(required, true, true),
    made(required, false, false),
    made(required, true, false),
  ];
};

/** What the API answers: the document's example or one made from its schema; undefined if it answers without a body. */
const answerOf = ({ document, result: { media } }: ExampleParts): unknown => {
  if (media === undefined) return undefined;
  const own = ownExample(document, media);
  if (own !== undefined && JSON.stringify(own).length <= MOST_BYTES / 3) return own;
  const made = sampleOf(document, memberOf(media, 'schema'));
  return JSON.stringify(made).length <= MOST_BYTES / 3 ? made : sampleOf(document, memberOf(media, 'schema'), false);
};

const withKeys = (url: string, credentials: readonly Credential[]): string =>
  credentials.reduce(
    (address, { entry }) =>
      entry.kind === 'key' && entry.in === 'query'
        ? `${address}${address.includes('?') ? '&' : '?'}${encodeURIComponent(entry.name)}=${entry.value}`
        : address,
    url,
  );

const tokenEffects = (credentials: readonly Credential[]): readonly ToolEffect[] =>
  credentials.flatMap(({ entry }) =>
    entry.kind === 'client'
      ? [{ fetch: entry.tokenUrl, method: 'POST', answer: { json: { access_token: 'token-of-the-example' } } }]
      : [],
  );
