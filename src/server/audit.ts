// Records in the audit log what the server does or takes up: its start and end, requests of the admin API, plugins that come and go, changes of
// the configuration and of the API keys. Front process, main thread.

import type { BundleStatus, CatalogSnapshot } from '../catalog/model/snapshot.ts';
import type { KeyRecord } from '../front/doors/key-record.ts';
import type { AdminAction, AdminLogEntry } from '../front/http/admin.ts';
import type { Config } from '../settings/config.ts';
import { settingChanges, settingsInForce } from '../settings/live/setting-changes.ts';
import { systemCode } from '../shared/machine/system-code.ts';
import { checkAppendable } from './audit/append.ts';
import type { AuditChange } from './audit/entry.ts';
import { lostEntries } from './audit/lost.ts';
import { AuditRecorder } from './audit/recorder.ts';
import type { Log } from './log/log.ts';
import { StartRefused } from './start-refused.ts';

/** How long the last entries may take. */
const LAST_ENTRIES_MS = 2_000;
const SERVER = 'server';

/** Action of the admin API → action of an entry. The others only read. */
const ACTIONS: Readonly<Partial<Record<AdminAction, string>>> = {
  put: 'plugin.upload',
  import: 'plugin.import',
  remove: 'plugin.remove',
  approve: 'plugin.approve',
  rollback: 'plugin.rollback',
  unpin: 'plugin.unpin',
};

/** Records what happens to a server. No method throws or waits, but `stopped`. */
export interface ServerAudit {
  started(facts: { readonly version: string; readonly url: string; readonly catalog: CatalogSnapshot }): void;
  onAdmin(entry: AdminLogEntry): void;
  onSwap(before: CatalogSnapshot, after: CatalogSnapshot): void;
  /** The first keys are those at start. */
  onKeys(keys: readonly KeyRecord[]): void;
  /** `waiting`: settings that need a restart. */
  onConfigured(before: Config, after: Config, cause: string, waiting: readonly string[]): void;
  /** Resolves when all entries are written, or after about two seconds. */
  stopped(reason: string): Promise<void>;
}

/**
 * Opens the audit log; undefined if no setting names one. Throws {@link StartRefused} if the server may not write to it or it is a file of another
 * kind. A full disk, or one that is away, is only a line in the log, because it should cost no call.
 */
export const openServerAudit = async (config: Config, log: Pick<Log, 'write'>): Promise<ServerAudit | undefined> => {
  const { audit } = config;
  if (audit.file === '') return undefined;
  await checkAppendable(audit).catch((error: NodeJS.ErrnoException) => {
    const code = systemCode(error);
    if (AWAY.has(code ?? '')) return;
    const reason = code === undefined ? error.message : `${audit.file} cannot be written to (${code})`;
    throw new StartRefused(`audit.file: ${reason} → let the user of the server write to the file and its folder`);
  });
  // Before the entry of this start makes the log longer.
  const lost = await lostEntries(audit.file).catch(() => undefined);
  if (lost !== undefined) log.write('error', {}, lost);
  const recorder = new AuditRecorder({
    log: audit,
    onFault: (text) => log.write('error', {}, text),
    onMended: (text) => log.write('info', {}, text),
  });
  return auditOver(recorder, config, log);
};

/** No room, or a disk that does not answer. */
const AWAY: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EIO', 'EREMOTEIO', 'ESTALE']);

const auditOver = (recorder: AuditRecorder, config: Config, log: Pick<Log, 'write'>): ServerAudit => {
  const record = (change: Omit<AuditChange, 'who' | 'outcome'>): void =>
    recorder.record({ who: SERVER, outcome: 'ok', ...change });
  let keysNow: readonly KeyRecord[] | undefined;
  return {
    started: ({ version, url, catalog }) =>
      record({
        action: 'serve.start',
        to: {
          version,
          url,
          processId: process.pid,
          plugins: Object.fromEntries(catalog.bundles.map((bundle) => [bundle.pluginName, stateOf(bundle)])),
          settings: settingsInForce(config),
        },
      }),
    onAdmin: (entry) => {
      const change = adminChange(entry);
      if (change) recorder.record(change);
    },
    onSwap: (before, after) => {
      for (const change of swapChanges(before, after)) record(change);
    },
    onKeys: (keys) => {
      if (keysNow !== undefined) for (const change of keyChanges(keysNow, keys)) record(change);
      keysNow = keys;
    },
    onConfigured: (before, after, cause, waiting) => {
      const changes = settingChanges(before, after);
      if (changes === undefined) return;
      const detail = waiting.length === 0 ? {} : { detail: `waits for a restart: ${waiting.join(', ')}` };
      record({ action: 'config.change', subject: cause, ...changes, ...detail });
    },
    stopped: async (reason) => {
      record({ action: 'serve.stop', detail: reason });
      if (!(await recorder.settled(LAST_ENTRIES_MS)))
        log.write('error', {}, `the last entries of the audit log are lost (${recorder.fault || 'it is too slow'})`);
    },
  };
};

const adminChange = ({
  action: asked,
  admin,
  pluginName,
  version,
  digest,
  outcome,
  code,
  detail,
  callId,
}: AdminLogEntry): AuditChange | undefined => {
  const action = ACTIONS[asked];
  if (action === undefined) return undefined;
  const to = code === 'ok' ? { to: { version, digest, state: outcome } } : {};
  return { who: `admin:${admin}`, action, subject: pluginName, ...to, outcome: code, detail, callId };
};

const stateOf = ({ version, digest }: BundleStatus) => ({ version, digest });

type Change = Omit<AuditChange, 'who' | 'outcome'>;

function* swapChanges(before: CatalogSnapshot, after: CatalogSnapshot): Generator<Change> {
  const old = new Map(before.bundles.map((bundle) => [bundle.pluginName, bundle]));
  for (const bundle of after.bundles) {
    const was = old.get(bundle.pluginName);
    old.delete(bundle.pluginName);
    if (was?.digest === bundle.digest) continue;
    yield {
      action: 'plugin.serves',
      subject: bundle.pluginName,
      from: was ? stateOf(was) : null,
      to: stateOf(bundle),
      detail: bundle.bundle,
    };
  }
  for (const bundle of old.values())
    yield { action: 'plugin.serves', subject: bundle.pluginName, from: stateOf(bundle), to: null };
}

/** The file of keys as the server has taken it up, whoever changed it. Hashes of keys are left out. */
function* keyChanges(before: readonly KeyRecord[], after: readonly KeyRecord[]): Generator<Change> {
  const old = new Map(before.map((record) => [record.id, record]));
  for (const record of after) {
    const was = old.get(record.id);
    old.delete(record.id);
    if (JSON.stringify(was) === JSON.stringify(record)) continue;
    yield { action: 'keys.change', subject: record.id, from: was ? shownKey(was) : null, to: shownKey(record) };
  }
  for (const record of old.values())
    yield { action: 'keys.change', subject: record.id, from: shownKey(record), to: null };
}

const shownKey = ({ hash: _, ...shown }: KeyRecord): Omit<KeyRecord, 'hash'> => shown;
