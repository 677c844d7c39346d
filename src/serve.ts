// The composition root: reads the configuration, starts a host, says so, and ends it in order when it is asked to.
// Exit codes: 0 after an orderly end, 2 for a bad configuration or flag, 3 when the host cannot start or fails, 128 and a signal's number when that
// signal ended it at once.

import { join, resolve } from 'node:path';
import { inspect } from 'node:util';
import own from '../package.json' with { type: 'json' };
import type { HintFlags } from './cli/operate/hint.ts';
import { during } from './cli/progress.ts';
import { startUpText } from './cli/start-up-text.ts';
import { swapLines } from './cli/swap-lines.ts';
import { createTakeUp } from './cli/take-up.ts';
import type { Config } from './config/config.ts';
import { LiveConfig } from './config/live-config.ts';
import { DEFAULT_FILE, type LoadedConfig, loadConfig } from './config/load.ts';
import { loadReach } from './config/secrets.ts';
import { watchFiles } from './config/watch-file.ts';
import type { Host, HostOptions } from './host.ts';
import { Ending, type WatchWrapper } from './lifetime/ending.ts';
import { LEVEL_NUMBERS, type Level, levelOf } from './log/levels.ts';
import { type Log, openLog } from './log/log.ts';
import { beginSandbox, StartRefused } from './sandbox.ts';
import { MapLink } from './sources/map-link.ts';
import { MappedLog } from './sources/mapped-log.ts';

const USAGE = `Usage: npm start -- [--port N] [--host ADDRESS] [--plugins DIR] [--config FILE]

Serves the plugins of a folder: GET /mcp/metadata lists their tools, POST /mcp/callTool calls one.
Settings are described in docs/configuration.md; "toolcell config" prints those in force.
`;

/** How long the last stacks may wait for their lines when the server ends; then they are written as they are. */
const LAST_MAPS_MS = 1_000;
/** How long the last lines of the log may take to be written. */
const LAST_LINES_MS = 1_000;

/** Starts serving; resolves with an exit code where there is nothing to serve. `cacheFolder` keeps what takes long to make between starts; undefined to keep nothing. */
export const serve = async (
  cacheFolder: string | undefined,
  watchWrapper: WatchWrapper,
): Promise<number | undefined> => {
  if (process.argv.includes('--help') || process.argv.includes('-h')) {
    process.stdout.write(USAGE);
    return 0;
  }
  for (const stream of [process.stdout, process.stderr]) stream.on('error', ignore);
  const loaded = loadConfig({ cwd: process.cwd(), args: process.argv.slice(2), env: process.env });
  if (!loaded.ok) {
    process.stderr.write(`${loaded.problems.join('\n')}\n`);
    return 2;
  }
  const reach = loadReach({ ...loaded, env: process.env, cwd: process.cwd() });
  if (!reach.ok) {
    process.stderr.write(`${reach.problems.join('\n')}\n`);
    return 2;
  }
  const live = new LiveConfig({
    cwd: process.cwd(),
    args: process.argv.slice(2),
    env: process.env,
    loaded,
    reach: reach.reach,
  });
  const log = startLog(loaded.config);
  if (typeof log === 'string') {
    process.stderr.write(`${log}\n`);
    return 2;
  }
  for (const warning of reach.warnings) log.write('warn', {}, warning);
  let serving: Host | undefined;
  const noteIdle = createIdleNotes(log);
  const { folder, bundleBytes: bytes, bundleFiles: files } = loaded.config.plugins;
  const maps = new MapLink({ caps: { bytes, files } });
  const guestLog = new MappedLog({
    pathOf: (digest) => {
      const bundle = serving?.catalog.bundles.find((each) => each.digest === digest);
      return bundle && join(folder, bundle.bundle);
    },
    link: maps,
    write: ({ callId, toolName, pluginName }, written) => {
      for (const { level, denied, ...line } of written) {
        const origin = { callId, toolName, pluginName };
        if (denied) log.plugin(level, { ...origin, ...line, ...denied }, 'denied');
        else log.plugin(guestLevel(level), { ...origin, guestLevel: level, ...line }, 'guest');
      }
    },
  });
  const options: HostOptions = {
    config: loaded.config,
    reach: reach.reach,
    ...(cacheFolder !== undefined && { cacheFolder }),
    searchPath: process.env.PATH ?? '',
    onCall: (entry) => log.call(entry),
    onAdmin: (entry) => log.write(levelOf(entry.code), entry, 'admin'),
    onRefused: (refusal) => log.write('warn', refusal, 'refused'),
    onSwap: (before, after) => {
      for (const { level, fields, message } of swapLines(before, after)) log.write(level, fields, message);
      if (serving) noteIdle(serving.idleSettings());
    },
    onNotice: ({ level, text }) => log.write(level, {}, text),
    onGuestLog: (origin, written) => guestLog.write(origin, written),
  };
  const ending = new Ending(watchWrapper, (error) => process.stderr.write(`${inspect(error)}\n`));
  try {
    const host = await startWatched(options);
    serving = host;
    // From the start of the process, the loading of the server's own code included.
    const startedMs = performance.now();
    const { url, catalog } = host;
    const counts = {
      plugins: catalog.bundles.length,
      tools: catalog.toolNames.length,
      refused: catalog.refused.length,
    };
    noteIdle(host.idleSettings());
    log.write('info', { version: own.version, processId: process.pid, url, ...counts, startedMs }, 'started');
    const { store: storeTrouble } = await host.readiness();
    const startUp = { startMs: startedMs, flags: hintFlagsOf(loaded), storeTrouble };
    process.stdout.write(startUpText(host, loaded.config, startUp));
    const takeUp = createTakeUp(live, host, {
      log,
      warned: reach.warnings,
      onConfigured: () => noteIdle(host.idleSettings()),
    });
    const watching = loaded.config.plugins.watch
      ? watchFiles(
          () => filesOf(live, loaded),
          () => void takeUp('file'),
        )
      : undefined;
    // What was written while the server started.
    if (watching) void takeUp('start');
    const { shutdownMs } = loaded.config.server;
    ending.serves({
      close: async (reason) => {
        process.stdout.write(lastWords(reason, shutdownMs));
        log.write('info', { reason }, 'stopping');
        watching?.close();
        await host.close();
        await guestLog.settled(LAST_MAPS_MS);
        await maps.close();
        await guestLog.settled();
        log.write('info', { reason }, 'stopped');
        await log.drained(LAST_LINES_MS);
      },
      reload: () => {
        void takeUp('SIGHUP');
        void host.reload();
      },
    });
    return undefined;
  } catch (error) {
    process.stderr.write(`${error instanceof StartRefused ? error.message : inspect(error)}\n`);
    return 3;
  }
};

/** Starts the host; on a terminal the start says what it is doing, on a line that is taken away again. */
const startWatched = (options: HostOptions): Promise<Host> => {
  if (process.stderr.isTTY !== true) return startEarly(options);
  const { stderr, env } = process;
  return during({ stderr, env }, 'Starting', (tell) => startEarly({ ...options, onProgress: tell }));
};

/** Starts a host. Its threads and processes start while the rest of it is loaded. */
const startEarly = async (options: HostOptions): Promise<Host> => {
  const sandbox = beginSandbox(options);
  // Modules that load would keep it from coming to its threads.
  await sandbox.release.catch(() => {});
  const { startHost } = await import('./host.ts');
  return startHost({ ...options, sandbox });
};

/** The log; what is kept when the process ends is written as it ends. A text says why it cannot be opened. */
const startLog = ({ log: settings }: Config): Log | string => {
  try {
    const log = openLog(settings, {
      isTerminal: process.stderr.isTTY === true,
      env: process.env,
      onFault: (fault) => void process.stderr.write(`${fault}\n`),
    });
    process.once('exit', log.flushSync);
    return log;
  } catch (error) {
    return `log.file: ${settings.file} cannot be opened (${(error as NodeJS.ErrnoException).code}) → name a file that this user may write`;
  }
};

/** The configuration file, or the one that would be read if it were there, and files that secrets are in. */
const filesOf = ({ config }: LiveConfig, { file }: LoadedConfig): readonly string[] => [
  file ?? resolve(DEFAULT_FILE),
  ...Object.values(config.secrets).flatMap((binding) => binding.file ?? []),
];

/** What a command has to be given to mean the same configuration and folder. */
const hintFlagsOf = ({ file, sources, config }: LoadedConfig): HintFlags => ({
  config: file === undefined || file === resolve(DEFAULT_FILE) ? undefined : file,
  plugins: /^(--plugins|TOOLCELL_PLUGINS)$/.test(sources['plugins.folder'] ?? '') ? config.plugins.folder : undefined,
});

/** Logs settings without effect, each once for as long as it has none. */
const createIdleNotes = (log: Log): ((found: readonly string[]) => void) => {
  let told: ReadonlySet<string> = new Set();
  return (found) => {
    for (const detail of found) if (!told.has(detail)) log.write('warn', { detail }, 'setting without effect');
    told = new Set(found);
  };
};

/** What a tool calls an error is no failure of this server, which is all that `error` stands for. */
const guestLevel = (level: Level): Level => (LEVEL_NUMBERS[level] > LEVEL_NUMBERS.warn ? 'warn' : level);

const lastWords = (reason: string, shutdownMs: number): string =>
  `${reason}: finishing calls in flight, for at most ${shutdownMs / 1_000} s; another signal ends at once\n`;

/** Writing to a terminal that was closed fails, and must not keep calls from finishing. */
const ignore = (): void => {};
