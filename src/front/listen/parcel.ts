// Bundles messages between the listening threads and the main thread. All messages of one turn of the event loop travel as one, with all bodies
// in one piece of memory that is transferred, not copied.

import { TurnBatch } from '../../shared/protocol/turn-batch.ts';

/** A message that may have a body. */
export interface Item {
  /** Bytes of the body; absent for none. */
  readonly bodyBytes?: number;
}

export interface Parcel<Message extends Item> {
  readonly items: readonly Message[];
  /** All bodies, in the order of their items. */
  readonly bodies: ArrayBuffer;
}

interface Port {
  postMessage(message: unknown, transferList: ArrayBuffer[]): void;
}

const NO_BODY = Buffer.alloc(0);

/** Sends messages in their order, at the end of the turn in which they were added. */
export class Outbox<Message extends Item> {
  readonly #batch: TurnBatch<{ readonly message: Message; readonly body: Uint8Array }>;

  constructor(port: Port) {
    this.#batch = new TurnBatch((entries) => {
      const bodies = new Uint8Array(entries.reduce((bytes, { body }) => bytes + body.length, 0));
      let at = 0;
      for (const { body } of entries) {
        bodies.set(body, at);
        at += body.length;
      }
      const parcel: Parcel<Message> = { items: entries.map(({ message }) => message), bodies: bodies.buffer };
      port.postMessage(parcel, [bodies.buffer]);
    });
  }

  /** `message.bodyBytes` is the length of `body`. */
  add(message: Message, body: Uint8Array = NO_BODY): void {
    this.#batch.add({ message, body });
  }

  /** Sends all messages now, for one that has to arrive before anything that happens after this. */
  flush(): void {
    this.#batch.flush();
  }
}

/** Passes on each message with its body. */
export const unpack = <Message extends Item>(
  { items, bodies }: Parcel<Message>,
  take: (message: Message, body: Buffer) => void,
): void => {
  let at = 0;
  for (const item of items) {
    const { bodyBytes = 0 } = item;
    take(item, bodyBytes === 0 ? NO_BODY : Buffer.from(bodies, at, bodyBytes));
    at += bodyBytes;
  }
};
