// Remembers the key that each connection sent last, because most send the same one with every request. Front process.

import { hasExpired, type KeyRecord } from './key-record.ts';
import type { KeyRefusal, Keyring } from './keyring.ts';

interface Last {
  readonly text: string;
  readonly record: KeyRecord;
  readonly generation: number;
}

/** Finds keys as the keyring does. A key that its connection has just sent needs no hash; a revoked one is refused with the next request. */
export class LastKeys {
  readonly #keys: Keyring;
  readonly #last = new WeakMap<object, Last>();

  constructor(keys: Keyring) {
    this.#keys = keys;
  }

  find(connection: object, text: string, nowMs: number = Date.now()): KeyRecord | KeyRefusal {
    const { generation } = this.#keys;
    const last = this.#last.get(connection);
    if (last !== undefined && last.generation === generation && isSame(last.text, text))
      return hasExpired(last.record, nowMs) ? 'expired' : last.record;
    const found = this.#keys.find(text, nowMs);
    if (typeof found !== 'string') this.#last.set(connection, { text, record: found, generation });
    return found;
  }
}

/** Takes as long for any two texts of one length. A proxy may send the requests of several callers over one connection. */
const isSame = (one: string, other: string): boolean => {
  if (one.length !== other.length) return false;
  let difference = 0;
  for (let at = 0; at < one.length; at += 1) difference |= one.charCodeAt(at) ^ other.charCodeAt(at);
  return difference === 0;
};
