// Finds out at start whether the store's file is empty or gone although it was made before. Front process and command line.

import { type Config, isRedisStore } from '../settings/config.ts';
import { isEmptied } from '../shared/lifetime/known-file.ts';

/** What is gone, as a sentence with what to do; undefined if nothing is. */
export const emptiedStore = async ({ store }: Pick<Config, 'store'>): Promise<string | undefined> =>
  !isRedisStore(store) && (await isEmptied(store.file))
    ? `the store ${store.file} was made before, and is empty or gone now: plugins find none of their values → put the last good copy back; if it was emptied on purpose, there is nothing to do`
    : undefined;
