// Reads the code that runs inside the isolate, as text. It enters an isolate as a script of its own, never spliced into another.

import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';

/**
 * Strict, whatever the file says: a sloppy function shows itself to the sloppy functions it calls, as their `caller`, and in
 * call sites. On the first line, so that positions stay. Why: test/attacks/escapes/sloppy-tool-caller.
 */
const read = (name: string): string =>
  `'use strict';${stripTypeScriptTypes(readFileSync(new URL(`../guest/${name}`, import.meta.url), 'utf8'))}`;

/** The bootstrap: a script whose value is `(send) => enter`. */
export const BOOTSTRAP_CODE: string = read('bootstrap.ts');

/** The validators' side: a script whose value is `(modules) => check`. */
export const CHECK_CODE: string = read('check.ts');

/** What freezes a realm: a script whose value is `() => isUnchanged`. */
export const LOCKDOWN_CODE: string = read('lockdown.ts');
