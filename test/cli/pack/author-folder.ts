// Folders as authors have them, for tests: written from text, with the packages of this project for a node_modules.

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BundleRefused } from '../../../src/catalog/model/refusal.ts';
import type { PackOptions } from '../../../src/cli/pack/pack.ts';
import type { Refusal } from '../../../src/shared/protocol/program.ts';
import { packed as packFolder } from '../../support/pack.ts';

const PACKAGES = fileURLToPath(new URL('../../../node_modules', import.meta.url));

/** Path inside the folder → text; what is no text is written as JSON. */
export type AuthorFiles = Readonly<Record<string, string | object>>;

/** A new temporary folder, to be removed by whoever asked for it. */
export const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'toolcell-pack-'));

export const writeFiles = (folder: string, files: AuthorFiles): void => {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content));
  }
};

/** Lets a folder, or one above it, find this project's packages. */
export const linkPackages = (folder: string): void => symlinkSync(PACKAGES, join(folder, 'node_modules'));

/** Does something with a folder that has these files and this project's packages, and removes it. */
export const inFolder = async <Result>(
  files: AuthorFiles,
  use: (folder: string) => Promise<Result>,
): Promise<Result> => {
  const folder = temporaryFolder();
  try {
    linkPackages(folder);
    writeFiles(folder, files);
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** Why a folder with these files cannot be packed. Throws where it can. */
export const refusalsOf = async (files: AuthorFiles, options?: Partial<PackOptions>): Promise<readonly Refusal[]> => {
  try {
    await inFolder(files, (folder) => packFolder(folder, options));
  } catch (error) {
    if (error instanceof BundleRefused) return error.refusals;
    throw error;
  }
  throw new Error('it was packed');
};

/** A tool with the SDK, as source; `body` is the function's. */
export const toolSource = (exportName: string, body: string, more = ''): string => `
export const ${exportName} = defineTool({
  description: 'Test tool ${exportName}.', ${more}
  inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  outputSchema: {},
}, ({ text }) => ${body});
`;

export const SDK_IMPORT = `import { defineTool } from 'toolcell/plugin';\n`;
