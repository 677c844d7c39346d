// `npm start`. Turns the compile cache on before anything else is loaded: with it the second start takes half as long.
// JavaScript, since for TypeScript that is not in the cache yet Node loads a compiler of 35 MB, and keeps it.

import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';

// A folder of this user's own: code found in a shared one might be anybody's.
const cacheFolder = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'toolcell');
const codeFolder = join(cacheFolder, 'code');
enableCompileCache(codeFolder);
// For the threads, which turn it on for themselves.
process.env.NODE_COMPILE_CACHE = codeFolder;
const { serve } = await import('./serve.ts');
const exitCode = await serve(cacheFolder);
if (exitCode !== undefined) process.exitCode = exitCode;
