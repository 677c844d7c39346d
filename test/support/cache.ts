// Gives all tests of this checkout and user one cache: the runner's image, programs that were tried out before, and compiled code.
// The keys contain the image's digest, so that nothing is found after a change of the runner, guest, protocol or text.
// TOOLCELL_TEST_COLD=1 turns all caches off.

import { createHash } from 'node:crypto';
import { accessSync, constants, mkdirSync } from 'node:fs';
import { homedir, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { MACHINE_TMPDIR } from './leftovers.ts';

const CHECKOUT = join(import.meta.dirname, '../..');
const FOLDER_MODE = 0o700;

/** True if the tests run without caches. */
export const IS_COLD = process.env.TOOLCELL_TEST_COLD === '1';

const canMake = (folder: string): boolean => {
  try {
    mkdirSync(folder, { recursive: true, mode: FOLDER_MODE });
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
};

/** The cache folder: below the user's cache folder, or below the temporary one if the user has no home. */
const placeOf = (checkout: string): string | undefined => {
  const name = createHash('sha256').update(checkout).digest('hex').slice(0, 16);
  const places = [
    process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'),
    join(process.env[MACHINE_TMPDIR] ?? tmpdir(), `toolcell-${userInfo().uid}`),
  ];
  return places.map((place) => join(place, 'toolcell-tests', name)).find(canMake);
};

/** `XDG_CACHE_HOME` for commands and servers that a test starts; undefined without caches. */
export const CACHE_HOME: string | undefined = IS_COLD ? undefined : placeOf(CHECKOUT);

/** Options with the `cacheFolder` that a process with {@link CACHE_HOME} uses. Spread it into the options of a host or a command line. */
export const SHARED_CACHE: { readonly cacheFolder?: string } =
  CACHE_HOME === undefined ? {} : { cacheFolder: join(CACHE_HOME, 'toolcell') };

/** Environment variables of a process that shall use the cache. */
export const CACHE_ENV: Readonly<Record<string, string>> =
  CACHE_HOME === undefined
    ? {}
    : { XDG_CACHE_HOME: CACHE_HOME, NODE_COMPILE_CACHE: join(CACHE_HOME, 'toolcell', 'code') };
