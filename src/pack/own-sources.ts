// Toolcell's own sources that become part of an author's bundle, or are checked with it. They are read as TypeScript, also in the published package: the
// same plugin then gives the same bytes wherever it is packed.

import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The SDK's sources, which an author's types refer to. */
export const SDK_FOLDER = fileURLToPath(new URL('../sdk/', import.meta.url));
const OWN_FOLDER = fileURLToPath(new URL('./', import.meta.url));
const SDK = join(SDK_FOLDER, 'plugin.ts');
const DEFINE_TOOL = join(SDK_FOLDER, 'define-tool.ts');

/** The names by which authors import the SDK, with the SDK of this release: an author's folder needs no install to be packed. */
export const SDK_ALIASES: Readonly<Record<string, string>> = { '@toolcell/plugin': SDK, 'toolcell/plugin': SDK };

/** Compiler settings for an author's folder, with the globals of tools. */
export const SDK_PRESET = join(SDK_FOLDER, 'tsconfig.json');

/** A global object that a library may write to. */
export const OWN_GLOBAL = join(OWN_FOLDER, 'own-global.ts');

/** What a library finds in place of `setImmediate`. */
export const OWN_IMMEDIATE = join(OWN_FOLDER, 'own-immediate.ts');

/** True for an absolute path of Toolcell's own, whatever folder it is installed in. */
export const isOwnSource = (path: string): boolean =>
  [SDK_FOLDER, OWN_FOLDER].some((folder) => path.startsWith(folder));

/** True if a bundle that was built in `folder` has the SDK in it. */
export const usesSdk = (inputs: object, folder: string): boolean =>
  Object.keys(inputs).some((path) => resolve(folder, path) === DEFINE_TOOL);
