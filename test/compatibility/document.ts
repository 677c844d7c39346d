// docs/compatibility.md as text, from what the runs have shown.

import { EXPECTED_FAILURES, UNUSABLE } from './expected-failures.ts';
import { type LibraryRun, MODES, type Mode, type PackedLibrary } from './run.ts';

const kilobytes = ({ packed }: PackedLibrary): string =>
  `${Math.ceil((packed.files.find(({ path }) => path === 'index.js')?.bytes.length ?? 0) / 1000)} kB`;

const milliseconds = (value: number | undefined): string =>
  value === undefined ? '… ms' : `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;

const verdict = (run: LibraryRun): string => {
  if (run.refusal !== '') return `refused: ${run.refusal}`;
  const right = run.examples.filter(({ isRight }) => isRight).length;
  return right === run.examples.length ? `all ${right}` : `${right} of ${run.examples.length}`;
};

/** One verdict if the modes agree, else that of each mode. */
const bothVerdicts = (runs: readonly LibraryRun[]): string => {
  const verdicts = runs.map(verdict);
  return new Set(verdicts).size === 1 ? `${verdicts[0]}` : runs.map((run) => `${run.mode}: ${verdict(run)}`).join('; ');
};

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const librariesTable = (libraries: readonly PackedLibrary[], runs: readonly LibraryRun[]): string => {
  const runOf = (name: string, mode: Mode) => runs.find((run) => run.name === name && run.mode === mode) as LibraryRun;
  const head = ['library', 'version', 'entry', 'examples', ...MODES.map((mode) => `a call, ${mode}`)];
  const rows = libraries.map((library) => {
    const { name, version } = library;
    const cells = MODES.map((mode) => runOf(name, mode));
    const source = `[${name}](../test/compatibility/libraries/${name}/index.ts)`;
    return [
      source,
      version,
      kilobytes(library),
      bothVerdicts(cells),
      ...cells.map(({ callMs }) => milliseconds(callMs)),
    ];
  });
  return table(head, rows);
};

const failuresTable = table(
  ['library', 'what the caller is told', 'why', 'instead'],
  EXPECTED_FAILURES.map(({ library, says, why, instead }) => [library, `\`${says}\``, why, instead]),
);

const failures =
  EXPECTED_FAILURES.length === 0
    ? 'None of the examples above does.'
    : `${failuresTable}\n\nEach fails in both modes, in the call and not before: the other tools of the plugin work.`;

const unusableTable = table(
  ['library', 'asks for', 'why it cannot be had'],
  UNUSABLE.map(({ library, asksFor, why }) => [library, `\`${asksFor}\``, why]),
);

/** The whole page. Times are left open where they were not measured. */
export const documentOf = (
  libraries: readonly PackedLibrary[],
  runs: readonly LibraryRun[],
): string => `# Libraries in tools

Well-known npm libraries, packed as plugins, with examples from their own documentation, run in the sandbox in both modes of
[fresh state](writing-plugins.md#fresh-state). \`npm run compat\` writes this page, and \`test/compatibility/compatibility.host.test.ts\` compares it, the times aside.

${librariesTable(libraries, runs)}

* **entry**: the packed module, with what the examples use of the library. **examples**: calls with the results of plain Node.
* **a call**: over HTTP, the median over the tools. Most of it is the evaluation of the module, so a library that builds much while it loads, as math.js does, is slow in every call. In \`isolate\` mode regular expressions are compiled anew as well, most of the time for the
  large ones of marked.

## What fails, and why

${failures}

## What packs, and cannot work

${unusableTable}

\`toolcell pack\` warns of each, with the file and line that ask. What they compute works; what they do with such a module throws. Your own imports of these modules are refused. [node-modules.md](node-modules.md) has the
modules that a bundle can have. An import in a \`try\` is no obstacle.

## What packing does for libraries

* **Variants.** Packing takes each library's variant for no platform. A package that imports a module of Node is taken in its variant for browsers, with the files that its \`"browser"\` field replaces or empties; if it has none, it gets the
  [module of Node](node-modules.md), or the packages that use it are taken in their variants. So is one that uses \`process\`, \`Buffer\`, \`__dirname\` or \`__filename\` without a check, if its variant for browsers needs less. All others keep theirs. \`toolcell pack\` and \`check\` name the packages that are in their variant for browsers, and why.
* **\`process.env.NODE_ENV\`** is \`"production"\`.
* **\`globalThis\`, \`self\` and \`global\`** are an object of the bundle that inherits from the global one, which is frozen in \`realm\` mode, so that a library may write to it, as Zod does.
  A name that some module puts there by its written name (\`globalThis.Buffer = Buffer\`, \`Object.assign\`, \`Object.defineProperty\`) can be read as a bare name everywhere in the bundle. So a missing name can be added: write it in a file of its own, and import that file
  before the library. Code that a library compiles with \`new Function\` finds these names, too, as that of ArkType does.
* **\`Buffer\`, \`process\` and \`setImmediate\`** are there if the code uses them [without asking](node-modules.md).
* **Names** of functions and classes are shortened, also for a library that reads \`constructor.name\`.

A library that needs another name that [tools lack](globals.md) fails where it uses it. Packing and [\`toolcell check\`](cli.md#check) name such lines; an example shows whether they matter.

## What a frozen realm changes

A library that adds to \`Array.prototype\`, or assigns over a method inherited from a builtin, throws in \`realm\` mode. None of the examples above does. The \`Function\` constructor works in both modes: Ajv, Handlebars and Lodash's templates compile with it.
`;
