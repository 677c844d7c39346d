// Writes the reports of a host to the log, and maps stacks of tools to places in their sources. Front process, main thread.

import { join } from 'node:path';
import { capsOf } from '../catalog/bundle/bundle-caps.ts';
import type { BundleRefusal, BundleStatus, CatalogSnapshot } from '../catalog/model/snapshot.ts';
import { versionOf } from '../catalog/model/versions.ts';
import type { Config } from '../settings/config.ts';
import type { SidePool } from '../shared/lifetime/side-pool.ts';
import { compositeKey } from '../shared/text/composite-key.ts';
import type { Host } from './host.ts';
import type { HostOptions } from './host-options.ts';
import { LEVEL_NUMBERS, type Level, levelOf } from './log/levels.ts';
import { type Log, type LogSurroundings, openLog } from './log/log.ts';
import { MapLink } from './sources/map-link.ts';
import { MappedLog, type MappedLogParts } from './sources/mapped-log.ts';

/** How long the last stacks may wait to be mapped when the server ends. After that they are written unmapped. */
const LAST_MAPS_MS = 1_000;
/** How long the last log lines may take to be written. */
const LAST_LINES_MS = 1_000;

type Reports = Required<Pick<HostOptions, 'onCall' | 'onAdmin' | 'onRefused' | 'onSwap' | 'onNotice' | 'onGuestLog'>>;

/** The log of a server, and the callbacks that write to it. */
export interface ServerLog {
  readonly log: Log;
  readonly reports: Reports;
  /** Sets the host, as soon as it serves. Its bundles have the source maps. */
  serves(host: Host): void;
  /** Logs settings without effect, each once until it has an effect again. */
  noteIdleSettings(): void;
  /** Writes what is left before the server ends for this reason. Takes about two seconds at most. */
  end(reason: string): Promise<void>;
}

/** Opens the log. `side` reads source maps. Returns a text with the reason if the log cannot be opened. */
export const openServerLog = (config: Config, side: SidePool, surroundings: LogSurroundings): ServerLog | string => {
  let log: Log;
  try {
    log = openLog(config.log, surroundings);
  } catch (error) {
    return `log.file: ${config.log.file} cannot be opened (${(error as NodeJS.ErrnoException).code}) → name a file that this user may write`;
  }
  // Lines that still wait are written when the process ends.
  process.once('exit', log.flushSync);
  let serving: Host | undefined;
  const { folder } = config.plugins;
  const maps = new MapLink({ side, caps: capsOf(config.plugins) });
  const guestLog = new MappedLog({
    pathOf: (digest) => {
      const bundle = serving?.catalog.bundles.find((candidate) => candidate.digest === digest);
      return bundle && join(folder, bundle.bundle);
    },
    link: maps,
    write: guestLinesTo(log),
  });
  const noteIdle = createIdleNotes(log);
  const noteIdleSettings = (): void => {
    if (serving) noteIdle(serving.idleSettings());
  };
  return {
    log,
    reports: { ...reportsTo(log, noteIdleSettings), onGuestLog: (origin, written) => guestLog.write(origin, written) },
    serves: (host) => {
      serving = host;
    },
    noteIdleSettings,
    end: async (reason) => {
      await guestLog.settled(LAST_MAPS_MS);
      await maps.close();
      await guestLog.settled();
      log.write('info', { reason }, 'stopped');
      await log.drained(LAST_LINES_MS);
    },
  };
};

const reportsTo = (log: Log, noteIdleSettings: () => void): Omit<Reports, 'onGuestLog'> => ({
  onCall: (entry) => log.call(entry),
  onAdmin: (entry) => log.write(levelOf(entry.code), entry, 'admin'),
  onRefused: (refusal) => log.write('warn', refusal, 'refused'),
  onSwap: (before, after) => {
    for (const { level, fields, message } of swapLines(before, after)) log.write(level, fields, message);
    noteIdleSettings();
  },
  onNotice: ({ level, text, fault }) => log.write(level, fault === undefined ? {} : { fault }, text),
});

const guestLinesTo =
  (log: Log): MappedLogParts['write'] =>
  ({ callId, toolName, pluginName }, written) => {
    for (const { level, denied, ...line } of written) {
      const origin = { callId, toolName, pluginName };
      if (denied) log.plugin(level, { ...origin, ...line, ...denied }, 'denied');
      else log.plugin(guestLevel(level), { ...origin, guestLevel: level, ...line }, 'guest');
    }
  };

/** `error` is for failures of this server, so a tool's error is a `warn`. */
const guestLevel = (level: Level): Level => (LEVEL_NUMBERS[level] > LEVEL_NUMBERS.warn ? 'warn' : level);

const createIdleNotes = (log: Log): ((found: readonly string[]) => void) => {
  let noted: ReadonlySet<string> = new Set();
  return (found) => {
    for (const detail of found) if (!noted.has(detail)) log.write('warn', { detail }, 'setting without effect');
    noted = new Set(found);
  };
};

interface LogLine {
  readonly level: 'info' | 'warn';
  readonly fields: object;
  readonly message: string;
}

const nameOf = ({ pluginName, version, digest }: BundleStatus) => ({ pluginName, version, digest });

function* served(before: CatalogSnapshot, after: CatalogSnapshot): Generator<LogLine> {
  const old = new Map(before.bundles.map((bundle) => [bundle.pluginName, bundle]));
  for (const bundle of after.bundles) {
    const was = old.get(bundle.pluginName);
    old.delete(bundle.pluginName);
    if (was?.digest === bundle.digest) continue;
    const { freshState, bundle: file } = bundle;
    const from = was && { before: was.version };
    yield {
      level: 'info',
      fields: { ...nameOf(bundle), ...from, bundle: file, mode: freshState.mode },
      message: 'serves',
    };
  }
  for (const bundle of old.values()) yield { level: 'info', fields: nameOf(bundle), message: 'serves no more' };
}

const textOf = ({ bundle, where, reason }: BundleRefusal): string => JSON.stringify([bundle, where, reason]);

function* notServing(before: CatalogSnapshot, after: CatalogSnapshot): Generator<LogLine> {
  const known = new Set(before.refused.map(textOf));
  for (const refusal of after.refused)
    if (!known.has(textOf(refusal))) yield { level: 'warn', fields: refusal, message: 'refused' };
  const waited = new Set(before.standby.map(({ digest, cause }) => compositeKey(cause, digest)));
  for (const { cause, pluginName, version, digest, bundle, changes } of after.standby) {
    if (waited.has(compositeKey(cause, digest))) continue;
    if (cause === 'waits for grants') {
      const fields = { pluginName, version, digest, bundle, hint: `toolcell grant ${pluginName}` };
      yield { level: 'warn', fields, message: cause };
    }
    if (cause !== 'waits for approval') continue;
    // The waiting content has replaced the serving one on disk. The serving one is only in memory, so a later start does not find it.
    const isGone = after.bundles.some((one) => one.pluginName === pluginName && one.bundle === bundle);
    const hint = `toolcell approve ${pluginName} ${version}${isGone ? '; until then what serves is in memory only, and gone after a restart' : ''}`;
    yield { level: 'warn', fields: { pluginName, version, digest, bundle, changes, hint }, message: cause };
  }
}

/** Bundles that go on under a signature that counts no more. Those that a signature is required of are refused. */
function* notTrusted(before: CatalogSnapshot, after: CatalogSnapshot): Generator<LogLine> {
  const signed = new Set(before.loaded.flatMap(({ digest, signedBy }) => (signedBy === undefined ? [] : digest)));
  for (const { bundle, manifest, digest, signedBy } of after.loaded)
    if (signedBy === undefined && signed.has(digest)) {
      const fields = { pluginName: manifest.name, version: versionOf(manifest), digest, bundle };
      const hint = `its signature is by no key of plugins.trustedKeys any more, so it serves as if it were not signed: toolcell remove ${manifest.name}, or set plugins.requireSignature`;
      yield { level: 'warn', fields: { ...fields, hint }, message: 'serves without a trusted signature' };
    }
}

/** The lines for a swap of `before` for `after`; none for what is unchanged. */
const swapLines = (before: CatalogSnapshot, after: CatalogSnapshot): readonly LogLine[] => [
  ...served(before, after),
  ...notServing(before, after),
  ...notTrusted(before, after),
];
