// mocha loads it before all tests, in each of its processes. Keeps compiled code for the next run, and leaves nothing else behind.

import { enableCompileCache } from 'node:module';
import { CACHE_ENV } from './cache.ts';
import { useOwnTemporaryFolder } from './leftovers.ts';

useOwnTemporaryFolder();

if (CACHE_ENV.NODE_COMPILE_CACHE !== undefined) {
  enableCompileCache(CACHE_ENV.NODE_COMPILE_CACHE);
  // For broker threads and processes that inherit the environment.
  process.env.NODE_COMPILE_CACHE = CACHE_ENV.NODE_COMPILE_CACHE;
}
