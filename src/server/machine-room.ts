// Compares what the configuration can use with what this machine gives the server: memory and open files. For start-up and `toolcell doctor`.
// Front process, main thread.

import type { Config } from '../settings/config.ts';
import { type MemoryLimit, memoryLimit } from '../shared/machine/memory-limit.ts';
import { BYTES_PER_MB, memoryNeedMb, runnersFor } from '../shared/machine/memory-need.ts';
import { openFilesLimit } from '../shared/machine/open-files.ts';

type RoomConfig = Pick<Config, 'pool' | 'limits' | 'server'>;

export interface Room {
  readonly check: 'memory' | 'open files';
  /** What the configuration needs and what there is, in one sentence. */
  readonly found: string;
  /** What to do; absent if there is enough. */
  readonly advice?: string;
}

/** Memory for ordinary plugins. If the kernel ends all processes of the control group at its limit, memory for the largest ones. */
export const memoryRoom = ({ pool, limits }: RoomConfig, limit: MemoryLimit = memoryLimit()): Room => {
  const { runners } = pool;
  const needMb = memoryNeedMb(runners, limit.endsAll ? limits.runnerRssMb : undefined);
  const limitMb = Math.floor(limit.bytes / BYTES_PER_MB);
  const there = `${limit.setBy} gives this server ${limitMb} MB`;
  const kind = limit.endsAll ? `of ${limits.runnerRssMb} MB each (limits.runnerRssMb)` : 'with ordinary plugins';
  const found = `pool.runners is ${runners}: with that many runners ${kind}, the server uses ${needMb} MB; ${there}`;
  if (needMb <= limitMb) return { check: 'memory', found };
  const fewer = runnersFor(limit.bytes, limit.endsAll ? limits.runnerRssMb : undefined);
  const result = limit.endsAll ? 'the whole server (memory.oom.group)' : 'runners, and their calls are lost';
  const change = fewer < runners ? `set pool.runners to ${fewer}, or raise` : 'raise';
  return {
    check: 'memory',
    found,
    advice: `beyond that the kernel ends ${result}: ${change} the limit to ${needMb} MB`,
  };
};

/** Files that the server has open besides connections of callers and runners: its own, and connections that tools make. Measured: 45 when idle. */
const OWN_FILES = 96;
/** A runner's connection, and what its control thread reads and starts it with. */
const FILES_PER_RUNNER = 8;
/** So many callers come in even if the rest does not fit. */
const LEAST_CONNECTIONS = 8;

const filesBesides = ({ pool }: RoomConfig): number => OWN_FILES + (pool.runners + 1) * FILES_PER_RUNNER;

export const filesRoom = (config: RoomConfig, limit: number | undefined = openFilesLimit()): Room => {
  const { maxConnections } = config.server;
  const need = filesBesides(config) + maxConnections;
  const found = `server.maxConnections is ${maxConnections}: with that many connections and ${config.pool.runners} runners the server opens ${need} files`;
  if (limit === undefined) return { check: 'open files', found };
  const told = `${found}; it may open ${limit}`;
  if (need <= limit) return { check: 'open files', found: told };
  const taken = connectionsFor(config, limit);
  const advice = `the server takes ${taken} connections, so that runners can start: raise the limit to ${need} (LimitNOFILE= of systemd, ulimit -n), or set server.maxConnections to ${taken}`;
  return { check: 'open files', found: told, advice };
};

/** How many connections the server takes: `server.maxConnections`, or fewer if runners and files would have no room besides. */
export const connectionsFor = (config: RoomConfig, limit: number | undefined = openFilesLimit()): number => {
  const { maxConnections } = config.server;
  if (limit === undefined) return maxConnections;
  return Math.min(maxConnections, Math.max(LEAST_CONNECTIONS, limit - filesBesides(config)));
};

/** A line for each thing of which there is too little. */
export const roomWarnings = (config: RoomConfig): readonly string[] =>
  [memoryRoom(config), filesRoom(config)].flatMap(({ found, advice }) =>
    advice === undefined ? [] : [`${found}; ${advice}`],
  );
