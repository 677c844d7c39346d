// docs/compatibility.md as text, from what the runs have shown.

import { EXPECTED_FAILURES, UNPACKABLE } from './expected-failures.ts';
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

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const librariesTable = (libraries: readonly PackedLibrary[], runs: readonly LibraryRun[]): string => {
  const runOf = (name: string, mode: Mode) => runs.find((run) => run.name === name && run.mode === mode) as LibraryRun;
  const head = [
    'library',
    'version',
    'entry',
    ...MODES.map((mode) => `examples, ${mode}`),
    ...MODES.map((mode) => `a call, ${mode}`),
  ];
  const rows = libraries.map((library) => {
    const { name, version } = library;
    const cells = MODES.map((mode) => runOf(name, mode));
    const source = `[${name}](../test/compatibility/libraries/${name}/index.ts)`;
    return [
      source,
      version,
      kilobytes(library),
      ...cells.map(verdict),
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

const unpackableTable = table(
  ['library', 'asks for', 'why it cannot be had'],
  UNPACKABLE.map(({ library, asksFor, why }) => [library, `\`${asksFor}\``, why]),
);

/** The whole page. Times are left open where they were not measured. */
export const documentOf = (
  libraries: readonly PackedLibrary[],
  runs: readonly LibraryRun[],
): string => `# Libraries in tools

Well-known npm libraries, packed as plugins, with examples from their own documentation run in the sandbox in both modes of
[fresh state](writing-plugins.md#fresh-state). Written by \`npm run compat\`; \`test/compatibility/compatibility.host.test.ts\` packs and runs all of it again and
compares this page with what comes out, the times aside.

${librariesTable(libraries, runs)}

* **entry**: the packed module, with the tools of the examples and what they use of the library.
* **examples**: each is a call and the result it must have. The same bundle gives the same results in plain Node.
* **a call**: from the request to its answer over HTTP, the median over the tools, on the machine that wrote this page. The module is evaluated for
  every call, and that is most of it: a library that builds much while it loads, as math.js does, is slow in every call. In \`isolate\` mode its
  regular expressions are compiled anew as well, which for the large ones of marked is most of the time.

## What fails, and why

${failures}

## What cannot be packed

${unpackableTable}

\`toolcell pack\` says so, with the place of the import. What a library asks for in a \`try\`, it is written to do without, and is no obstacle.

## What packing does for libraries

* **Variants.** Packing takes each library's variant for no platform. If one of those asks for Node, it takes all libraries in their variants for browsers,
  with the files that their \`"browser"\` field replaces or empties.
* **\`process.env.NODE_ENV\`** is \`"production"\`.
* **\`globalThis\`, \`self\` and \`global\`** are an object of the bundle that inherits from the global one, so that a library may write to it: the real one is
  frozen in \`realm\` mode. Zod, for instance, keeps its configuration there.
* **\`setImmediate\`** is a timer without delay if a library uses it without asking whether it exists. Your own code is told to use \`setTimeout\`.
* **Names** of functions and classes are shortened: a library that reads \`constructor.name\` or the like at run time sees others than it wrote. The source map has
  the lines and names of errors.

[globals.md](globals.md) lists the web's globals that tools have. \`Buffer\`, \`process\` and the like are not
there: a library that needs one of them fails where it uses it, or while it loads. Packing and \`toolcell check\` name the lines that use such a name without asking
first whether it exists, and \`WebAssembly\` always: an example that gets there shows whether it matters.

## What a frozen realm changes

In \`realm\` mode the builtins are frozen. A library that adds to \`Array.prototype\`, or assigns over a method inherited from a builtin, throws. None of the
libraries above does. Where a plugin's examples differ between the modes, the host runs it in \`isolate\` mode.

The \`Function\` constructor works in both modes: Ajv, Handlebars and Lodash's templates compile with it.
`;
