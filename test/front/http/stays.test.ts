// Who may stay on a stream: asked once a second, by what would be asked of a new request.

import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import type { Context } from '../../../src/front/http/context.ts';
import type { Identified } from '../../../src/front/http/identify.ts';
import { Stays } from '../../../src/front/http/stays.ts';
import { CallError } from '../../../src/shared/protocol/errors.ts';

const ADA = { name: 'client:ada', client: 'ada', scopes: [] };
const streamOf = (): Context => ({ state: { caller: ADA } }) as unknown as Context;

describe('streams that stay open', function () {
  this.timeout(20_000);

  const endOf = (identify: () => Identified | Promise<Identified>): Promise<CallError> =>
    new Promise((resolve) => new Stays(identify).add(streamOf(), resolve));

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
    const stays = new Stays(async () => {
      asked += 1;
      await pause(2_500);
      return ADA;
    });
    const [first, second] = [streamOf(), streamOf()];
    const end = (): never => expect.fail('it may stay');
    stays.add(first, end);
    stays.add(second, end);
    stays.remove(second);
    expect(stays.size).to.equal(1);
    await pause(3_200);
    expect(asked, 'the issuer took two and a half seconds to answer').to.equal(1);
    stays.remove(first);
    expect(stays.size).to.equal(0);
    await pause(1_500);
    expect(asked).to.equal(1);
  });

  it('are asked nothing if everyone may come in', () => {
    const stays = new Stays(undefined);
    stays.add(streamOf(), () => expect.fail('everyone may stay'));
    expect(stays.size).to.equal(0);
  });
});
