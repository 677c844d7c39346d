// The callers of the soak of the doors: clients of several organisations with different scopes, and the keys that they hold.

import { createKey } from '../../../src/front/doors/issue-keys.ts';
import type { KeyRecord } from '../../../src/front/doors/key-record.ts';

/** A client as rules see it. */
export interface Person {
  readonly client: string;
  readonly org: string;
  readonly scopes: readonly string[];
}

/** A client, and the key that it sends now. */
export interface KeyHolder extends Person {
  key: string;
  keyId: string;
}

export const ORGS: readonly string[] = Array.from({ length: 10 }, (_, at) => `org-${at}`);
export const SCOPES: readonly string[] = ['read', 'write', 'READ', 'admin', 'tools:call'];
export const TOOLS: readonly string[] = Array.from({ length: 10 }, (_, at) => `${at % 2 === 0 ? 'get' : 'set'}_${at}`);

/** The client's name by its number. */
export const clientName = (at: number): string => `client-${at}`;

/** Makes `count` clients with a key each, and the list of keys that servers read. */
export const invite = (count: number): { readonly holders: KeyHolder[]; readonly keys: readonly KeyRecord[] } => {
  let keys: readonly KeyRecord[] = [];
  const holders = Array.from({ length: count }, (_, at): KeyHolder => {
    const person: Person = {
      client: clientName(at),
      org: ORGS[at % ORGS.length] as string,
      // Each subset of the scopes, one after the other.
      scopes: SCOPES.filter((_scope, bit) => ((at >> bit) & 1) === 1),
    };
    const change = createKey(keys, person, undefined);
    keys = change.keys;
    return { ...person, key: change.result.key, keyId: change.result.record.id };
  });
  return { holders, keys };
};
