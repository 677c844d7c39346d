// Checks with a lexer that an entry is a self-contained ES module, and makes a factory of its compiled script. Front process; evaluates nothing.

import { parse } from 'es-module-lexer';
import { lineColumn } from '../../shared/text/json-places.ts';
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

export const loaderOf = ({ entryName }: Entry): TransformOptions['loader'] => (/\.m?ts$/.test(entryName) ? 'ts' : 'js');

/** Where the author's source imports `specifier`, such as `:3:1`; empty if the lexer cannot read it. */
const placeOfImport = (source: string, specifier: string): string => {
  try {
    const [imports] = parse(source);
    const found = imports.find((statement) => statement.specifier === specifier);
    return found ? `:${lineColumn(source, found.importStart)}` : '';
  } catch {
    return '';
  }
};

const isLoading = ({ type }: ReturnType<typeof parse>[0][number]): boolean =>
  type === 'static' || type === 'reexport-star';

/** Throws BundleRefused for a module that imports others or exports nothing. `esm` is the entry without types. */
export const checkModule = ({ entryName, entrySource }: Entry, esm: string): void => {
  const [imports, exported] = parse(esm);
  const needed = imports.filter(isLoading);
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
  const hint = 'export each tool by its name: export function summarizeText({ input }, context) {…}';
  throw refused(entryName, reason, hint);
};

/**
 * True if the source itself passes {@link checkModule}, so that it need not be compiled without types first. A source that deceives
 * the lexer gains nothing: its imports are refused when it runs.
 */
export const isPlainModule = (entry: Entry): boolean => {
  if (loaderOf(entry) === 'ts') return false;
  try {
    const [imports, exported] = parse(entry.entrySource);
    return exported.length > 0 && !imports.some(isLoading);
  } catch {
    return false;
  }
};

/** The source with an empty export, which makes it a module, so that esbuild does not wrap CommonJS. */
export const asModule = ({ entrySource }: Entry): string => `${entrySource}\nexport {};`;

/** The end of a script with exports as esbuild writes it, and the start of its list of exports. */
const LISTED = /\n {2}return __toCommonJS\((\w+)\);\n\}\)\(\);\s*$/;
const listOf = (name: string): string => `\n  var ${name} = {};\n  __export(${name}, {`;

/**
 * The script with its exports as functions that return the values, as esbuild first lists them. esbuild then makes getters of them, and
 * getters of those, which cost a small call more than its own work. Undefined if esbuild has written them in another way.
 */
const withThunks = (script: string): string | undefined => {
  const [tail = '', name = ''] = LISTED.exec(script) ?? [];
  const at = name === '' ? -1 : script.indexOf(listOf(name));
  if (at === -1) return undefined;
  const rest = script.slice(at + listOf(name).length, -tail.length);
  return `${script.slice(0, at)}\n  var ${name} = ({${rest}\n  return ${name};\n})();\n`;
};

/** Makes functions of plain exports, if the script could not be changed. */
const THUNKS_OF = `((exports) => {
  const thunks = {};
  for (const name of Object.keys(exports)) thunks[name] = () => exports[name];
  return thunks;
})`;

/** esbuild keeps a hashbang, which is allowed only in the first line. */
const withoutHashbang = (script: string): string =>
  script.startsWith('#!') ? script.slice(script.indexOf('\n')) : script;

/** The same factory as that of {@link factoryOf} for a debugger: each line of the script is one line further down, and `opening` runs in the first line. */
export const openedFactoryOf = (script: string, opening: string): string =>
  `(require) => {"use strict"; ${opening}\n${withoutHashbang(script)}\nreturn ${THUNKS_OF}(${EXPORTS});\n}`;

/** The script as a function of `require`, in strict mode, that returns each export as a function that returns its value. */
export const factoryOf = (script: string): string => {
  const plain = withoutHashbang(script);
  const thunks = withThunks(plain);
  const result = thunks === undefined ? `${THUNKS_OF}(${EXPORTS})` : EXPORTS;
  return `(require) => {"use strict";\n${thunks ?? plain}\nreturn ${result};\n}`;
};
