// The keywords of JSON Schema 2020-12 that the server supports. Any process.

import { SUBSCHEMAS } from '../../shared/protocol/schema-walk.ts';

/** Keywords that hold no schema, and annotations that schema generators write. */
const PLAIN = [
  '$schema $ref $anchor $comment type enum const multipleOf maximum exclusiveMaximum minimum exclusiveMinimum',
  'maxLength minLength pattern maxItems minItems uniqueItems maxContains minContains maxProperties minProperties',
  'required dependentRequired title description default deprecated readOnly writeOnly examples format',
  'contentEncoding contentMediaType example nullable',
].flatMap((words) => words.split(' '));

export const KNOWN_KEYWORDS: ReadonlySet<string> = new Set([...PLAIN, ...SUBSCHEMAS.keys()]);

/** Refused keyword → the hint. */
export const REFUSED_KEYWORDS: ReadonlyMap<string, string> = new Map([
  ['$id', 'remove it: a schema can refer only to its own parts, with #/$defs/…'],
  ['id', 'remove it: a schema can refer only to its own parts, with #/$defs/…'],
  ['$dynamicRef', 'use $ref'],
  ['$dynamicAnchor', 'use $anchor or $defs'],
  ['$recursiveRef', 'use $ref'],
  ['$recursiveAnchor', 'use $anchor or $defs'],
  ['$vocabulary', 'remove it: it belongs to meta-schemas'],
  ['$async', 'remove it: checks are synchronous'],
  ['$data', 'write the value itself'],
  ['additionalItems', 'use prefixItems for the first elements and items for the rest'],
]);

export const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/** The formats that the server checks. Others are refused, because callers would rely on a check that never happens. */
export const FORMATS: ReadonlySet<string> = new Set(
  [
    'date time date-time iso-time iso-date-time duration uri uri-reference uri-template url email hostname ipv4 ipv6',
    'regex uuid json-pointer json-pointer-uri-fragment relative-json-pointer byte int32 int64 float double password binary',
  ].flatMap((words) => words.split(' ')),
);
