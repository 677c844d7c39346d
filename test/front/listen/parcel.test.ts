// Messages between threads: together at the end of a turn, or at once if something depends on it.

import { expect } from 'chai';
import { type Item, Outbox, type Parcel, unpack } from '../../../src/front/listen/parcel.ts';

interface Numbered extends Item {
  readonly number: number;
}

/** An outbox, and what has left it: a list for each parcel. */
const newOutbox = (): { readonly outbox: Outbox<Numbered>; readonly sent: (readonly [number, string])[][] } => {
  const sent: (readonly [number, string])[][] = [];
  const outbox = new Outbox<Numbered>({
    postMessage: (parcel) => {
      const items: (readonly [number, string])[] = [];
      unpack(parcel as Parcel<Numbered>, ({ number }, body) => items.push([number, body.toString()]));
      sent.push(items);
    },
  });
  return { outbox, sent };
};

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('the messages between threads', () => {
  it('of one turn travel together, in order and each with its body', async () => {
    const { outbox, sent } = newOutbox();
    outbox.add({ number: 1, bodyBytes: 3 }, Buffer.from('one'));
    outbox.add({ number: 2 });
    outbox.add({ number: 3, bodyBytes: 5 }, Buffer.from('three'));
    expect(sent).to.deep.equal([]);
    await turn();
    expect(sent).to.deep.equal([
      [
        [1, 'one'],
        [2, ''],
        [3, 'three'],
      ],
    ]);
  });

  it('leave at once if they have to, after those before them', async () => {
    const { outbox, sent } = newOutbox();
    outbox.add({ number: 1 });
    outbox.add({ number: 2 });
    outbox.flush();
    expect(sent).to.deep.equal([
      [
        [1, ''],
        [2, ''],
      ],
    ]);
    outbox.add({ number: 3 });
    await turn();
    expect(sent.slice(1)).to.deep.equal([[[3, '']]]);
  });
});
