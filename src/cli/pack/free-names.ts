// Finds names that a packed module uses and the sandbox does not have, such as `document`, by the module's scopes, and reports them at the lines
// of the author's source. Runs on the author's machine.

import { SourceMap } from 'node:module';
import type { AnyNode } from 'acorn';
import type { ManifestTool } from '../../../packages/plugin/src/manifest.ts';
import { shown } from '../../catalog/model/refusal.ts';
import { Guards } from './guards.ts';
import { GUEST_NAMES, INHERITED_NAMES, insteadOf } from './guest-names.ts';
import { isOfLibrary } from './import-faults.ts';
import { type Tree, treeOf } from './syntax-tree.ts';

/** A use of a name that the sandbox does not have, in a file of the author or of a library. */
export interface FreeName {
  readonly name: string;
  /** `src/index.ts:3:9` */
  readonly where: string;
  /** The package that uses it; absent for the author's own code. */
  readonly library?: string;
  /** Number of further uses of the name in the same file, or the same library. */
  readonly others: number;
}

export interface LookedAt {
  readonly code: string;
  /** JSON text. Without it, places are those in the module itself. */
  readonly sourceMap?: string | undefined;
  /** Name of the module if it has no map. */
  readonly entryName: string;
}

interface Use {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** The text by which the bundler's function for a remaining `require` is recognized. */
const REQUIRE_SHIM = 'Dynamic require of ';

/** Uses of the bundler's own `require`, which the author wrote as `require`. */
const requiresIn = ({ program, variableOf, parents }: Tree, code: string): readonly AnyNode[] => {
  if (!code.includes(REQUIRE_SHIM)) return [];
  const found: AnyNode[] = [];
  const nodes: AnyNode[] = [program, ...parents.keys()];
  for (const node of nodes) {
    if (node.type !== 'Identifier') continue;
    const [definition] = variableOf(node)?.defs ?? [];
    const { init } = (definition?.node ?? {}) as unknown as { readonly init?: AnyNode };
    const isShim = init && code.slice(init.start, init.end).includes(REQUIRE_SHIM) && init.end - init.start < 400;
    if (isShim && (node.start < init.start || node.start >= init.end) && parents.get(node) !== definition?.node)
      found.push(node);
  }
  return found;
};

/** A map that cannot be read counts as none, because an archive's map can be any text. */
const mapOf = (sourceMap: string | undefined): SourceMap | undefined => {
  try {
    return sourceMap === undefined ? undefined : new SourceMap(JSON.parse(sourceMap));
  } catch {
    return undefined;
  }
};

const usesIn = ({ code, sourceMap, entryName }: LookedAt): readonly Use[] => {
  const tree = treeOf(code);
  const guards = new Guards(tree);
  const map = mapOf(sourceMap);
  const named = [
    ...tree.free.filter(({ name }) => !GUEST_NAMES.has(name) && !INHERITED_NAMES.has(name)),
    ...requiresIn(tree, code).map((node) => ({ node, name: 'require' })),
  ];
  return named
    .filter(({ node, name }) => !guards.holds(node, name))
    .flatMap(({ node, name }) => {
      const { line = 1, column = 0 } = node.loc?.start ?? {};
      if (!map) return [{ name, file: entryName, line, column: column + 1 }];
      const origin = map.findOrigin(line, column + 1);
      if (!('fileName' in origin) || origin.fileName.startsWith('toolcell/')) return [];
      return [{ name, file: origin.fileName, line: origin.lineNumber, column: origin.columnNumber }];
    });
};

const libraryOf = (file: string): string | undefined =>
  isOfLibrary(file) ? /.*(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] : undefined;

/**
 * The names that a module uses unguarded and that the sandbox does not have: the first use in each of the author's files, and in each
 * library. Empty for a module that cannot be parsed; other checks refuse it.
 */
export const freeNamesIn = (module: LookedAt): readonly FreeName[] => {
  let uses: readonly Use[];
  try {
    uses = usesIn(module);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return [];
    throw error;
  }
  const byPlace = Map.groupBy(uses, ({ name, file }) => `${name} ${libraryOf(file) ?? `./${file}`}`);
  return [...byPlace.values()].flatMap((group) => {
    const sorted = group.toSorted((a, b) => a.line - b.line || a.column - b.column);
    const [first] = sorted;
    if (!first) return [];
    const library = libraryOf(first.file);
    const { name, file, line, column } = first;
    const where = `${shown(file, 200)}:${line}:${column}`;
    return [{ name, where, others: group.length - 1, ...(library !== undefined && { library }) }];
  });
};

/** Names that a library cannot do without. */
const INDISPENSABLE = ['WebAssembly', 'SharedArrayBuffer'];

/**
 * True for a finding that a person must look at. A name in the author's own code is a mistake. Libraries often name more than they use, so there
 * the examples decide, if every tool has one.
 */
const isAlarming = ({ name, library }: FreeName, tools: readonly Pick<ManifestTool, 'examples'>[]): boolean =>
  library === undefined || INDISPENSABLE.includes(name) || tools.some(({ examples = [] }) => examples.length === 0);

const TRY_IT = 'a call that reaches it fails: add examples for everything that your tool does with the library';

/** A finding as one sentence with its remedy: `index.ts:3:9: "process" does not exist in the sandbox → …`. */
const freeNameText = ({ name, where, library, others }: FreeName): string => {
  const more = others === 0 ? '' : `, and ${others} more ${others === 1 ? 'use' : 'uses'} of it`;
  if (library === undefined) return `${where}: "${name}" does not exist in the sandbox${more} → ${insteadOf(name)}`;
  const hint = INDISPENSABLE.includes(name) ? insteadOf(name) : TRY_IT;
  return `${where}: the library ${library} uses "${name}", which does not exist in the sandbox${more} → ${hint}`;
};

/** The findings as sentences: warnings, and notes of less weight. */
export const freeNameTexts = (
  found: readonly FreeName[],
  tools: readonly Pick<ManifestTool, 'examples'>[],
): { readonly warnings: readonly string[]; readonly notes: readonly string[] } => {
  const isLoud = (one: FreeName): boolean => isAlarming(one, tools);
  return {
    warnings: found.filter(isLoud).map(freeNameText),
    notes: found.filter((one) => !isLoud(one)).map(freeNameText),
  };
};
