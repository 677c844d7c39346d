// The library modules that validator code may ask for, by the name it asks with. They are text, and run inside the isolate.

import { MODULES_NEEDED, VALIDATOR_MODULES } from '../../protocol/library-modules.ts';
import { libraryText } from './library-text.ts';

export { libraryText };

/** Small, and asked for by nearly every schema that bounds a text or lists values. */
export const COMMON_LIBRARY: readonly string[] = ['ajv/dist/runtime/ucs2length'];

/** Name and CommonJS text of each module that this validator code asks for. */
export const libraryOf = (validatorCode: string): readonly (readonly [name: string, text: string])[] =>
  VALIDATOR_MODULES.filter((name) => validatorCode.includes(`require("${name}")`))
    .flatMap((name) => [...(MODULES_NEEDED[name] ?? []), name])
    .map((name) => [name, libraryText(name)]);

/** What validators check with that regular expressions have a part in. */
const REG_EXP_USE = /RegExp|\.(?:test|exec|match|replace|split|search)\(|require\("ajv-formats\//;

/** True where a bent `RegExp.prototype` could change what these validators say. The other modules offered compare and count. */
export const usesRegExp = (validatorCode: string): boolean => REG_EXP_USE.test(validatorCode);
