// Builds `packages/plugin/dist`, what `@toolcell/plugin` consists of.

import { fileURLToPath } from 'node:url';
import { buildPlugin } from './plugin.ts';

await buildPlugin(fileURLToPath(new URL('../../packages/plugin/dist', import.meta.url)));
