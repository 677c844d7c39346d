// Finds the library modules that validator code requires. They are texts, and run inside the isolate. Runs in a runner.

import { MODULES_NEEDED, VALIDATOR_MODULES } from '../../../shared/protocol/library-modules.ts';
import { libraryText } from './library-text.ts';

/** Small modules that nearly every schema with a limit of a text or a list of values requires. */
export const COMMON_LIBRARY: readonly string[] = ['ajv/dist/runtime/ucs2length'];

/** Name and CommonJS text of each module that this validator code requires. */
export const libraryOf = (validatorCode: string): readonly (readonly [name: string, text: string])[] =>
  VALIDATOR_MODULES.filter((name) => validatorCode.includes(`require("${name}")`))
    .flatMap((name) => [...(MODULES_NEEDED[name] ?? []), name])
    .map((name) => [name, libraryText(name)]);
