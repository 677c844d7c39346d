// A call that did not end in time is the fault of its tool, or of a machine that had no CPU for it. The answer names the right setting.

import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, setPriority } from 'node:os';
import { expect } from 'chai';
import { type Answer, startTestHost, type TestHost } from '../support/host.ts';
import { skipWithout } from '../support/skip.ts';

const LOOPS_PER_CORE = 3;
const WALL_MS = 4_000;
const SOURCE = `
  export const sleep = () => new Promise((resolve) => setTimeout(() => resolve('slept'), 60_000));
  export const spin = () => { for (;;); };
  export const calm = () => 'calm';
`;
const TOOLS = { sleep: {}, spin: {}, calm: {} };

/** Endless loops, each a session of its own, so that a kernel with autogroup gives each as much as a runner. */
const startLoops = (): ChildProcess[] =>
  Array.from({ length: LOOPS_PER_CORE * availableParallelism() }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore', detached: true }),
  );

/** A process and all below it. */
const treeOf = (processId: number): number[] => {
  try {
    const children = readFileSync(`/proc/${processId}/task/${processId}/children`, 'utf8').trim();
    return [processId, ...(children === '' ? [] : children.split(' ').flatMap((child) => treeOf(Number(child))))];
  } catch {
    return [];
  }
};

/** CPU milliseconds of a process: user and system, in ticks of a hundredth of a second. */
const cpuMsOf = (processId: number): number => {
  const fields = readFileSync(`/proc/${processId}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
};

/** Gives the plugin's processes so little weight that they get no CPU while the loops run. */
const starveRunners = async ({ host }: TestHost): Promise<void> => {
  const { brokers } = await host.status();
  for (const { processId, cordon } of brokers.flatMap(({ runners }) => runners)) {
    if (processId === undefined || cordon === undefined) continue;
    for (const member of treeOf(processId)) {
      setPriority(member, 19);
      try {
        writeFileSync(`/proc/${member}/autogroup`, '19');
      } catch {
        // A kernel without autogroup, or one that lets an ordinary user do this ten times a second.
      }
    }
  }
};

const memberOf = ({ body }: Answer, name: string): unknown => (body as Record<string, unknown>)[name];

describe('a call on a machine that has no CPU for it', function () {
  this.timeout(120_000);
  let host: TestHost;
  let loops: ChildProcess[] = [];
  before(async function () {
    skipWithout(
      this,
      'calls on a starved machine',
      process.platform === 'linux' ? undefined : 'only Linux tells how long a process waited',
    );
    host = await startTestHost({
      plugins: { subject: { source: SOURCE, tools: TOOLS } },
      freshState: 'realm',
      limits: { wallMs: WALL_MS, cpuMs: WALL_MS },
      bounds: { quarantine: { kills: 1 } },
    });
  });
  afterEach(() => {
    for (const loop of loops.splice(0)) loop.kill('SIGKILL');
  });
  after(() => host?.close());

  const callStarved = async (toolName: string): Promise<Answer> => {
    expect((await host.call('calm')).body).to.equal('calm');
    await starveRunners(host);
    loops = startLoops();
    return host.call(toolName);
  };

  it('fails because the machine is too busy, and its plugin is not paused for it', async () => {
    const answer = await callStarved('spin');
    expect(answer.code).to.equal('overloaded');
    expect(answer.status).to.equal(503);
    expect(memberOf(answer, 'fault')).to.equal('host');
    expect(memberOf(answer, 'retryable')).to.equal(true);
    expect(memberOf(answer, 'detail')).to.match(
      /^The machine is too busy: the tool waited \d+ of its 4000 ms for a CPU/,
    );
    expect((await host.call('calm')).code).to.equal(undefined);
  });

  it('fails because it took too long, if it slept the whole time', async () => {
    let answer = await callStarved('sleep');
    // If other tests leave it no CPU even to fall asleep, `overloaded` is right, and the caller may try again.
    for (let again = 0; again < 2 && answer.code === 'overloaded'; again += 1) answer = await host.call('sleep');
    expect(answer.code).to.equal('exceeded_wall_time');
    expect(memberOf(answer, 'fault')).to.equal('plugin');
  });
});

describe('calls in isolates of their own, at the same time in one runner', function () {
  this.timeout(120_000);
  const ALONE_MS = 120;
  const AT_ONCE = 8;
  /** The kernel counts a process's time in hundredths of a second. */
  const TICKS_MS = 40;
  let host: TestHost;
  let loops: readonly ChildProcess[] = [];
  before(async function () {
    skipWithout(
      this,
      'the CPU time of calls at the same time',
      process.platform === 'linux' ? undefined : 'only Linux tells the CPU time of another process',
    );
    host = await startTestHost({
      plugins: {
        subject: {
          source: `export const burn = ({ rounds }) => {
            const began = performance.now();
            let sum = 0;
            for (let round = 0; round < rounds; round += 1) sum = (sum * 31 + round) % 1_000_003;
            return { sum, tookMs: performance.now() - began };
          };`,
          tools: { burn: {} },
        },
      },
      freshState: 'isolate',
      limits: { wallMs: 60_000, cpuMs: 1_500 },
      pool: { callsPerRunner: AT_ONCE },
    });
  });
  afterEach(() => {
    for (const loop of loops) loop.kill('SIGKILL');
  });
  after(() => host?.close());

  const burn = (rounds: number): Promise<Answer> => host.call('burn', { rounds });
  /** As many rounds as one call alone makes in {@link ALONE_MS}. */
  const roundsAlone = async (): Promise<number> => {
    for (let rounds = 1_000_000; ; rounds *= 2) {
      const { tookMs } = (await burn(rounds)).body as { tookMs: number };
      if (tookMs > ALONE_MS / 4) return Math.floor((rounds * ALONE_MS) / tookMs);
    }
  };

  /** CPU milliseconds of all runner processes. */
  const runnersCpuMs = async (): Promise<number> => {
    const { brokers } = await host.host.status();
    const members = brokers.flatMap(({ runners }) => runners.flatMap(({ processId = 0 }) => treeOf(processId)));
    return members.reduce((sum, member) => sum + cpuMsOf(member), 0);
  };

  it('pay for their own CPU time, and not for that of their neighbours or for the time that they waited for a core', async () => {
    const rounds = await roundsAlone();
    loops = startLoops();
    const [logged, beforeMs] = [host.log.length, await runnersCpuMs()];
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => burn(rounds)));
    expect(answers.map(({ status, code }) => [status, code])).to.deep.equal(Array(AT_ONCE).fill([200, undefined]));
    const chargedMs = host.log.slice(logged).reduce((sum, { cpuMs = 0 }) => sum + cpuMs, 0);
    expect(chargedMs).to.be.within(1, (await runnersCpuMs()) - beforeMs + TICKS_MS);
  });

  it('are stopped if they pass cpuMs by themselves', async () => {
    const looped = await burn(Number.MAX_SAFE_INTEGER);
    expect([looped.code, memberOf(looped, 'setting')]).to.deep.equal(['exceeded_cpu', 'limits.cpuMs']);
  });
});

describe('the setting in an answer', function () {
  this.timeout(120_000);
  let host: TestHost;
  before(async () => {
    host = await startTestHost({
      plugins: {
        first: {
          source: SOURCE,
          tools: { sleep: { limits: { wallMs: 300, cpuMs: 200 } }, spin: {}, calm: {} },
        },
        second: { source: 'export const turn = () => { for (;;); };', tools: { turn: {} } },
      },
      limits: { cpuMs: 150 },
      overrides: { first: { tools: { spin: { limits: { cpuMs: 50 } } } } },
    });
  });
  after(() => host?.close());

  /** If other tests leave the call no CPU, `overloaded` is right, and the caller may try again. */
  const calledInTime = async (tool: string): Promise<Answer> => {
    for (let tries = 0; ; tries += 1) {
      const answer = await host.call(tool);
      if (answer.code !== 'overloaded' || tries === 9) return answer;
    }
  };

  it("is the tool's override, the plugin's own limit, or the limit for all, whichever is in force", async () => {
    const spin = await calledInTime('spin');
    expect(spin.code).to.equal('exceeded_cpu');
    expect(memberOf(spin, 'allowed')).to.equal(50);
    expect(memberOf(spin, 'setting')).to.equal('plugins.overrides.first.tools.spin.limits.cpuMs');
    expect(memberOf(spin, 'detail')).to.include('Send less input');
    const sleep = await calledInTime('sleep');
    expect(sleep.code).to.equal('exceeded_wall_time');
    expect(memberOf(sleep, 'setting')).to.equal('plugin.json /tools/0/limits/wallMs');
    expect(memberOf(sleep, 'fault')).to.equal('plugin');
    expect(memberOf(await calledInTime('turn'), 'setting')).to.equal('limits.cpuMs');
  });
});
