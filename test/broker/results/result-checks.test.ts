// Tests that long results are checked in a thread of their own, in which plugins take turns.

import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { ResultChecks } from '../../../src/broker/results/result-checks.ts';
import { CHECKED_AT_ONCE } from '../../../src/broker/runner/runner-outcome.ts';
import { SidePool, type SideWork } from '../../../src/shared/lifetime/side-pool.ts';
import type { Failure } from '../../../src/shared/protocol/errors.ts';

/** A thread that ends if it is told so. */
const SIDE_TASK = fileURLToPath(new URL('../../shared/lifetime/side-task.ts', import.meta.url));
const LEVELS = 8;
const long = (text: string): string => text.padEnd(CHECKED_AT_ONCE + 1);

describe('the checks of long results', () => {
  let side: SidePool;
  let checks: ResultChecks;
  beforeEach(() => {
    side = new SidePool();
    checks = new ResultChecks(side);
  });
  afterEach(() => side.close());

  const checked = (resultText: string, pluginName = 'plugin'): Promise<Failure | undefined> =>
    new Promise((resolve) => checks.check(pluginName, { bytes: Buffer.from(resultText), levels: LEVELS }, resolve));
  const codeOf = (failure: Failure | undefined): string => (failure ? `${failure.code}: ${failure.detail}` : 'ok');

  it('find nothing wrong with JSON', async () => {
    const text = long(JSON.stringify({ list: ['é😀', 1.5, null], deep: [[[[[[]]]]]] }));
    expect(await checked(text)).to.equal(undefined);
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

  it('answers results whose thread ends, and goes on', async () => {
    let task: unknown = 'exit';
    const failing = new ResultChecks({
      run: <_Task, Answer>(work: SideWork) => side.run<unknown, Answer>({ ...work, file: SIDE_TASK }, task),
    });
    const check = (pluginName: string): Promise<Failure | undefined> =>
      new Promise((resolve) => failing.check(pluginName, { bytes: Buffer.from(long('0')), levels: LEVELS }, resolve));
    const lost = await Promise.all([check('one'), check('one'), check('other')]);
    expect(lost.map(codeOf)).to.deep.equal(Array(3).fill('runner_lost: The result could not be checked. Call again.'));
    task = 'nothing';
    expect(codeOf(await check('one'))).to.equal('ok');
  });

  it('answers results that are still queued when it ends', async () => {
    const report = checked(long('0'));
    checks.close();
    expect(codeOf(await report)).to.match(/^(runner_lost|ok)/);
  });
});
