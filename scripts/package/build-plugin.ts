// Builds `packages/plugin/dist`, the content of `@toolcell/plugin`.

import { fileURLToPath } from 'node:url';
import { buildPlugin } from './plugin.ts';

await buildPlugin(fileURLToPath(new URL('../../packages/plugin/dist', import.meta.url)));
