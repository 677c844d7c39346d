// An entry as text: which loader it wants, whether it is the self-contained ES module that a tool must be, and the factory
// that its script becomes. Front process: a lexer reads it, and nothing is evaluated.

import { parse } from 'es-module-lexer';
import { lineColumn } from '../manifest/json-text.ts';
import { BundleRefused, refused, shown } from '../model/refusal.ts';
import type { TransformOptions } from './esbuild.ts';

/** A bundle's one module, untrusted. */
export interface Entry {
  readonly entryName: string;
  readonly entrySource: string;
}

/** The name of the factory's only variable; the plugin's own names live in a function of their own. */
export const EXPORTS = '__toolcell';

const SELF_CONTAINED =
  'a plugin is one module: run "toolcell pack" on its folder, which bundles the libraries in, and put the .tgz in place of the folder';

/** How esbuild is to read it. */
export const loaderOf = ({ entryName }: Entry): TransformOptions['loader'] => (/\.m?ts$/.test(entryName) ? 'ts' : 'js');

/** Where the source, as its author wrote it, imports `specifier`: `:3:1`, or nothing where the lexer cannot say. */
const placeOfImport = (source: string, specifier: string): string => {
  try {
    const [imports] = parse(source);
    const found = imports.find((statement) => statement.specifier === specifier);
    return found ? `:${lineColumn(source, found.importStart)}` : '';
  } catch {
    return '';
  }
};

/** Throws BundleRefused for what a tool cannot be: a module that needs others, or one that exports nothing. `esm` is free of types. */
export const checkModule = ({ entryName, entrySource }: Entry, esm: string): void => {
  const [imports, exported] = parse(esm);
  const needed = imports.filter(({ type }) => type === 'static' || type === 'reexport-star');
  if (needed.length > 0) {
    const specifiers = [...new Set(needed.map(({ specifier }) => String(specifier)))].slice(0, 20);
    throw new BundleRefused(
      specifiers.map((specifier) => ({
        where: `${entryName}${placeOfImport(entrySource, specifier)}`,
        reason: `imports "${shown(specifier)}"`,
        hint: SELF_CONTAINED,
      })),
    );
  }
  if (exported.length > 0) return;
  const isCommonJs = /\b(?:module\.exports|exports\.[\w$]+\s*=)/.test(entrySource);
  const reason = isCommonJs ? 'is a CommonJS module: it exports nothing an ES module would' : 'exports nothing';
  throw refused(
    entryName,
    reason,
    'export each tool by its name: export function summarizeText({ input }, context) {…}',
  );
};

/**
 * True where the source itself shows what {@link checkModule} wants, so that it need not be printed without its types first.
 * A source that deceives the lexer gains nothing: what it imports is refused when it runs.
 */
export const isPlainModule = (entry: Entry): boolean => {
  if (loaderOf(entry) === 'ts') return false;
  try {
    const [imports, exported] = parse(entry.entrySource);
    return exported.length > 0 && !imports.some(({ type }) => type === 'static' || type === 'reexport-star');
  } catch {
    return false;
  }
};

/** The empty export makes every source a module, so that CommonJS is seen for what it is and not wrapped. */
export const asModule = ({ entrySource }: Entry): string => `${entrySource}\nexport {};`;

/** How esbuild ends a script with exports, and how it begins to list them. */
const LISTED = /\n {2}return __toCommonJS\((\w+)\);\n\}\)\(\);\s*$/;
const listOf = (name: string): string => `\n  var ${name} = {};\n  __export(${name}, {`;

/**
 * The script with its exports as functions that give them, which is how esbuild writes them down before it makes getters of
 * them, and getters of those getters: for a small call that costs more than the call. Undefined where it is written otherwise.
 */
const withThunks = (script: string): string | undefined => {
  const [tail = '', name = ''] = LISTED.exec(script) ?? [];
  const at = name === '' ? -1 : script.indexOf(listOf(name));
  if (at === -1) return undefined;
  const rest = script.slice(at + listOf(name).length, -tail.length);
  return `${script.slice(0, at)}\n  var ${name} = ({${rest}\n  return ${name};\n})();\n`;
};

/** Makes thunks of plain exports, where the script could not be written with them. */
const THUNKS_OF = `((exports) => {
  const thunks = {};
  for (const name of Object.keys(exports)) thunks[name] = () => exports[name];
  return thunks;
})`;

/** The script as a function of `require`, in strict mode, that gives each export as a function that gives its value. */
export const factoryOf = (script: string): string => {
  // A hashbang is kept by esbuild, and only the first line of a text may be one.
  const plain = script.startsWith('#!') ? script.slice(script.indexOf('\n')) : script;
  const thunks = withThunks(plain);
  const result = thunks === undefined ? `${THUNKS_OF}(${EXPORTS})` : EXPORTS;
  return `(require) => {"use strict";\n${thunks ?? plain}\nreturn ${result};\n}`;
};
