// Reads the code that runs inside the isolate, as text. It enters an isolate as a script of its own, never spliced into another.
// Loading this throws where the runner's image was not built.

import { readFileSync } from 'node:fs';

/**
 * Strict, whatever the file says: a sloppy function shows itself to the sloppy functions it calls, as their `caller`, and in
 * call sites. On the first line, so that positions stay. Why: test/attacks/escapes/sloppy-tool-caller.
 */
const read = (name: string): string =>
  `'use strict';${readFileSync(new URL(`../guest/${name}.js`, import.meta.url), 'utf8')}`;

/** The bootstrap: a script whose value is `(send, renew, coarsenTemporal?, lockdown?, ...platform) => enter`. */
export const BOOTSTRAP_CODE: string = read('bootstrap');

/** What makes Temporal's clock coarse: a script whose value is `(now) => void`. */
export const TEMPORAL_CODE: string = read('temporal');

/** What a shared realm renews for every call: a script whose value is `(parts) => reseed`. */
export const RENEWAL_CODE: string = read('renewal');

/** What freezes a realm: a script whose value is `(shared, platform) => isUnchanged`. */
export const LOCKDOWN_CODE: string = read('lockdown');

/** The validators' side: a script whose value is `(modules) => check`. */
export const CHECK_CODE: string = read('check');
