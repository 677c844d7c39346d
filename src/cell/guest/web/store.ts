// context.store: entries that the host keeps beyond a call. Runs inside the isolate, as a group of web APIs. Every method sends one
// host request, and the host decides what the plugin sees. All calls get the same object, which keeps no state.

import type { WebGroup } from '../scripts/parts.ts';
import { errorMaker } from './standard/host-errors.ts';
import type { ExceptionType } from './standard/interface.ts';

interface Entry {
  readonly key: string;
  readonly version: string;
  readonly expiresAt?: number;
}

interface Page {
  readonly entries: readonly Entry[];
  readonly next?: string;
}

/** Keys that the iterator requests at a time. */
const PAGE = 1_000;

export const install: WebGroup = ({ hostRequest, placeOf }, made) => {
  const { parse, stringify } = JSON;
  const { freeze } = Object;
  const NativePromise = Promise;
  const errorOf = errorMaker(made.DOMException as ExceptionType | undefined);

  /** Sends options unchanged: the host refuses unknown ones. `place`: where the plugin called. */
  const question = <Given>(place: object, options: unknown, members: object): Promise<Given> =>
    new NativePromise((resolve, reject) => {
      const text = stringify({ ...(options as object | undefined), ...members });
      hostRequest('store', text, (ok, answer, refuse) => {
        if (ok) resolve(parse(answer) as Given);
        else reject(refuse(errorOf(answer), place));
      });
    });

  const find = async (place: object, key: string): Promise<(Entry & { readonly value: unknown }) | undefined> => {
    const given = await question<(Entry & { readonly value: string }) | null>(place, undefined, { op: 'get', key });
    return given === null ? undefined : { ...given, value: parse(given.value) as unknown };
  };

  const list = (place: object, options?: object): Promise<Page> => question(place, options, { op: 'list' });

  const store = {
    async get(key: string): Promise<unknown> {
      return (await find(placeOf(store.get), key))?.value;
    },
    async entry(key: string): Promise<(Entry & { readonly value: unknown }) | undefined> {
      return find(placeOf(store.entry), key);
    },
    async set(key: string, value: unknown, options?: object): Promise<Entry> {
      const text = stringify(value) as string | undefined;
      if (text === undefined)
        throw new TypeError('The store takes values that JSON can hold, not undefined, a function or a symbol.');
      return question(placeOf(store.set), options, { op: 'set', key, value: text });
    },
    async delete(key: string, options?: object): Promise<boolean> {
      return question(placeOf(store.delete), options, { op: 'delete', key });
    },
    async list(options?: object): Promise<Page> {
      return list(placeOf(store.list), options);
    },
    async *keys(prefix = ''): AsyncGenerator<string, void, void> {
      let after = '';
      for (;;) {
        const { entries, next } = await list(placeOf(store.keys), { prefix, after, limit: PAGE });
        for (let i = 0; i < entries.length; i += 1) yield (entries[i] as Entry).key;
        if (next === undefined) return;
        after = next;
      }
    },
  };
  return { globals: {}, context: { store: freeze(store) } };
};
