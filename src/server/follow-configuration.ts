// Makes a running server follow the files of its configuration, and secrets. Front process, main thread.

import { resolve } from 'node:path';
import { LiveConfig } from '../settings/live/live-config.ts';
import { watchFiles } from '../settings/live/watch-file.ts';
import { DEFAULT_FILE, type LoadedConfig, type LoadRequest } from '../settings/load/load.ts';
import type { ExternalValues } from '../settings/load/secrets.ts';
import type { ServerAudit } from './audit.ts';
import type { ConfigurationState } from './configuration-state.ts';
import type { Host } from './host.ts';
import { AGAIN, createReconfigure } from './reconfigure.ts';
import type { ServerLog } from './server-log.ts';

/** How often a refused configuration is read again. A file may have changed and be out of reach when it is read, and nothing changes when it is back. */
const AGAIN_MS = 5_000;

/** The configuration at start, with the secrets and certificates that it names. */
export interface Settings {
  readonly ok: true;
  readonly loaded: LoadedConfig;
  readonly externalValues: ExternalValues;
  readonly warnings: readonly string[];
}

/** What became of the configuration when it was last read. */
export interface Reading {
  state: ConfigurationState;
}

export interface Following {
  /** False if changes are taken up by a signal only. */
  readonly isFollowing: boolean;
  readonly reconfigure: (cause: string) => Promise<void>;
  close(): void;
}

export interface FollowingParts {
  readonly source: LoadRequest;
  readonly serverLog: ServerLog;
  readonly audit: ServerAudit | undefined;
  readonly reading: Reading;
}

/** Follows changes of the configuration: at once if its files are watched, else when `reconfigure` is called. */
export const followConfiguration = (
  host: Host,
  { loaded, externalValues, warnings }: Settings,
  { source, serverLog, audit, reading }: FollowingParts,
): Following => {
  const { log, noteIdleSettings } = serverLog;
  const live = new LiveConfig({ ...source, loaded, externalValues });
  const reconfigure = createReconfigure(live, host, {
    log,
    warned: warnings,
    onConfigured: noteIdleSettings,
    onChange: audit?.onConfigured,
    onRead: (state) => {
      reading.state = state;
    },
  });
  if (!loaded.config.plugins.watch) return { isFollowing: false, reconfigure, close: () => {} };
  const watching = watchFiles(
    () => filesOf(live, loaded),
    () => void reconfigure('file'),
  );
  const again = setInterval(() => void reconfigure(AGAIN), AGAIN_MS).unref();
  // The files may have changed while the server started.
  void reconfigure('start');
  return {
    isFollowing: true,
    reconfigure,
    close: () => {
      watching.close();
      clearInterval(again);
    },
  };
};

/** The configuration file, even if it does not exist yet, and the files of secrets. */
const filesOf = ({ config }: LiveConfig, { file }: LoadedConfig): readonly string[] => [
  file ?? resolve(DEFAULT_FILE),
  ...Object.values(config.secrets).flatMap((binding) => binding.file ?? []),
];
