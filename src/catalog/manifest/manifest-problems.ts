// Turns ajv's errors about a manifest into refusals with file, position, JSON pointer, reason and hint. Front process.

import type { ErrorObject } from 'ajv/dist/2020.js';
import type { Refusal } from '../../shared/protocol/program.ts';
import { lineColumn, offsetOf, pointerOf } from '../../shared/text/json-places.ts';
import { nearest } from '../../shared/text/nearest.ts';
import { shown } from '../model/refusal.ts';

export const MANIFEST_FILE = 'plugin.json';

/** Refusals of one manifest; more would not help its author. */
const REPORTED_PROBLEMS = 20;

/** A place in the manifest, as `plugin.json:12:5 /tools/0/name`. */
export const placeOf = (text: string, pointer: string): string =>
  `${MANIFEST_FILE}:${lineColumn(text, offsetOf(text, pointer))}${pointer === '' ? '' : ` ${shown(pointer, 200)}`}`;

const METHOD_HINT = 'use capitals, as in GET; CONNECT, TRACE and TRACK are not allowed';

/** Hints for values that do not match their field's pattern, by the last name in the pointer. */
const PATTERN_HINTS: Readonly<Record<string, string>> = {
  name: 'use letters, digits, - and _, at most 64; the name of a plugin has lower-case letters, digits and - only',
  version: 'use a semantic version such as 1.0.0',
  entry: 'use a path inside the bundle such as index.js or src/index.ts, without .., leading / and hidden folders',
  export: 'use the name of the export, a JavaScript identifier, or default',
  homepage: 'use an address that begins with https://',
  path: 'begin it with / and leave out blanks: /v1/*',
  fetch: 'write a whole address such as https://api.example.com/v1',
  base64: 'write groups of four characters, and pad the last one with =',
  method: METHOD_HINT,
};

const patternHint = (pointer: string): string => {
  if (/^\/capabilities\/(?:secrets|signing)\/\d+\/name$/.test(pointer))
    return 'use capitals, digits and _, the first a capital, at most 64: WEATHER_API_KEY';
  if (/\/methods\/\d+$/.test(pointer)) return METHOD_HINT;
  return PATTERN_HINTS[fieldOf(pointer)] ?? 'remove control characters and text-direction marks';
};

const fieldOf = (pointer: string): string => pointer.slice(pointer.lastIndexOf('/') + 1);

const missingHint = (pointer: string, name: string): string =>
  pointer === '' && name === 'tools'
    ? 'if the entry defines the tools with defineTool, run "toolcell pack" on the folder and put the .tgz in its place; otherwise add "tools"'
    : `add "${name}"`;

const typesOf = (params: ErrorObject['params']): string => [params.type].flat().join(' or ');

const explain = (error: ErrorObject): { reason: string; hint: string } => {
  const { keyword, params, parentSchema, instancePath } = error;
  switch (keyword) {
    case 'additionalProperties': {
      const key = String(params.additionalProperty);
      const known = Object.keys((parentSchema?.properties as object | undefined) ?? {});
      const [near] = nearest(key, known);
      return {
        reason: `unknown key "${shown(key)}"`,
        hint: near ? `did you mean "${near}"?` : `remove it; the keys here are ${known.join(', ')}`,
      };
    }
    case 'required': {
      const name = String(params.missingProperty);
      return { reason: `"${name}" is missing`, hint: missingHint(instancePath, name) };
    }
    case 'type':
      return { reason: `must be ${typesOf(params)}`, hint: `write it as ${typesOf(params)}` };
    case 'pattern':
      return { reason: 'does not have the form of this field', hint: patternHint(instancePath) };
    case 'const': {
      const value = JSON.stringify(params.allowedValue);
      const why = instancePath.endsWith('/inputSchema/type') ? '; the arguments of a call are an object' : '';
      return { reason: `must be ${value}`, hint: `write ${value}${why}` };
    }
    case 'minimum':
      return {
        reason: `must be at least ${params.limit}`,
        hint: 'no limit can be turned off; leave it out for the default',
      };
    case 'enum': {
      const values = params.allowedValues.map((value: unknown) => JSON.stringify(value));
      return { reason: `must be ${values.join(' or ')}`, hint: 'write one of them' };
    }
    case 'false schema':
      return { reason: 'is not allowed together with another key here', hint: 'remove one of the two' };
    case 'oneOf':
      return {
        reason: 'has both "answer" and "error", or neither',
        hint: 'write the host reply in exactly one of them',
      };
    default:
      return { reason: error.message ?? `breaks "${keyword}"`, hint: 'see schemas/plugin.schema.json' };
  }
};

/** Pointer to the value at fault. For an unknown key, ajv names only the object around it. */
const pointerOfError = (error: ErrorObject): string =>
  error.keyword === 'additionalProperties'
    ? `${error.instancePath}${pointerOf([String(error.params.additionalProperty)])}`
    : error.instancePath;

/** Refusals for ajv's errors, in their order, at most 20. */
export const refusalsOf = (errors: readonly ErrorObject[], text: string): readonly Refusal[] =>
  errors
    .filter(({ keyword, schemaPath }) => keyword !== 'if' && !/\/oneOf\/\d+\//.test(schemaPath))
    .slice(0, REPORTED_PROBLEMS)
    .map((error) => ({ where: placeOf(text, pointerOfError(error)), ...explain(error) }));
