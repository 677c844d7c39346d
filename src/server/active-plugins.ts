// Keeps the names of the cordons that were called, so that the next start has processes for them before it is ready. Front process, main thread.
// Decision 0060.
//
// The list only says for which plugins to start a process first: it names no file, and a name that no plugin has is left out. So a list that is
// damaged, old or made up costs a few processes at most.

import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Dispatcher } from '../broker/queue/dispatcher.ts';
import { removeUnused } from '../catalog/load/program-cache.ts';
import { writeWhole } from '../shared/lifetime/whole-file.ts';
import type { ToolRoute } from '../shared/protocol/call.ts';
import type { Notice } from '../shared/protocol/task.ts';

/** For servers that are ended without a signal. */
const KEEP_EVERY_MS = 60_000;
/** The server is ready after this time, whatever has started by then. */
const WARM_UP_MS = 10_000;
const MOST_NAMES = 256;
const MOST_CHARACTERS = 200;

export interface ActivePlugins {
  /** Resolves when the plugins that were active have a process, or after {@link WARM_UP_MS}. Never rejects. */
  readonly warmedUp: Promise<void>;
  /** Keeps the names. */
  close(): Promise<void>;
}

export interface ActivePluginsOptions {
  /** Nothing is kept without it. */
  readonly cacheFolder: string | undefined;
  readonly pluginsFolder: string;
  /** Routes by tool name, as they are now. */
  readonly routes: ReadonlyMap<string, ToolRoute>;
  readonly dispatcher: Pick<Dispatcher, 'warmUp' | 'activeCordons'>;
  readonly onNotice?: (notice: Notice) => void;
}

/** Begins to start processes for the plugins that were active before, and keeps the names of those that are active now and then. */
export const openActivePlugins = ({
  cacheFolder,
  pluginsFolder,
  routes,
  dispatcher,
  onNotice = () => {},
}: ActivePluginsOptions): ActivePlugins => {
  if (cacheFolder === undefined) return { warmedUp: Promise.resolve(), close: async () => {} };
  // Servers of one user share the folder.
  const server = createHash('sha256').update(pluginsFolder).digest('hex').slice(0, 32);
  const file = join(cacheFolder, 'active', `${server}.json`);
  let kept = '';
  const keep = async (): Promise<void> => {
    const text = JSON.stringify({ cordons: dispatcher.activeCordons().slice(0, MOST_NAMES) });
    if (text === kept || text === NOTHING) return;
    kept = text;
    // A list that is lost only makes first calls slower.
    const keeping = async (): Promise<void> => {
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      await writeWhole(file, text, { mode: 0o600, isFlushed: false });
      await removeUnused(dirname(file));
    };
    await keeping().catch(() => {});
  };
  const timer = setInterval(() => void keep(), KEEP_EVERY_MS);
  const warmUp = async (): Promise<void> => {
    const names = await readActive(file, onNotice);
    if (names.length === 0) return;
    const timeIsUp = new AbortController();
    const late = setTimeout(WARM_UP_MS, undefined, { signal: timeIsUp.signal, ref: false }).catch(() => {});
    await Promise.race([dispatcher.warmUp(names, routes.values(), timeIsUp.signal), late]);
    timeIsUp.abort();
  };
  return {
    warmedUp: warmUp(),
    close: async () => {
      clearInterval(timer);
      await keep();
    },
  };
};

const NOTHING = JSON.stringify({ cordons: [] });

/** The names in a file; none if there is no file, or if it is not as this host writes it. */
const readActive = async (file: string, onNotice: (notice: Notice) => void): Promise<readonly string[]> => {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return [];
  const names = namesIn(text);
  if (names) return names;
  onNotice({
    level: 'warn',
    text: `the list of active plugins is damaged and is not used; the next one replaces it: ${file}`,
  });
  return [];
};

const namesIn = (text: string): readonly string[] | undefined => {
  try {
    const list: unknown = JSON.parse(text);
    if (typeof list !== 'object' || list === null || Object.keys(list).join() !== 'cordons') return undefined;
    const { cordons } = list as { readonly cordons: unknown };
    const isName = (name: unknown): boolean => typeof name === 'string' && name.length <= MOST_CHARACTERS;
    return Array.isArray(cordons) && cordons.length <= MOST_NAMES && cordons.every(isName) ? cordons : undefined;
  } catch {
    return undefined;
  }
};
