// Builds `dist/`, which the published package runs. `npm pack` and `npm publish` call it (`prepack`). A checkout does not need it,
// because it runs the sources.

import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { emitClientDeclarations, emitDeclarations } from './declarations.ts';
import { writeImage, writeImageLicences } from './image.ts';
import { emitJavaScript, emitPackages } from './javascript.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const SOURCES = join(PROJECT, 'src');
const DIST = join(PROJECT, 'dist');

rmSync(DIST, { recursive: true, force: true });
mkdirSync(DIST);
await emitJavaScript(SOURCES, DIST);
await emitPackages(join(PROJECT, 'packages'), join(DIST, 'packages'));
emitDeclarations(join(DIST, 'types'));
emitClientDeclarations(join(DIST, 'types/client'));
await writeImage(DIST);
await writeImageLicences(DIST);
