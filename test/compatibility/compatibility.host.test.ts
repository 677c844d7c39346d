// The libraries of docs/compatibility.md, packed and run: what the page says works does, and what it says fails does so as it says.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { refusalsOf, temporaryFolder } from '../cli/pack/author-folder.ts';
import { documentOf } from './document.ts';
import { EXPECTED_FAILURES, UNPACKABLE } from './expected-failures.ts';
import { type LibraryRun, MODES, type PackedLibrary, packLibraries, runLibraries } from './run.ts';

const PAGE = join(import.meta.dirname, '../../docs/compatibility.md');

const withoutTimes = (text: string): string => text.replaceAll(/\b\d+(\.\d+)? ms\b/g, '… ms');

const failureOf = (library: string, tool: string) =>
  EXPECTED_FAILURES.find((failure) => failure.library === library && failure.tools.includes(tool));

describe('libraries packed as plugins', function () {
  this.timeout(600_000);
  let libraries: readonly PackedLibrary[];
  const runs: LibraryRun[] = [];
  before(async () => {
    libraries = await packLibraries();
    for (const mode of MODES) runs.push(...(await runLibraries(libraries, mode)));
  });

  it('are at least eight, with examples for each of their tools', () => {
    expect(libraries).to.have.length.of.at.least(8);
    for (const { packed } of libraries)
      for (const { name, examples } of packed.manifest.tools) expect(examples, name).to.have.length.of.at.least(1);
  });

  for (const mode of MODES)
    it(`answer their documented examples in ${mode} mode, but for those that are known to fail`, () => {
      const wrong = runs
        .filter((run) => run.mode === mode)
        .flatMap(({ name, refusal, examples }) => [
          ...(refusal === '' ? [] : [`${name} is refused: ${refusal}`]),
          ...examples
            .filter(({ isRight, tool }) => isRight === (failureOf(name, tool) !== undefined))
            .map(({ tool, example, instead }) => `${name} ${tool} ${example}: ${instead || 'is right'}`),
        ]);
      expect(wrong).to.deep.equal([]);
    });

  it('fail as the page says, if they fail', () => {
    const failed = runs.flatMap(({ name, examples }) =>
      examples.filter(({ isRight }) => !isRight).map((one) => ({ name, ...one })),
    );
    expect(failed.length > 0).to.equal(EXPECTED_FAILURES.length > 0);
    for (const { name, tool, instead } of failed)
      expect(instead).to.contain(failureOf(name, tool)?.says).and.contain('tool_error');
  });

  it('answer the same in plain Node: the examples are what the libraries do, with a sandbox or without', async () => {
    const folder = temporaryFolder();
    try {
      for (const { name, packed } of libraries) {
        mkdirSync(join(folder, name));
        for (const { path, bytes } of packed.files) writeFileSync(join(folder, name, path), bytes);
        writeFileSync(join(folder, name, 'package.json'), '{ "type": "module" }');
        const module: Record<string, (args: unknown, context: object) => unknown> = await import(
          pathToFileURL(join(folder, name, 'index.js')).href
        );
        for (const { name: tool, examples = [] } of packed.manifest.tools)
          for (const example of examples) {
            const result = await module[tool]?.(structuredClone(example.arguments), {});
            expect(JSON.parse(JSON.stringify(result)), `${name} ${tool}`).to.deep.equal(example.result);
          }
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('stand on the page as they are (if not: npm run compat)', () => {
    expect(withoutTimes(readFileSync(PAGE, 'utf8'))).to.equal(documentOf(libraries, runs));
  });
});

describe('libraries that no bundle can have', function () {
  this.timeout(120_000);
  for (const { library, asksFor } of UNPACKABLE)
    it(`${library} is refused with the module that it asks for`, async () => {
      const source = `import * as library from '${library}';\nexport const run = () => Object.keys(library);`;
      const refusals = await refusalsOf({ 'plugin.json': { name: 'demo' }, 'index.ts': source });
      const reasons = refusals.map(({ reason }) => reason);
      expect(reasons.every((reason) => reason.startsWith('the library imports'))).to.equal(true);
      const asked = reasons.some(
        (reason) => reason.includes(`"${asksFor}"`) || reason.includes(`"${asksFor.slice(5)}"`),
      );
      expect(asked, reasons.join('\n')).to.equal(true);
    });
});
