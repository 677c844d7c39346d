// What ajv says about a manifest, in words an operator can act on: file, position, JSON pointer, reason, hint. Front process.

import type { ErrorObject } from 'ajv/dist/2020.js';
import { nearest } from '../../config/nearest.ts';
import type { Refusal } from '../../protocol/program.ts';
import { shown } from '../model/refusal.ts';
import { lineColumn, offsetOf } from './json-text.ts';

export const MANIFEST_FILE = 'plugin.json';

/** More problems than this in one bundle tell nothing new. */
const REPORTED_PROBLEMS = 20;

/** A place in the manifest as an operator finds it: `plugin.json:12:5 /tools/0/name`. */
export const placeOf = (text: string, pointer: string): string =>
  `${MANIFEST_FILE}:${lineColumn(text, offsetOf(text, pointer))}${pointer === '' ? '' : ` ${shown(pointer, 200)}`}`;

const METHOD_HINT = 'use capitals, as in GET; CONNECT, TRACE and TRACK are for nobody';

/** What to write instead where a pattern was missed, by the last name on the pointer. */
const PATTERN_HINTS: Readonly<Record<string, string>> = {
  name: 'use letters, digits, - and _, at most 64; the name of a plugin has small letters, digits and - only',
  version: 'use a semantic version such as 1.0.0',
  entry: 'use a path inside the bundle such as index.js or src/index.ts: no .., no leading /, no hidden folder',
  export: "use the export's name as JavaScript writes it, or default",
  homepage: 'use an address that begins with https://',
  path: 'begin it with / and write it as addresses do, without blanks: /v1/*',
  fetch: 'write a whole address such as https://api.example.com/v1',
  base64: 'write whole groups of four characters, the last filled up with =',
  method: METHOD_HINT,
};

/** The hint for a pattern that a value at this pointer missed. */
const patternHint = (pointer: string): string => {
  if (/^\/capabilities\/secrets\/\d+\/name$/.test(pointer))
    return 'use capitals, digits and _, the first a capital, at most 64: WEATHER_API_KEY';
  if (/\/methods\/\d+$/.test(pointer)) return METHOD_HINT;
  return PATTERN_HINTS[fieldOf(pointer)] ?? 'remove control characters and text-direction marks';
};

const fieldOf = (pointer: string): string => pointer.slice(pointer.lastIndexOf('/') + 1);

const missingHint = (pointer: string, name: string): string =>
  pointer === '' && name === 'tools'
    ? 'if the entry defines the tools with defineTool, run "toolcell pack" on the folder and put the .tgz in its place; else add "tools"'
    : `add "${name}"`;

const typeReason = (error: ErrorObject): string => `must be ${[error.params.type].flat().join(' or ')}`;

/** Reason and hint of one violation; the words of ajv where there are no better ones. */
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
    case 'required':
      return {
        reason: `"${params.missingProperty}" is missing`,
        hint: missingHint(instancePath, String(params.missingProperty)),
      };
    case 'type':
      return { reason: typeReason(error), hint: `write it as ${[params.type].flat().join(' or ')}` };
    case 'pattern':
      return {
        reason: 'is not of the form this field has',
        hint: patternHint(instancePath),
      };
    case 'const':
      return {
        reason: `must be ${JSON.stringify(params.allowedValue)}`,
        hint: `write ${JSON.stringify(params.allowedValue)}${instancePath.endsWith('/inputSchema/type') ? '; the arguments of a call are one object' : ''}`,
      };
    case 'minimum':
      return {
        reason: `must be at least ${params.limit}`,
        hint: "a limit cannot be turned off; leave it out to get the operator's",
      };
    case 'enum':
      return {
        reason: `must be ${params.allowedValues.map((value: unknown) => JSON.stringify(value)).join(' or ')}`,
        hint: 'write one of them',
      };
    case 'false schema':
      return { reason: 'does not belong beside what else stands here', hint: 'remove it, or the other' };
    case 'oneOf':
      return { reason: 'has both "answer" and "error", or neither', hint: 'say what the host answers, in one of them' };
    default:
      return {
        reason: error.message ?? `breaks "${keyword}"`,
        hint: 'see schemas/plugin.schema.json for what may stand here',
      };
  }
};

/** Pointer to the key that is at fault, where the fault is a key that should not be there. */
const pointerOfError = (error: ErrorObject): string =>
  error.keyword === 'additionalProperties'
    ? `${error.instancePath}/${String(error.params.additionalProperty).replaceAll('~', '~0').replaceAll('/', '~1')}`
    : error.instancePath;

/** Violations as refusals, in the order found, at most 20. */
export const refusalsOf = (errors: readonly ErrorObject[], text: string): readonly Refusal[] =>
  errors
    .filter(({ keyword, schemaPath }) => keyword !== 'if' && !/\/oneOf\/\d+\//.test(schemaPath))
    .slice(0, REPORTED_PROBLEMS)
    .map((error) => ({ where: placeOf(text, pointerOfError(error)), ...explain(error) }));
