// Long results are looked at beside the broker's thread, plugins taking turns.

import { expect } from 'chai';
import { ResultChecks } from '../../src/broker/results/result-checks.ts';
import { CHECKED_AT_ONCE } from '../../src/broker/runner/result-text.ts';
import type { CallReport } from '../../src/protocol/task.ts';

const LEVELS = 8;
const usage = { queueMs: 0, runMs: 0, cpuMs: 0 };
const reportOf = (resultText: string): CallReport => ({
  outcome: { ok: true, resultJson: Buffer.from(resultText), usage },
  log: [],
  hasWaited: false,
});
const long = (text: string): string => text.padEnd(CHECKED_AT_ONCE + 1);

describe('the checks of long results', () => {
  let checks: ResultChecks;
  beforeEach(() => {
    checks = new ResultChecks();
  });
  afterEach(() => checks.close());

  const reported = (resultText: string, pluginName = 'plugin'): Promise<CallReport> =>
    new Promise((onReport) =>
      checks.checked(pluginName, LEVELS, { onLines: () => {}, onReport }).onReport(reportOf(resultText)),
    );
  const codeOf = ({ outcome }: CallReport): string =>
    outcome.ok ? 'ok' : `${outcome.failure.code}: ${outcome.failure.detail}`;

  it('hands a short result on at once', () => {
    let told = 0;
    const onReport = (): void => {
      told += 1;
    };
    checks.checked('plugin', LEVELS, { onLines: () => {}, onReport }).onReport(reportOf('{}'));
    expect(told).to.equal(1);
  });

  it('lets JSON pass as it is', async () => {
    const text = long(JSON.stringify({ list: ['é😀', 1.5, null], deep: [[[[[[]]]]]] }));
    const { outcome } = await reported(text);
    expect(outcome).to.deep.equal({ ok: true, resultJson: Buffer.from(text), usage });
  });

  it('refuses what is not JSON, and what is too deep, wherever in the text', async () => {
    const deep = `[${'0,'.repeat(CHECKED_AT_ONCE)}${'['.repeat(LEVELS)}${']'.repeat(LEVELS)}]`;
    expect(codeOf(await reported(deep))).to.equal(`invalid_result: The result is nested deeper than ${LEVELS} levels.`);
    for (const text of [
      long('{'),
      `${long('{}')}x`,
      'x'.repeat(CHECKED_AT_ONCE + 1),
      `"${'\n'.repeat(CHECKED_AT_ONCE)}"`,
    ])
      expect(codeOf(await reported(text))).to.equal('invalid_result: The result is not JSON.');
  });

  it('costs its own thread next to nothing, whatever the result is made of', async () => {
    const text = JSON.stringify(Array(700_000).fill([[{}]]));
    await reported(text);
    const parseBefore = process.threadCpuUsage();
    JSON.parse(text);
    const parsing = process.threadCpuUsage(parseBefore);
    const before = process.threadCpuUsage();
    await reported(text);
    const checking = process.threadCpuUsage(before);
    expect(checking.user + checking.system).to.be.below((parsing.user + parsing.system) / 3);
  });

  it('lets a result of one plugin wait for slices of another, never for all of its results', async () => {
    const answered: string[] = [];
    const big = JSON.stringify('x'.repeat(8_000_000));
    await reported(long('0'));
    const all = [
      ...Array.from({ length: 6 }, () => reported(big, 'greedy').then(() => answered.push('greedy'))),
      reported(long('1'), 'modest').then(() => answered.push('modest')),
    ];
    await Promise.all(all);
    expect(answered.indexOf('modest')).to.be.below(3);
  });

  it('answers what still waits when it ends', async () => {
    const report = reported(long('0'));
    await checks.close();
    expect(codeOf(await report)).to.match(/^(runner_lost|ok)/);
  });
});
