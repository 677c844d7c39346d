// Programs that use modules of Node run in Node itself and in a tool, in both modes of fresh state: their results must be the same.

import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { startTestHost, type TestHost, type TestPlugin } from '../../../support/host.ts';
import { packed as packFolder } from '../../../support/pack.ts';

const PROGRAMS = join(import.meta.dirname, 'programs');
const NAMES = readdirSync(PROGRAMS).flatMap((file) =>
  file === 'answers.js' || !file.endsWith('.js') ? [] : [file.slice(0, -3)],
);

type Cases = Readonly<Record<string, () => unknown>>;
type Answers = Readonly<Record<string, unknown>>;

const casesOf = async (name: string): Promise<Cases> =>
  ((await import(join(PROGRAMS, `${name}.js`))) as { readonly cases: Cases }).cases;

const PROGRAM_CASES = await Promise.all(NAMES.map(async (name) => ({ name, cases: await casesOf(name) })));

const schema = { type: 'object', properties: {}, additionalProperties: false };

/** A plugin whose tool answers with the results of one program. */
const packProgram = async (name: string): Promise<TestPlugin> => {
  const folder = mkdtempSync(join(tmpdir(), 'toolcell-node-'));
  try {
    cpSync(PROGRAMS, folder, { recursive: true });
    const tools = [{ name: `run_${name}`, description: 'Runs.', inputSchema: schema, outputSchema: {}, export: 'run' }];
    writeFileSync(join(folder, 'plugin.json'), JSON.stringify({ name: `node-${name}`, tools, entry: 'entry.js' }));
    writeFileSync(
      join(folder, 'entry.js'),
      `import { answersOf } from './answers.js';\nimport { cases } from './${name}.js';\nexport const run = () => answersOf(cases);\n`,
    );
    const { files } = await packFolder(folder, { isReadable: true });
    const entry = files.find(({ path }) => path === 'index.js');
    return { source: new TextDecoder().decode(entry?.bytes), tools: { [`run_${name}`]: { export: 'run' } } };
  } finally {
    rmSync(folder, { recursive: true });
  }
};

describe('modules of Node in a tool', function () {
  this.timeout(300_000);
  const expected = new Map<string, Answers>();
  let plugins: Record<string, TestPlugin>;
  before(async () => {
    const { answersOf } = (await import(join(PROGRAMS, 'answers.js'))) as {
      readonly answersOf: (cases: Cases) => Promise<Answers>;
    };
    for (const { name, cases } of PROGRAM_CASES) expected.set(name, JSON.parse(JSON.stringify(await answersOf(cases))));
    plugins = Object.fromEntries(
      await Promise.all(NAMES.map(async (name) => [`node-${name}`, await packProgram(name)] as const)),
    );
  });

  for (const freshState of ['realm', 'isolate'] as const)
    describe(`in ${freshState} mode`, () => {
      const answers = new Map<string, Answers>();
      let host: TestHost | undefined;
      before(async () => {
        host = await startTestHost({ plugins, freshState, limits: { cpuMs: 20_000, wallMs: 60_000 } });
        for (const name of NAMES) {
          const { body, code } = await host.call(`run_${name}`);
          answers.set(name, code === undefined ? (body as Answers) : { failed: body });
        }
      });
      after(() => host?.close());

      for (const { name, cases } of PROGRAM_CASES)
        for (const one of Object.keys(cases))
          it(`${name}: ${one}`, () => {
            const given = answers.get(name) ?? {};
            expect('failed' in given ? given : given[one]).to.deep.equal(expected.get(name)?.[one]);
          });
    });
});
