// `npm start`. Turns the compile cache on before anything else is loaded: with it the second start takes half as long.
// JavaScript, since for TypeScript that is not in the cache yet Node loads a compiler of 35 MB, and keeps it.

import { enableCompileCache } from 'node:module';
import { cacheFolderOf, codeFolderIn } from './cache-folder.js';
import { watchWrapper } from './lifetime/wrapper.js';

const cacheFolder = cacheFolderOf(process.env);
const codeFolder = codeFolderIn(cacheFolder);
if (codeFolder !== undefined) {
  enableCompileCache(codeFolder);
  // For the threads, which turn it on for themselves.
  process.env.NODE_COMPILE_CACHE = codeFolder;
}
const { serve } = await import('./serve.ts');
const exitCode = await serve(cacheFolder, (onGone) => watchWrapper(process.env, onGone));
if (exitCode !== undefined) process.exitCode = exitCode;
