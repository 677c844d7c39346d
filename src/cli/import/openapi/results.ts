// What a tool returns: the shape that the document promises, taken loosely, because servers break their own documents.

import type { Operation } from './operations.ts';
import { resolved } from './references.ts';
import { type Schema, SchemaTooLarge, SchemaWriter } from './schemas.ts';
import { isMap, mapIn, memberOf, type Values } from './values.ts';

export interface Result {
  readonly outputSchema: Schema;
  /** True: agents may ask for some members of the answer alone. */
  readonly hasFields: boolean;
  /** True: the header `Link` leads to the next page. */
  readonly isPaged: boolean;
  /** The links of the response: calls that may follow. */
  readonly links: Values;
  /** The response as the document describes it, and its schema, for an example. */
  readonly status: number;
  readonly media: Values | undefined;
}

const LEVELS = [3, 2, 1, 0];
const MOST_BYTES = 6_000;
const JSON_TYPE = /[/+]json\b/i;

/** What the successful response of an operation becomes. `mostBytes`: those of its schema; a longer one has fewer levels. */
export const resultOf = (document: Values, { own, method }: Operation, mostBytes = MOST_BYTES): Result => {
  const [status, response] = successOf(document, mapIn(own, 'responses'));
  const content = mapIn(response, 'content');
  const type = Object.keys(content).find((one) => JSON_TYPE.test(one));
  const media = type === undefined ? undefined : mapIn(content, type);
  const isPaged = Object.keys(mapIn(response, 'headers')).some((name) => name.toLowerCase() === 'link');
  const body = media ? lenient(document, memberOf(media, 'schema'), mostBytes) : {};
  const outputSchema = isPaged
    ? { type: 'object', properties: { result: body, next: { type: 'object' } }, required: ['result'] }
    : body;
  return {
    outputSchema,
    hasFields: method === 'GET' && media !== undefined,
    isPaged,
    links: mapIn(response, 'links'),
    status,
    media,
  };
};

/** The lowest status of success that has content, or else the lowest, or else the default. */
const successOf = (document: Values, responses: Values): readonly [number, Values] => {
  const found = Object.entries(responses)
    .filter(([status]) => /^2(\d\d|XX)$/i.test(status))
    .map(([status, one]) => [Number(status.toUpperCase().replace('XX', '00')), resolved(document, one)] as const)
    .toSorted(([one], [other]) => one - other);
  const full = found.find(([, one]) => Object.keys(mapIn(one, 'content')).length > 0);
  return full ?? found[0] ?? [200, resolved(document, memberOf(responses, 'default'))];
};

const lenient = (document: Values, schema: unknown, mostBytes: number): Schema => {
  if (!isMap(schema)) return {};
  for (const levels of LEVELS) {
    try {
      const written = new SchemaWriter(document, { leftOut: 'writeOnly', isLenient: true, levels }).write(schema);
      if (typeof written === 'object' && JSON.stringify(written).length <= mostBytes) return written;
    } catch (error) {
      if (!(error instanceof SchemaTooLarge)) throw error;
    }
  }
  return {};
};
