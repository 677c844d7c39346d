// `toolcell test`: examples, test files, both modes, headroom, and test files that cannot be used.

import { join } from 'node:path';
import { expect } from 'chai';
import { bar, headroomTable, quantile } from '../../../src/cli/testing/headroom.ts';
import { styleFor } from '../../../src/cli/toolcell.ts';
import { manifestOf, writeFiles } from '../plugin-folder.ts';
import { runBin, runHere, temporaryFolder } from '../run-command.ts';

const TOOL = `export function double({ value }) {
  if (typeof value !== 'number') throw new TypeError('"value" must be a number');
  return 2 * value;
}
`;
const GOOD = { arguments: { value: 2 }, result: 4 };

describe('toolcell test', function () {
  this.timeout(120_000);
  let folder: ReturnType<typeof temporaryFolder>;
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(() => folder.remove());
  const write = (files: object, tool: object = { examples: [GOOD] }, source = TOOL) =>
    writeFiles(folder.path, { 'plugin.json': manifestOf('doubler', { double: tool }), 'index.js': source, ...files });
  const test = (...words: string[]) => runHere(['test', '--runs', '0', ...words], { cwd: folder.path });

  it('runs the examples and tests of a new plugin, as a program', async () => {
    await runHere(['new', 'word-count'], { cwd: folder.path });
    const { code, stdout } = await runBin(['test'], { cwd: join(folder.path, 'word-count') });
    expect(code).to.equal(0);
    expect(stdout)
      .to.match(/^word-count 0\.1\.0 in realm and isolate mode/)
      .and.contain('✓ wordCount: A sentence (example)');
    expect(stdout).to.contain('✓ wordCount: copes with a long text').and.contain('✓ 6 of 6 cases hold.');
    expect(stdout).to.match(/^wordCount {2}cpuMs +\S+ ms +\S+ ms +1,000 ms +<?\d+ %$/m);
    expect(stdout).to.match(/^ +memoryMb +≤ \d+ MB +64 MB +\d+ %$/m);
  });

  it('fails if the result of an example is another one, and shows both', async () => {
    write({}, { examples: [{ description: 'twice two', arguments: { value: 2 }, result: 5 }] });
    const { code, stdout } = await test();
    expect(code).to.equal(1);
    expect(stdout)
      .to.contain('✗ double: twice two (example)\n    expected 5\n         got 4\n')
      .and.contain('✗ 1 of 1 cases fail.');
  });

  it('runs cases of a test file: results, errors, and checks with the line that throws', async () => {
    write({
      'plugin.test.js': `export const cases = [
  { tool: 'double', arguments: { value: 3 }, result: 6 },
  { tool: 'double', error: '"value" must be' },
  { tool: 'double', error: /^tool_error: TypeError: "value"/ },
  { tool: 'double', name: 'is even', arguments: { value: 3 }, check(result) {
    if (result % 4 !== 0) throw new Error(result + ' is not a fourfold');
  } },
  { tool: 'double', name: 'another error', error: 'too large' },
];
`,
    });
    const { code, stdout } = await test();
    expect(code).to.equal(1);
    expect(stdout).to.contain('✓ double: case 1\n✓ double: case 2\n✓ double: case 3\n');
    expect(stdout).to.match(
      /✗ double: is even\n {4}✗ tool_error: 6 is not a fourfold\n {6}at (\S+ \()?plugin\.test\.js:6:\d+/,
    );
    expect(stdout).to.contain('> 6 |     if (result % 4');
    expect(stdout).to.contain(
      'expected an error with too large, and it was tool_error: TypeError: "value" must be a number',
    );
  });

  it('runs a TypeScript test file that imports from the plugin, and files in test/', async () => {
    write({
      'helpers.ts': 'export const twice = (value: number): number => 2 * value;',
      'more.test.ts': `import { twice } from './helpers.ts';
        export default () => [4, 5].map((value: number) => ({ tool: 'double', arguments: { value }, result: twice(value) }));`,
      'test/deep.test.js': `export const cases = [{ tool: 'double', name: 'deep', arguments: { value: 1 }, result: 2 }];`,
    });
    const { code, stdout } = await test();
    expect(stdout).to.contain('✓ 4 of 4 cases hold.').and.contain('✓ double: deep');
    expect(code).to.equal(0);
  });

  it('gives test files the same globals as tools', async () => {
    write({
      'plugin.test.js': `export const cases = () => [{ tool: 'double', arguments: { value: 1 }, check() {
        throw new Error([typeof process, typeof Buffer, typeof XMLHttpRequest].join());
      } }];`,
    });
    expect((await test()).stdout).to.contain('undefined,undefined,undefined');
    write({ 'plugin.test.js': `import 'node:fs';\nexport const cases = [];` });
    const { code, stderr } = await test();
    expect(code).to.equal(1);
    expect(stderr).to.contain('plugin.test.js:1:').and.contain('node:fs');
  });

  for (const [what, source, expected] of [
    ['exports no cases', 'export const others = [];', 'exports no list named "cases"'],
    ['has a case that expects nothing', `export const cases = [{ tool: 'double' }];`, 'Case 1 expects nothing'],
    [
      'bends what is around the harness',
      `Array.prototype.map = () => [{ tool: 1 }]; export const cases = [{ tool: 'double', result: 1 }];`,
      'invalid_result',
    ],
    // On a busy machine the limit of wall time may be passed first, because of the load.
    ['never ends', 'export const cases = async () => { for (;;); };', /exceeded_|overloaded/],
  ] as const) {
    it(`says so if a test file ${what}`, async () => {
      write({ 'plugin.test.js': source });
      const { code, stdout } = await test();
      expect(code).to.equal(1);
      expect(stdout).to.contain('plugin.test.js cannot be used as a test file');
      expect(stdout).to.match(typeof expected === 'string' ? new RegExp(expected) : expected);
    });
  }

  it('names the mode in which a case fails', async () => {
    const source = `export function double({ value }) { let frozen = false; try { Array.prototype.extra = 1; } catch { frozen = true; }
      delete Array.prototype.extra; return value > 100 && frozen ? 0 : 2 * value; }`;
    write(
      { 'plugin.test.js': `export const cases = [{ tool: 'double', arguments: { value: 200 }, result: 400 }];` },
      { examples: [GOOD] },
      source,
    );
    expect((await test()).stdout).to.contain('✗ double: case 1 (in realm mode)');
  });

  it('answers in JSON with --json, figures included', async () => {
    write({});
    const { code, stdout } = await runHere(['test', '--runs', '3', '--json'], { cwd: folder.path });
    expect(code).to.equal(0);
    const report = JSON.parse(stdout) as { headroom: { limit: string; p50?: number; p99: number; allowed: number }[] };
    expect(report).to.deep.include({
      ok: true,
      name: 'doubler',
      version: '1.0.0',
      modes: ['realm', 'isolate'],
      runs: 3,
    });
    expect(report.headroom.map(({ limit }) => limit)).to.deep.equal(['cpuMs', 'wallMs', 'resultBytes', 'memoryMb']);
    for (const { p99, allowed } of report.headroom) expect(p99).to.be.within(0, allowed);
    expect(report.headroom[2]).to.deep.include({ p50: 1, p99: 1 });
  });

  it('runs an example with the answers that its effects list, and sends no request', async () => {
    const source = `export const double = async ({ value }) => {
  const { factor } = await (await fetch('https://api.example.com/factor')).json();
  return factor * value;
};
`;
    const answered = (factor: number) => ({
      description: `by ${factor}`,
      ...GOOD,
      effects: [{ fetch: 'https://api.example.com/factor', answer: { json: { factor } } }],
    });
    const unanswered = { description: 'by nobody', ...GOOD, effects: [] };
    write({}, { examples: [answered(2)] }, source);
    const good = await runHere(['test'], { cwd: folder.path });
    expect(good.stdout).to.contain('✓ double: by 2 (example)').and.contain('✓ 1 of 1 cases hold.');
    expect(good.code).to.equal(0);
    write({}, { examples: [answered(2), answered(3), unanswered] }, source);
    const { code, stdout } = await test();
    expect(code).to.equal(1);
    expect(stdout).to.contain('✓ double: by 2 (example)').and.contain('✗ 2 of 3 cases fail.');
    expect(stdout).to.match(/✗ double: by 3 \(example\)\n {4}double answers its own example with 6, and not with 4/);
    expect(stdout).to.match(
      /✗ double: by nobody \(example\)\n {4}.*has no effect for GET https:\/\/api\.example\.com\/factor/,
    );
  });

  it('says what is missing if there is nothing to run', async () => {
    write({}, {});
    expect((await test()).stdout).to.contain('There is nothing to run');
  });
});

describe('the headroom table', () => {
  it('uses the nearest rank', () => {
    const values = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect([quantile(values, 0.5), quantile(values, 0.99), quantile([7], 0.99)]).to.deep.equal([50, 99, 7]);
  });

  it('has bars in eighths, for a terminal only', () => {
    expect([bar(0), bar(0.5), bar(2)].map((text) => text.length)).to.deep.equal([20, 20, 20]);
    expect(bar(0.5)).to.equal(`${'█'.repeat(10)}${'·'.repeat(10)}`);
    const row = { toolName: 'a', limit: 'cpuMs', p50: 1, p99: 900, allowed: 1000 } as const;
    const plain = headroomTable([row], styleFor({}, {}), false).join('\n');
    expect(plain).to.match(/^a +cpuMs +1 ms +900 ms +1,000 ms +90 %$/m);
    const painted = headroomTable([row], styleFor({ isTTY: true }, {}), true).join('\n');
    expect(painted).to.contain('\u001b[31m██████████████████··  90 %');
  });
});
