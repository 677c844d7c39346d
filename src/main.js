// `npm start`, the front process. Turns the compile cache on before anything else is loaded, so that the second start takes half as long.
// JavaScript, because for TypeScript that is not cached yet Node loads a compiler of 35 MB and keeps it.

import { enableCompileCache } from 'node:module';
import { cacheFolderOf, codeFolderIn } from './shared/lifetime/cache-folder.js';
import { watchWrapper } from './shared/lifetime/wrapper.js';

const cacheFolder = cacheFolderOf(process.env);
const codeFolder = codeFolderIn(cacheFolder);
if (codeFolder !== undefined) {
  enableCompileCache(codeFolder);
  // Threads turn the cache on by this variable.
  process.env.NODE_COMPILE_CACHE = codeFolder;
}
const { serve } = await import('./server/serve.ts');
const exitCode = await serve(cacheFolder, (onGone) => watchWrapper(process.env, onGone));
if (exitCode !== undefined) process.exitCode = exitCode;
