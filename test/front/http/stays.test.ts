// Who may stay on a stream: asked once a second, by what would be asked of a new request.

import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import type { Context } from '../../../src/front/http/context.ts';
import type { Identified } from '../../../src/front/http/identify.ts';
import { type Repeat, Stays } from '../../../src/front/http/stays.ts';
import { CallError } from '../../../src/shared/protocol/errors.ts';

const ADA = { name: 'client:ada', client: 'ada', scopes: [] };
const streamOf = (): Context => ({ state: { caller: ADA } }) as unknown as Context;

describe('streams that stay open', () => {
  /** Stands for the timer: `askAll` is the work that it would do now; undefined while none runs. */
  let askAll: (() => void) | undefined;
  const byHand: Repeat = (work) => {
    askAll = work;
    return () => {
      askAll = undefined;
    };
  };

  const endOf = (identify: () => Identified | Promise<Identified>): Promise<CallError> =>
    new Promise((resolve) => {
      new Stays(identify, byHand).add(streamOf(), resolve);
      askAll?.();
    });

  it('are asked by the clock', async () => {
    const startMs = performance.now();
    await new Promise((resolve) => new Stays(() => ({ wrong: 'The key was revoked.' })).add(streamOf(), resolve));
    expect(performance.now() - startMs).to.be.at.least(990);
  });

  it('end with the reason for which a new request would be refused', async () => {
    const wrong = await endOf(() => ({ wrong: 'The key was revoked.' }));
    expect(wrong.failure).to.include({ code: 'unauthenticated', detail: 'The key was revoked.' });
    const down = new CallError('identity_unavailable', 'The issuer cannot be asked.');
    expect(await endOf(() => Promise.reject(down))).to.equal(down);
    const thrown = await endOf(() => {
      throw new Error('a fault of the host');
    });
    expect(thrown.failure.code).to.equal('internal');
    expect(thrown.message).not.to.contain('a fault of the host');
  });

  it('end if their credential names another caller', async () => {
    const other = await endOf(() => ({ ...ADA, name: 'client:eve', client: 'eve' }));
    expect(other.failure.code).to.equal('unauthenticated');
  });

  it('are asked one question at a time, and no more when they have ended', async () => {
    let asked = 0;
    let answer: (() => void) | undefined;
    const stays = new Stays(
      () =>
        new Promise<Identified>((resolve) => {
          asked += 1;
          answer = () => resolve(ADA);
        }),
      byHand,
    );
    const [first, second] = [streamOf(), streamOf()];
    const end = (): never => expect.fail('it may stay');
    stays.add(first, end);
    stays.add(second, end);
    stays.remove(second);
    expect(stays.size).to.equal(1);
    askAll?.();
    askAll?.();
    expect(asked, 'the issuer has not answered yet').to.equal(1);
    answer?.();
    await turn();
    askAll?.();
    expect(asked).to.equal(2);
    stays.remove(first);
    expect(stays.size).to.equal(0);
    expect(askAll, 'the timer').to.equal(undefined);
    answer?.();
  });

  it('are asked nothing if everyone may come in', () => {
    const stays = new Stays(undefined);
    stays.add(streamOf(), () => expect.fail('everyone may stay'));
    expect(stays.size).to.equal(0);
  });
});
