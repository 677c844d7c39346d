// Connects the search for tools with the operator's embedding endpoint, if there is one. Front process, main thread.

import type { Dispatcher } from '../broker/queue/dispatcher.ts';
import type { Meanings } from '../catalog/meaning/meanings.ts';
import { type CatalogSnapshot, listedIn } from '../catalog/model/snapshot.ts';
import type { Config } from '../settings/config.ts';
import type { Notice } from '../shared/protocol/task.ts';
import type { SearchParts } from './discovery.ts';

/** Loads what it needs once there is an endpoint. */
export const openMeanings = async (
  dispatcher: Pick<Dispatcher, 'embed'>,
  snapshot: () => CatalogSnapshot,
  configNow: () => Config,
  onNotice: (notice: Notice) => void,
) => {
  let meanings: Meanings | undefined;
  let isClosed = false;
  const follow = (): void => meanings?.follow(listedIn(snapshot().loaded, configNow()).map(({ manifest }) => manifest));
  const configure = async ({ discovery }: Config): Promise<void> => {
    const { url, model, secret, timeoutMs } = discovery.embeddings;
    if (url === '' && !meanings) return;
    const { Meanings } = await import('../catalog/meaning/meanings.ts');
    if (isClosed) return;
    meanings ??= new Meanings({ embed: (request) => dispatcher.embed(request), onNotice });
    meanings.use(url !== '' ? { url, model, secret, timeoutMs } : undefined);
    follow();
  };
  await configure(configNow());
  const meaningOf: SearchParts['meaningOf'] = async (query, tools, sharer) => meanings?.of(query, tools, sharer);
  return {
    meaningOf,
    /** Follows another configuration, whose secrets are in force. */
    configure,
    follow,
    close: (): void => {
      isClosed = true;
      meanings?.close();
    },
  };
};
