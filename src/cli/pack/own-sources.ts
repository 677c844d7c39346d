// Locates Toolcell's own sources that become part of an author's bundle, or are checked with it. They are read as TypeScript in the published package too,
// so that the same plugin gives the same bytes wherever it is packed.

import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of the SDK's sources, which an author's types refer to. */
export const SDK_FOLDER = fileURLToPath(new URL('../../../packages/plugin/src/', import.meta.url));
const OWN_FOLDER = fileURLToPath(new URL('./', import.meta.url));
/** Sources that become part of imported servers. */
const IMPORTED_FOLDER = fileURLToPath(new URL('../import/npm/guest/', import.meta.url));
/** Sources of the sandbox that modules of Node are made of, too. */
const GUEST_FOLDER = fileURLToPath(new URL('../../cell/guest/web/', import.meta.url));
const SDK = join(SDK_FOLDER, 'plugin.ts');
/** Those that contain more than types and names. */
const SDK_CODE = ['content-blocks.ts', 'define-content-tool.ts', 'define-tool.ts'].map((name) =>
  join(SDK_FOLDER, name),
);

/** The SDK's import names → this release's SDK, so that an author's folder needs no install before packing. */
export const SDK_ALIASES: Readonly<Record<string, string>> = { '@toolcell/plugin': SDK, 'toolcell/plugin': SDK };

/** Compiler settings for an author's folder, with the globals of tools. */
export const SDK_PRESET = join(SDK_FOLDER, 'tsconfig.json');

/** The source of a global object that a library may write to. */
export const OWN_GLOBAL = join(OWN_FOLDER, 'own-global.ts');

/** The source of `Function` for libraries that compile code which reads their names on the global object. */
export const OWN_FUNCTION = join(OWN_FOLDER, 'own-function.ts');

/** True for an absolute path of one of Toolcell's own sources. */
export const isOwnSource = (path: string): boolean =>
  [SDK_FOLDER, OWN_FOLDER, IMPORTED_FOLDER, GUEST_FOLDER].some((folder) => path.startsWith(folder));

/** True if a bundle that was built in `folder` contains the SDK. */
export const usesSdk = (inputs: object, folder: string): boolean =>
  Object.keys(inputs).some((path) => SDK_CODE.includes(resolve(folder, path)));
