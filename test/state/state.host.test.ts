// Checks that one call leaves nothing for the next. Each JavaScript file in this folder is a plugin that tries to. Every case runs in both
// modes on a real host, and `find` must always answer as it does if no call has left anything.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Json, JsonObject } from '../../src/shared/protocol/json.ts';
import { startTestHost, type TestHost, type TestPlugin } from '../support/host.ts';
import { Lanes } from '../support/lanes.ts';

/** Appended to each case: a call that leaves something and then waits, and a loop that makes the module slow enough to be evaluated ahead. */
const WAITING = `
export const leaveAndWait = async (args) => {
  const left = await leave(args);
  await new Promise((resolve) => setTimeout(resolve, 150));
  return left;
};
for (let i = 0, sum = 0; i < 200_000; i += 1) sum += i;
`;
const SECRET = 'secret';
const MANY = 24;
const AT_A_TIME = 4;
/** Cases that share a process, with isolates of their own. A process for each case would take minutes to start. */
const CASES_PER_PROCESS = 8;

interface Case {
  readonly name: string;
  readonly title: string;
  readonly plugin: TestPlugin;
}

const readCase = (file: string): Case => {
  const source = readFileSync(join(import.meta.dirname, file), 'utf8');
  const field = (name: string): string | undefined => new RegExp(`^// ${name}: (.+)$`, 'm').exec(source)?.[1];
  const name = file.slice(0, -'.js'.length);
  const outputSchema = JSON.parse(field('output') ?? '{}') as JsonObject;
  const tool = (exportName: string) => ({ [`${name}-${exportName}`]: { export: exportName, outputSchema } });
  const tools = { ...tool('leave'), ...tool('leaveAndWait'), ...tool('find') };
  return { name, title: field('title') ?? name, plugin: { source: source + WAITING, tools } };
};

const CASES = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.js'))
  .sort()
  .map(readCase);

const groupOf = (name: string): string =>
  `group-${Math.floor(CASES.findIndex((each) => each.name === name) / CASES_PER_PROCESS)}`;

const CORDONS = Object.groupBy(
  CASES.map(({ name }) => name),
  groupOf,
) as Readonly<Record<string, string[]>>;

/** The cases of each lane. A lane gets whole groups, so that two lanes never call the same process. */
const LANES = Array.from({ length: 4 }, (_, lane) =>
  Object.values(CORDONS).flatMap((names, group) => (group % 4 === lane ? names : [])),
);

const MOST_RUNS = 3;

for (const freshState of ['isolate', 'realm'] as const)
  describe(`traces of a call in ${freshState} mode`, function () {
    this.timeout(240_000);
    const runs = new Lanes<string, void>(CASES.map(({ name }) => name));
    let host: TestHost;

    before(async function () {
      this.timeout(240_000);
      const plugins = Object.fromEntries(CASES.map(({ name, plugin }) => [name, plugin]));
      // One core, and no more calls at a time than fit into one process, so that all calls of a realm go to the same process even while its heap
      // is full: traces could only be found there.
      const limits = { concurrencyPerPlugin: AT_A_TIME };
      const callsPerRunner = AT_A_TIME * CASES_PER_PROCESS;
      const recycling = { recycleAfterCalls: 1_000_000, recycleAfterIsolates: 1_000_000 };
      const pool = { callsPerRunner, cordons: CORDONS };
      host = await startTestHost({ freshState, plugins, limits, pool, bounds: recycling, cores: 1 });
      runs.start(LANES, run);
    });
    after(() => host?.close());

    /** Processes that serve a case. A call could find traces only in the process that left them. */
    const runnersOf = async (name: string): Promise<readonly (number | undefined)[]> =>
      (await host.host.status()).brokers
        .flatMap(({ runners }) => runners)
        .filter(({ cordon }) => cordon?.split(' ')[0] === `cordon:${groupOf(name)}`)
        .map(({ processId }) => processId);

    /** Runs a case, again if its process was replaced meanwhile, as on a busy machine: such a run proves nothing. */
    const run = async (name: string): Promise<void> => {
      for (let left = MOST_RUNS; !(await runInOneProcess(name)); ) {
        left -= 1;
        if (left === 0) throw new Error(`the process that served the calls was replaced in each of ${MOST_RUNS} runs`);
      }
    };

    /** Runs a case. Resolves with false if its process was replaced meanwhile. */
    const runInOneProcess = async (name: string): Promise<boolean> => {
      const leave = async (tool = 'leave'): Promise<Json> => {
        const { status, body } = await host.call(`${name}-${tool}`, { secret: SECRET });
        return status === 200 ? body : null;
      };
      const find = async (left: Json): Promise<Json> => {
        const { code, body } = await host.call(`${name}-find`, { left });
        expect(code, JSON.stringify(body)).to.equal(undefined);
        return body;
      };
      const baseline = await find(null);
      const runners = await runnersOf(name);
      expect(runners).to.have.lengthOf(1);
      const expectNothing = async (left: Json, when: string): Promise<void> => {
        expect(await find(left), when).to.deep.equal(baseline);
      };

      await expectNothing(await leave(), 'after one call');
      await leave();
      await expectNothing(await leave(), 'after two more');

      const waiting = leave('leaveAndWait');
      await expectNothing(null, 'while a call waits');
      const both = Promise.all([leave('leaveAndWait'), leave('leaveAndWait')]);
      await expectNothing(await waiting, 'when it has ended');
      const meanwhile = find(null);
      await expectNothing((await both)[0], 'after two that waited at the same time');
      expect(await meanwhile).to.deep.equal(baseline);

      for (let i = 0; i < MANY; i += AT_A_TIME) await Promise.all(Array.from({ length: AT_A_TIME }, () => leave()));
      // During this pause the next instance is evaluated ahead.
      await new Promise((resolve) => setTimeout(resolve, 20));
      await expectNothing(await leave(), `after ${MANY} more`);
      return String(await runnersOf(name)) === String(runners);
    };

    for (const { name, title } of CASES) it(`${title} (${name})`, () => runs.resultOf(name));
  });
