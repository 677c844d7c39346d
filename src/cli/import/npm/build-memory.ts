// What the builds of one server have found out so far: variants of its libraries, modules that nothing answers, and files of the package that it reads. Runs on
// the author's machine.

import { readFileSync, realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { RememberedChoice } from '../../pack/bundle-attempt.ts';
import { nodeModuleNamed } from '../../pack/node/node-modules.ts';
import type { NodeContext } from '../../pack/node/node-plugin.ts';
import type { Answered } from './stand-ins.ts';

/** Of one plugin, whose bundle has to stay below its own limit. */
const MOST_FILES = 50;
const MOST_BYTES = 1_000_000;

type Content = NonNullable<NodeContext['files']>[string];

export interface BuildMemory {
  readonly choice: RememberedChoice;
  readonly answered: Answered;
  /** Files that `fs` reads. */
  readonly files: Readonly<Record<string, Content>>;
  /** Modules of Node that the server asks for with a `require` of its own. */
  readonly required: readonly string[];
  /** Notes names that a module may ask of a `require` of its own. They are taken with the first module that is asked for. */
  expect(names: readonly string[]): void;
  /** Takes files and modules for which a server asked. True if the next build has one more than the last. */
  take(asked: readonly string[]): boolean;
}

const contentOf = (bytes: Buffer): Content => {
  const text = bytes.toString();
  return Buffer.from(text).equals(bytes) ? text : { base64: bytes.toString('base64') };
};

/** The bytes of a file of an installed package; undefined if there is none below the folder, or if it is too large. */
const bytesAt = (folder: string, name: string, most: number): Buffer | undefined => {
  if (!name.startsWith('node_modules/')) return undefined;
  const path = join(folder, name);
  try {
    if (realpathSync(path) !== path || !path.startsWith(folder + sep)) return undefined;
    const { size } = statSync(path);
    return statSync(path).isFile() && size <= most ? readFileSync(path) : undefined;
  } catch {
    return undefined;
  }
};

/** An empty memory for the server in a folder that npm filled, a real path. */
export const buildMemory = (folder: string): BuildMemory => {
  const files = new Map<string, Content>();
  const required = new Set<string>();
  const expected = new Set<string>();
  let bytes = 0;
  const take = (name: string): void => {
    const module = nodeModuleNamed(name);
    if (module !== undefined && !required.has(module)) for (const one of [module, ...expected]) required.add(one);
    const found = files.size < MOST_FILES && !files.has(name) ? bytesAt(folder, name, MOST_BYTES - bytes) : undefined;
    if (found === undefined) return;
    bytes += found.length;
    files.set(name, contentOf(found));
  };
  return {
    choice: { inBrowser: new Map(), served: new Set() },
    answered: new Set(),
    get files() {
      return Object.fromEntries(files);
    },
    get required() {
      return [...required];
    },
    expect: (names) => {
      for (const name of names) {
        const module = nodeModuleNamed(name);
        if (module !== undefined) expected.add(module);
      }
    },
    take: (asked) => {
      const before = files.size + required.size;
      for (const name of asked) take(name);
      return files.size + required.size > before;
    },
  };
};
