// The streams of changes that are open: how many a caller may have, and which of them hear of a change. Front process, main thread.

import { setImmediate } from 'node:timers/promises';
import { CallError } from '../../shared/protocol/errors.ts';
import { Shares } from './shares.ts';

export interface ChangeStream {
  /** Who has a share of the streams. */
  readonly owner: string;
  /** The entity tag of the list that its caller gets at its address now. Throws if there is no such list. */
  readonly etag: () => string;
  /** Tells the caller that its list has changed. */
  readonly tell: () => void;
}

interface Open {
  readonly stream: ChangeStream;
  heardOf: string | undefined;
}

/** Half of the connections may be such streams, and half of these may be of one owner. */
const STREAMS_OF_CONNECTIONS = 0.5;

export class ListChanges {
  readonly #shares: Shares;
  readonly #open = new Set<Open>();
  #isTelling = false;
  #hasChanged = false;

  constructor(maxConnections: number) {
    this.#shares = new Shares(maxConnections * STREAMS_OF_CONNECTIONS);
  }

  /** Adds a stream until the function that it returns is called. Fails with: overloaded. */
  add(stream: ChangeStream): () => void {
    if (!this.#shares.take(stream.owner)) throw tooMany();
    const open: Open = { stream, heardOf: etagOf(stream) };
    this.#open.add(open);
    return () => {
      if (this.#open.delete(open)) this.#shares.giveBack(stream.owner);
    };
  }

  /**
   * Tells the callers whose own list is another one now. Others would learn that something changed that they may not see. Each list may have to be
   * made, so each stream has a turn of its own.
   */
  async toolsChanged(): Promise<void> {
    this.#hasChanged = true;
    if (this.#isTelling) return;
    this.#isTelling = true;
    while (this.#hasChanged) {
      this.#hasChanged = false;
      for (const open of this.#open) {
        await setImmediate();
        if (this.#open.has(open)) tellOf(open);
      }
    }
    this.#isTelling = false;
  }
}

const tellOf = (open: Open): void => {
  const etag = etagOf(open.stream);
  if (etag === open.heardOf) return;
  open.heardOf = etag;
  open.stream.tell();
};

/** Undefined if there is no list, such as after a toolset was removed. */
const etagOf = ({ etag }: ChangeStream): string | undefined => {
  try {
    return etag();
  } catch {
    return undefined;
  }
};

const tooMany = (): CallError =>
  new CallError(
    'overloaded',
    'All streams of changes, or all that one caller may have, are open. Read the list again after its `ttlMs`, or end a stream.',
    { more: { limit: 'maxConnections', setting: 'server.maxConnections', retryAfterMs: 10_000 } },
  );
