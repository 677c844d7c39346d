// Koa's router, loaded by `require`: its ES module imports `node:http`, which server.ts shows to be slow. Front process.

import { createRequire } from 'node:module';
import type { Router as KoaRouter } from '@koa/router';

const module = createRequire(import.meta.url)('@koa/router') as { readonly Router: typeof KoaRouter };

export const { Router } = module;
