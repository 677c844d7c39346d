// `npm start`. Turns the compile cache on before anything else is loaded: with it the second start takes half as long.

import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';

// A folder of this user's own: code found in a shared one might be anybody's.
const cacheFolder = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'toolcell');
enableCompileCache(join(cacheFolder, 'code'));
const { serve } = await import('./serve.ts');
const exitCode = await serve(join(cacheFolder, 'programs'));
if (exitCode !== undefined) process.exitCode = exitCode;
