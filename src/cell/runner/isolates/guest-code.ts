// Reads the texts of the scripts that run inside isolates. Each enters an isolate as a script of its own, never as a part of another.
// Loading this module throws if the runner's image was not built. Runs in a runner.

import { readFileSync } from 'node:fs';

/** Always strict, because sloppy functions see their caller. In the first line, so that positions stay. Why: test/attacks/escapes/sloppy-tool-caller. */
const read = (name: string): string =>
  `'use strict';${readFileSync(new URL(`../guest/${name}.js`, import.meta.url), 'utf8')}`;

/** The bootstrap: a script whose value is `(post, renew, coarsenTemporal?, lockdown?, pristine?, ...webGroups) => enter`. */
export const BOOTSTRAP_CODE: string = read('bootstrap');

/** Makes Temporal's clock coarse: a script whose value is `(now) => void`. */
export const TEMPORAL_CODE: string = read('temporal');

/** Replaces what each call must get anew: a script whose value is `(parts) => reseed`. */
export const RENEWAL_CODE: string = read('renewal');

/** Freezes a realm: a script whose value is `(shared, webGlobals, pristine) => void`. */
export const LOCKDOWN_CODE: string = read('lockdown');

/** Matches regular expressions for a frozen realm, in a context beside it: a script whose value is an object of functions. */
export const PRISTINE_CODE: string = read('pristine');

/** Runs validators: a script whose value is `(makeValidators) => { provide, violationsOf }`. */
export const CHECK_CODE: string = read('check');
