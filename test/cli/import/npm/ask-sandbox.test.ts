// A call that the machine could not make is made again, and is never told as the package's fault.

import { expect } from 'chai';
import { askSandbox } from '../../../../src/cli/import/npm/ask-sandbox.ts';
import type { FailureCode } from '../../../../src/shared/protocol/errors.ts';

const DESCRIBE = { toolName: 'describe', arguments: {}, unknown: 'why it is silent' };

/** A sandbox whose calls end with these codes, one after the other, and then well. */
const sandboxWith = (...codes: FailureCode[]) => {
  const made: string[] = [];
  const call = async (_snapshot: unknown, toolName: string) => {
    const code = codes[made.length];
    made.push(toolName);
    const outcome = code ? { ok: false, failure: { code, detail: `It was ${code}.` } } : { ok: true };
    return { outcome, log: [] } as never;
  };
  return { made, bench: { call } };
};

describe('a call of an import', () => {
  it('is made again if its runner was lost', async () => {
    const { bench, made } = sandboxWith('runner_lost');
    expect((await askSandbox(bench, {} as never, DESCRIBE)).outcome.ok).to.equal(true);
    expect(made).to.deep.equal(['describe', 'describe']);
  }).timeout(30_000);

  it('blames the machine if it cannot be made', async () => {
    const { bench } = sandboxWith('runner_lost', 'overloaded', 'runner_not_started');
    const error = await askSandbox(bench, {} as never, DESCRIBE).catch((one) => one);
    expect(error).to.include({ name: 'CommandFailed', exitCode: 3 });
    expect(error.message).to.contain('could not find out, in 3 attempts, why it is silent: It was runner_not_started.');
  }).timeout(30_000);

  it('is not made again if the package is at fault', async () => {
    const { bench, made } = sandboxWith('exceeded_memory');
    expect((await askSandbox(bench, {} as never, DESCRIBE)).outcome.ok).to.equal(false);
    expect(made).to.have.length(1);
  });
});
