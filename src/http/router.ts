// The router of Koa, in its form for `require`: its other form imports `node:http`, see server.ts for what that costs.

import { createRequire } from 'node:module';
import type { Router as KoaRouter } from '@koa/router';

const module = createRequire(import.meta.url)('@koa/router') as { readonly Router: typeof KoaRouter };

export const { Router } = module;
