// What cannot be packed: each is refused with the place in the author's own file, the reason, and what to do instead.

import { expect } from 'chai';
import type { PackOptions } from '../../../src/cli/pack/pack.ts';
import { type AuthorFiles, refusalsOf, SDK_IMPORT, toolSource } from './author-folder.ts';

const NAME = { name: 'demo' };
const TEXT_SCHEMA = { type: 'object', properties: { text: { type: 'string' } } };
const GOOD = SDK_IMPORT + toolSource('echo', 'text');

interface Case {
  readonly what: string;
  readonly files: AuthorFiles;
  readonly where: string | RegExp;
  readonly reason: RegExp;
  readonly hint: RegExp;
  readonly options?: Partial<PackOptions>;
}

const entry = (source: string): AuthorFiles => ({ 'plugin.json': NAME, 'index.ts': source });

const CASES: readonly Case[] = [
  {
    what: 'a folder without plugin.json',
    files: { 'index.ts': GOOD },
    where: 'plugin.json',
    reason: /is missing/,
    hint: /toolcell new/,
  },
  {
    what: 'a plugin.json that is no JSON',
    files: { 'plugin.json': '{\n  "name": "demo",\n}', 'index.ts': GOOD },
    where: 'plugin.json:3:1',
    reason: /not valid JSON/,
    hint: /comma/,
  },
  {
    what: 'a wrong field, at its own line',
    files: { 'plugin.json': '{\n  "name": "demo",\n  "verison": "1.0.0"\n}', 'index.ts': GOOD },
    where: 'plugin.json:3:3 /verison',
    reason: /unknown key "verison"/,
    hint: /did you mean "version"/,
  },
  { what: 'no entry', files: { 'plugin.json': NAME }, where: /index\.ts/, reason: /no entry/, hint: /ES module/ },
  {
    what: 'an entry that is not there',
    files: { 'plugin.json': { ...NAME, entry: 'tools.ts' } },
    where: 'plugin.json /entry',
    reason: /no file "tools\.ts"/,
    hint: /"entry"/,
  },
  {
    what: 'two entries',
    files: { 'plugin.json': NAME, 'index.ts': GOOD, 'index.js': '' },
    where: 'index.ts',
    reason: /index\.js too/,
    hint: /"entry"/,
  },
  {
    what: 'a syntax error',
    files: entry(`${SDK_IMPORT}export const a = ;\n`),
    where: 'index.ts:2:18',
    reason: /Unexpected ";"/,
    hint: /correct/,
  },
  {
    what: 'a syntax error in another file',
    files: { ...entry(`export * from './deep/other.ts';`), 'deep/other.ts': '\n\nfunction (' },
    where: 'deep/other.ts:3:10',
    reason: /Expected/,
    hint: /correct/,
  },
  {
    what: 'a file that is not there',
    files: entry(`import './nowhere.ts';\n${GOOD}`),
    where: 'index.ts:1:8',
    reason: /imports "\.\/nowhere\.ts", and there is no such file/,
    hint: /path/,
  },
  {
    what: 'a package that is not installed',
    files: entry(`import x from '@nobody/left-pad-13/deep';\n${GOOD}x();`),
    where: 'index.ts:1:15',
    reason: /which is not installed/,
    hint: /^run npm install @nobody\/left-pad-13 in/,
  },
  {
    what: 'a path that a package does not offer',
    files: entry(`import x from 'marked/src/nothing';\n${GOOD}x();`),
    where: 'index.ts:1:15',
    reason: /which its package does not export/,
    hint: /exports/,
  },
  {
    what: 'a module of Node',
    files: entry(`${GOOD}import { spawn } from 'node:child_process';\nspawn('x');`),
    where: /^index\.ts:\d+:23$/,
    reason: /imports "node:child_process", a module of Node/,
    hint: /cannot start a process/,
  },
  {
    what: 'a module of Node by its old name',
    files: entry(`import vm from 'vm';\n${GOOD}vm.x;`),
    where: 'index.ts:1:16',
    reason: /a module of Node/,
    hint: /eval or Function/,
  },
  {
    what: 'the network',
    files: entry(`import net from 'net';\n${GOOD}net.connect();`),
    where: 'index.ts:1:17',
    reason: /a module of Node/,
    hint: /use fetch/,
  },
  {
    what: 'an import from an address',
    files: entry(`import x from 'https://example.com/x.js';\n${GOOD}x();`),
    where: 'index.ts',
    reason: /"https:\/\/example\.com\/x\.js", which is not on this machine/,
    hint: /download/,
  },
  {
    what: 'await at the top level',
    files: entry(`await Promise.resolve();\n${GOOD}`),
    where: 'index.ts:1:1',
    reason: /Top-level await/,
    hint: /into the tool/,
  },
  {
    what: 'a CommonJS module',
    files: { 'plugin.json': NAME, 'index.js': 'module.exports.echo = (args) => args;' },
    where: 'index.js',
    reason: /CommonJS/,
    hint: /export function/,
  },
  {
    what: 'a module that exports no tool',
    files: entry('export const answer = 42;'),
    where: 'index.ts',
    reason: /exports no tool/,
    hint: /defineTool/,
  },
  {
    what: 'a schema that cannot be written as JSON Schema',
    files: entry(`${SDK_IMPORT}import * as z from 'zod';
export const parse = defineTool({ description: 'd', inputSchema: z.object({}), outputSchema: z.string().transform(Number) }, () => 1);`),
    where: 'index.ts: parse, outputSchema',
    reason: /cannot be written as JSON Schema: Transforms cannot be represented/,
    hint: /inside the tool/,
  },
  {
    what: 'a schema of Valibot that nothing writes as JSON Schema',
    files: entry(`${SDK_IMPORT}import * as v from 'valibot';
export const parse = defineTool({ description: 'd', inputSchema: v.object({}), outputSchema: {} } as never, () => 1);`),
    where: 'index.ts: parse, inputSchema',
    reason:
      /this schema of valibot does not write JSON Schema; wrap it in toStandardJsonSchema\(…\) of the npm package "@valibot\/to-json-schema"/,
    hint: /follow this advice/,
  },
  {
    what: 'two exports with one name',
    files: entry(
      `${SDK_IMPORT}${toolSource('one', 'text', `name: 'same',`)}${toolSource('two', 'text', `name: 'same',`)}`,
    ),
    where: 'index.ts: two',
    reason: /the export "one" has the tool name "same" too/,
    hint: /own/,
  },
  {
    what: 'a default export without a name',
    files: entry(`${SDK_IMPORT}${toolSource('one', 'text')}export default one;`.replace('export const', 'const')),
    where: 'index.ts: default',
    reason: /without a name/,
    hint: /"name"/,
  },
  {
    what: 'a tool without a description',
    files: entry(`${GOOD}delete echo.definition.description;`),
    where: 'index.ts: echo',
    reason: /"description" is missing/,
    hint: /description/,
  },
  {
    what: 'a field that no tool has',
    files: entry(SDK_IMPORT + toolSource('echo', 'text', `examlpes: [],`)),
    where: 'index.ts: echo, examlpes',
    reason: /unknown key/,
    hint: /examples/,
  },
  {
    what: 'a slip of the pen in a schema',
    files: entry(GOOD.replace('required:', 'requiered:')),
    where: 'index.ts: echo, inputSchema/requiered',
    reason: /is not a keyword/,
    hint: /"required"/,
  },
  {
    what: 'a listed tool that is not exported',
    files: {
      'plugin.json': {
        ...NAME,
        tools: [{ name: 'echo', description: 'd', inputSchema: TEXT_SCHEMA, outputSchema: {} }],
      },
      'index.ts': 'export function ecko() { return 1; }',
    },
    where: 'plugin.json /tools/0',
    reason: /no export "echo"/,
    hint: /ecko/,
  },
  {
    what: 'a bundle that is too large',
    files: { ...entry(GOOD), 'README.md': 'long '.repeat(10_000) },
    where: 'README.md',
    reason: /at most 40000/,
    hint: /bundleBytes/,
    options: { caps: { bytes: 40_000, files: 20 } },
  },
];

describe('packing refuses', function () {
  this.timeout(120_000);
  for (const { what, files, where, reason, hint, options } of CASES)
    it(what, async () => {
      const [first] = await refusalsOf(files, options);
      if (typeof where === 'string') expect(first?.where).to.equal(where);
      else expect(first?.where).to.match(where);
      expect(first?.reason).to.match(reason);
      expect(first?.hint).to.match(hint);
    });

  it('more faults than it shows with the number of the others', async () => {
    const imports = Array.from({ length: 25 }, (_, index) => `import './missing-${index}.ts';\n`);
    const refusals = await refusalsOf(entry(imports.join('')));
    expect(refusals).to.have.length(21);
    expect(refusals.at(-1)?.reason).to.equal('5 more faults are not shown');
  });

  it('a folder with all of its faults at once', async () => {
    const refusals = await refusalsOf(entry(`import './a.ts';\nimport 'node:net';\nimport './b.ts';\n`));
    expect(refusals.map(({ where }) => where)).to.deep.equal(['index.ts:1:8', 'index.ts:2:8', 'index.ts:3:8']);
  });
});
