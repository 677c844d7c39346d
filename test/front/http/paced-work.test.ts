// Work that is done once for a list: in turns, with pauses, and with a share for each caller.

import { expect } from 'chai';
import { PacedWork, REFUSAL_MS } from '../../../src/front/http/paced-work.ts';

/** Lets everything run that does not wait for a pause. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('paced work', () => {
  it('is done one piece after the other, with a pause of four times its time between them', async () => {
    const pauses: { ms: number; end: () => void }[] = [];
    const paced = new PacedWork((ms) => new Promise((end) => pauses.push({ ms, end })));
    const done: number[] = [];
    const work = (number: number) => (): void => {
      for (const startMs = performance.now(); performance.now() - startMs < 5; );
      done.push(number);
    };
    const all = [1, 2].map((number) => paced.run('a', work(number)));
    await settle();
    expect(done).to.deep.equal([1]);
    expect(pauses[0]?.ms).to.be.at.least(20);
    pauses[0]?.end();
    await Promise.all(all);
    expect(done).to.deep.equal([1, 2]);
  });

  it('goes on after work that failed', async () => {
    const paced = new PacedWork(async () => {});
    const failed = await paced
      .run('a', () => {
        throw new Error('broken');
      })
      .catch((error: Error) => error.message);
    expect(failed).to.equal('broken');
    expect(await paced.run('a', () => 'next')).to.equal('next');
  });

  it('is refused to a caller that waits for too much, after a while, and not to others', async () => {
    const ends: (() => void)[] = [];
    const paced = new PacedWork((ms) => new Promise((end) => (ms < REFUSAL_MS ? undefined : ends.push(end))));
    void paced.run('a', () => {});
    await settle();
    const codes: unknown[] = [];
    const ask = (owner: string): void => {
      paced.run(owner, () => {}).catch((error) => codes.push([owner, error.failure.code, error.failure.limit]));
    };
    for (let asked = 0; asked < 33; asked += 1) ask('a');
    ask('b');
    await settle();
    expect(codes).to.deep.equal([]);
    for (const end of ends) end();
    await settle();
    expect(codes).to.deep.equal([['a', 'overloaded', 'newLists']]);
  });
});
