// Records which package imports which while a bundle is built, also when the build fails. Runs on the author's machine.

import type { Plugin } from 'esbuild';
import { packageNamed, packageOf } from './package-names.ts';

/** The packages of a bundle, and who imports them. */
export class ImportGraph {
  /** Package → the packages that import it, and `undefined` for a file of the author, in the order of the imports. */
  readonly #importers = new Map<string, Set<string | undefined>>();
  readonly plugin: Plugin = {
    name: 'import-graph',
    setup: ({ onResolve }) =>
      onResolve({ filter: /.*/, namespace: 'file' }, ({ path, importer, kind }) => {
        const by = packageOf(importer);
        const named = packageNamed(path);
        if (kind !== 'entry-point' && named !== undefined && named !== by) this.#add(named, by);
        return undefined;
      }),
  };

  #add(imported: string, by: string | undefined): void {
    const importers = this.#importers.get(imported) ?? new Set();
    this.#importers.set(imported, importers.add(by));
  }

  /** The packages that import a package. */
  importersOf(name: string): readonly string[] {
    return [...(this.#importers.get(name) ?? [])].filter((by) => by !== undefined);
  }

  /** The packages that use a package, at any distance. */
  usersOf(name: string): readonly string[] {
    const found = new Set([name]);
    for (const at of found) for (const by of this.#importers.get(at) ?? []) if (by !== undefined) found.add(by);
    found.delete(name);
    return [...found];
  }

  /** The shortest way from the author's code to a package, with that package at its end. */
  chainTo(name: string): readonly string[] {
    const nextOf = new Map<string, string | undefined>([[name, undefined]]);
    for (const at of nextOf.keys()) {
      const importers = this.#importers.get(at) ?? [];
      for (const by of importers) {
        if (by === undefined) return this.#chainFrom(at, nextOf);
        if (!nextOf.has(by)) nextOf.set(by, at);
      }
    }
    return [name];
  }

  #chainFrom(first: string, nextOf: ReadonlyMap<string, string | undefined>): readonly string[] {
    const chain: string[] = [];
    for (let at: string | undefined = first; at !== undefined; at = nextOf.get(at)) chain.push(at);
    return chain;
  }
}
