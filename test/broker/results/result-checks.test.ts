// Tests that long results are checked in a thread of their own, in which plugins take turns.

import { expect } from 'chai';
import { ResultChecks } from '../../../src/broker/results/result-checks.ts';
import { CHECKED_AT_ONCE } from '../../../src/broker/runner/result-text.ts';
import type { Outcome } from '../../../src/shared/protocol/call.ts';

const LEVELS = 8;
const usage = { queueMs: 0, runMs: 0, cpuMs: 0 };
const outcomeOf = (resultText: string): Outcome => ({ ok: true, resultJson: Buffer.from(resultText), usage });
const long = (text: string): string => text.padEnd(CHECKED_AT_ONCE + 1);

describe('the checks of long results', () => {
  let checks: ResultChecks;
  beforeEach(() => {
    checks = new ResultChecks();
  });
  afterEach(() => checks.close());

  const checked = (resultText: string, pluginName = 'plugin'): Promise<Outcome> =>
    new Promise((onOutcome) =>
      checks.checked(pluginName, LEVELS, { onLines() {}, onOutcome }).onOutcome(outcomeOf(resultText), []),
    );
  const codeOf = (outcome: Outcome): string =>
    outcome.ok ? 'ok' : `${outcome.failure.code}: ${outcome.failure.detail}`;

  it('passes a short result on at once', () => {
    let told = 0;
    const onOutcome = (): void => {
      told += 1;
    };
    checks.checked('plugin', LEVELS, { onLines() {}, onOutcome }).onOutcome(outcomeOf('{}'), []);
    expect(told).to.equal(1);
  });

  it('passes JSON on unchanged', async () => {
    const text = long(JSON.stringify({ list: ['é😀', 1.5, null], deep: [[[[[[]]]]]] }));
    const outcome = await checked(text);
    expect(outcome).to.deep.equal({ ok: true, resultJson: Buffer.from(text), usage });
  });

  it('refuses text that is not JSON or is too deep, at any place', async () => {
    const deep = `[${'0,'.repeat(CHECKED_AT_ONCE)}${'['.repeat(LEVELS)}${']'.repeat(LEVELS)}]`;
    expect(codeOf(await checked(deep))).to.equal(`invalid_result: The result is nested deeper than ${LEVELS} levels.`);
    for (const text of [
      long('{'),
      `${long('{}')}x`,
      'x'.repeat(CHECKED_AT_ONCE + 1),
      `"${'\n'.repeat(CHECKED_AT_ONCE)}"`,
    ])
      expect(codeOf(await checked(text))).to.equal('invalid_result: The result is not JSON.');
  });

  it('costs the main thread next to nothing, for any result', async () => {
    const text = JSON.stringify(Array(700_000).fill([[{}]]));
    await checked(text);
    const parseBefore = process.threadCpuUsage();
    JSON.parse(text);
    const parsing = process.threadCpuUsage(parseBefore);
    const before = process.threadCpuUsage();
    await checked(text);
    const checking = process.threadCpuUsage(before);
    expect(checking.user + checking.system).to.be.below((parsing.user + parsing.system) / 3);
  });

  it('lets a result of one plugin wait for slices of another, never for all of its results', async () => {
    const answered: string[] = [];
    const big = JSON.stringify('x'.repeat(8_000_000));
    await checked(long('0'));
    const all = [
      ...Array.from({ length: 6 }, () => checked(big, 'greedy').then(() => answered.push('greedy'))),
      checked(long('1'), 'modest').then(() => answered.push('modest')),
    ];
    await Promise.all(all);
    expect(answered.indexOf('modest')).to.be.below(3);
  });

  it('answers results that are still queued when it ends', async () => {
    const report = checked(long('0'));
    await checks.close();
    expect(codeOf(await report)).to.match(/^(runner_lost|ok)/);
  });
});
