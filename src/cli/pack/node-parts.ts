// Tells which modules of Node are in a bundle, how large they are, and who asks for them. Runs on the author's machine.

import { resolve } from 'node:path';
import type { Metafile } from 'esbuild';
import { shown } from '../../catalog/model/refusal.ts';
import { insteadOfModule } from './import-faults.ts';
import { importPlace } from './import-place.ts';
import { isAbsent, isOfShims, nodeModuleNamed } from './node/node-modules.ts';
import { NODE_SOURCE } from './node/node-plugin.ts';
import { packageOf } from './package-names.ts';
import { plainName } from './source-names.ts';

/** The part of an entry that one module of Node is. */
export interface NodePart {
  /** `events`, without `node:`. */
  readonly module: string;
  /** Bytes of it and of what it alone uses in the entry. What several use counts for the first of them. */
  readonly bytes: number;
  /** The packages that import it, `your code`, or `the globals`. Empty for a part that only other parts use. */
  readonly askedBy: readonly string[];
}

/** A file that makes a module's export a global name. */
const GLOBAL_SHIM = /[\\/]shims[\\/]global-[a-z]+\.ts$/;

const moduleOf = (file: string): string | undefined => {
  const [, name] = NODE_SOURCE.exec(file) ?? [];
  return name === undefined || nodeModuleNamed(name) === undefined ? undefined : name;
};

/** The modules of Node in a bundle that was built in `folder`, in the order of their names. */
export const nodePartsIn = ({ inputs, outputs }: Metafile, folder: string): readonly NodePart[] => {
  const bytes = new Map(
    Object.values(outputs).flatMap((output) =>
      Object.entries(output.inputs).map(([file, { bytesInOutput }]) => [file, bytesInOutput] as const),
    ),
  );
  const isPart = (file: string): boolean => NODE_SOURCE.test(file) || isOfShims(resolve(folder, file));
  const askers = new Map<string, Set<string>>();
  for (const [file, { imports }] of Object.entries(inputs))
    if (bytes.has(file))
      for (const { path } of imports) {
        const name = moduleOf(path);
        if (name === undefined) continue;
        const known = askers.get(name) ?? new Set();
        if (GLOBAL_SHIM.test(file)) known.add('the globals');
        else if (!isPart(file)) known.add(packageOf(file) ?? 'your code');
        askers.set(name, known);
      }
  const counted = new Set<string>();
  const weigh = (file: string): number => {
    if (counted.has(file) || !isPart(file)) return 0;
    counted.add(file);
    const below = (inputs[file]?.imports ?? []).map(({ path }) => path);
    return below.reduce((sum, path) => sum + (moduleOf(path) === undefined ? weigh(path) : 0), bytes.get(file) ?? 0);
  };
  return [...askers]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([module, by]) => ({ module, bytes: weigh(fileOf(module, inputs)), askedBy: [...by] }));
};

const fileOf = (module: string, inputs: Metafile['inputs']): string =>
  Object.keys(inputs).find((file) => moduleOf(file) === module) ?? '';

/** The parts as one sentence for each: `node:events is 4,120 bytes of the entry, for xml2js`. */
export const nodePartTexts = (parts: readonly NodePart[]): readonly string[] =>
  parts.map(({ module, bytes, askedBy }) => {
    const whom = askedBy.length === 0 ? 'other modules of Node' : askedBy.map((by) => shown(by)).join(', ');
    return `node:${module} is ${bytes.toLocaleString('en-US')} bytes of the entry, for ${whom}`;
  });

/**
 * A sentence for each library that imports a module which no tool can have, with the file and line that ask. The library may never use it, so this is no refusal.
 */
export const absentTexts = ({ inputs, outputs }: Metafile, folder: string): readonly string[] => {
  const used = new Set(Object.values(outputs).flatMap((output) => Object.keys(output.inputs)));
  return Object.entries(inputs).flatMap(([file, { imports }]) => {
    const library = packageOf(file);
    if (library === undefined || !used.has(file) || isOfShims(resolve(folder, file))) return [];
    const names = imports.flatMap(({ path }) => moduleOf(path) ?? []).filter(isAbsent);
    return [...new Set(names)].map((name) => {
      const path = resolve(folder, file);
      const where = `${shown(plainName(path, folder), 200)}${importPlace(path, name)}`;
      return `${where}: the library ${shown(library)} imports "node:${name}", a module of Node, which a tool does not have → a call that uses it fails: ${insteadOfModule(name)}`;
    });
  });
};
