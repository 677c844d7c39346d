// Finds the libraries whose code is in a bundle, and their licences. Runs on the author's machine.

import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Metafile } from 'esbuild';
import { isOwnSource } from './own-sources.ts';

export const LICENCES_FILE = 'THIRD-PARTY-LICENSES.txt';

export interface Library {
  /** `marked 18.0.0 (MIT)`. */
  readonly title: string;
  /** Address of its source; empty if it gives none. */
  readonly address: string;
  /** Empty if it has none. */
  readonly licenceText: string;
}

const LICENCE_NAME = /^(licen[cs]e|notice|copying)/i;

/** The package's own folder: the last one below a node_modules, whatever installed it. esbuild marks a file that a "browser" map empties. */
const PACKAGE_FOLDER = /^(?:\(disabled\):)?(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;

/** The packages whose code is in the bundle, except Toolcell, by name and version. The metafile's paths are relative to `folder`. */
export const librariesIn = async (metafile: Metafile, folder: string): Promise<readonly Library[]> => {
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs));
  const folders = inputs
    .filter(([path, { bytesInOutput }]) => bytesInOutput > 0 && !isOwnSource(resolve(folder, path)))
    .map(([path]) => PACKAGE_FOLDER.exec(path)?.[1])
    .filter((path) => path !== undefined);
  const libraries = await Promise.all([...new Set(folders)].map((path) => readLibrary(join(folder, path))));
  const byTitle = new Map(libraries.map((library) => [library.title, library]));
  return [...byTitle.values()].sort((a, b) => (a.title < b.title ? -1 : 1));
};

const readLibrary = async (folder: string): Promise<Library> => {
  const { name, version, license, repository } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const entries = await readdir(folder, { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && LICENCE_NAME.test(entry.name)).map((entry) => entry.name);
  const texts = await Promise.all(files.sort().map((file) => readFile(join(folder, file), 'utf8')));
  return {
    title: `${name} ${version} (${typeof license === 'string' ? license : 'no licence named'})`,
    address: addressOf(repository),
    licenceText: texts.join('\n'),
  };
};

/** A repository's address in a form that a browser opens. */
const addressOf = (repository: string | { readonly url?: string } | undefined): string => {
  const url = typeof repository === 'string' ? repository : (repository?.url ?? '');
  if (/^(github:)?[\w.-]+\/[\w.-]+$/.test(url)) return `https://github.com/${url.replace('github:', '')}`;
  return url.replace(/^git(\+https)?:/, 'https:').replace(/\.git$/, '');
};

const sectionOf = ({ title, address, licenceText }: Library): string => {
  const text = licenceText.replaceAll('\r\n', '\n').trim();
  return `${title}\nSource: ${address}\n\n${text || 'The package ships no text of its licence.'}\n`;
};

export const licencesText = (libraries: readonly Library[]): string => libraries.map(sectionOf).join('\n');
