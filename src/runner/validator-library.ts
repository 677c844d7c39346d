// The library modules that validator code may ask for, by the name it asks with. Read as text, and run inside the isolate.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

const OFFERED: readonly string[] = [
  'ajv/dist/runtime/ucs2length',
  'ajv/dist/runtime/equal',
  'ajv/dist/runtime/validation_error',
  'ajv-formats/dist/formats',
];

/** What a library module asks for in its turn. */
const NEEDED: Readonly<Record<string, readonly string[]>> = { 'ajv/dist/runtime/equal': ['fast-deep-equal'] };

/** Name and CommonJS text of each module that this validator code asks for. */
export const libraryOf = (validatorCode: string): readonly (readonly [name: string, text: string])[] =>
  OFFERED.filter((name) => validatorCode.includes(`require("${name}")`))
    .flatMap((name) => [...(NEEDED[name] ?? []), name])
    .map((name) => [name, readFileSync(require.resolve(name), 'utf8')]);

/** What validators check with that regular expressions have a part in. */
const REG_EXP_USE = /RegExp|\.(?:test|exec|match|replace|split|search)\(|require\("ajv-formats\//;

/** True where a bent `RegExp.prototype` could change what these validators say. The other modules offered compare and count. */
export const usesRegExp = (validatorCode: string): boolean => REG_EXP_USE.test(validatorCode);
