// Reads the text of a library module. In the runner's image another module takes its place and holds the texts itself, because a
// runner sees no node_modules folder (src/control/launch/image/modules.ts).

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** The CommonJS text of a module of src/shared/protocol/library-modules.ts. Throws if it is not installed. */
export const libraryText = (name: string): string => readFileSync(require.resolve(name), 'utf8');
