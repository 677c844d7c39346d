// The composition root of the front process: reads the configuration, starts a host, announces it, and ends it in order.
// Exit codes: 0 after an orderly end, 2 for a bad configuration or flag, 3 if the host cannot start or fails, 128 and a signal's number if that
// signal ended it at once.

import { resolve } from 'node:path';
import { inspect } from 'node:util';
import own from '../../package.json' with { type: 'json' };
import type { Config, ServerConfig } from '../settings/config.ts';
import { DEFAULT_FILE, type LoadedConfig, loadConfig } from '../settings/load/load.ts';
import { loadExternalValues } from '../settings/load/secrets.ts';
import { transportWarnings } from '../settings/load/tls-relations.ts';
import { Ending, type WatchWrapper } from '../shared/lifetime/ending.ts';
import { ServiceManager } from '../shared/lifetime/service-manager.ts';
import { SidePool } from '../shared/lifetime/side-pool.ts';
import { npmVariables } from '../shared/machine/npm-variables.ts';
import type { ServerAudit } from './audit.ts';
import { CommandAnswers } from './command-answers.ts';
import { IN_FORCE } from './configuration-state.ts';
import { emptiedStore } from './emptied-store.ts';
import { followConfiguration, type Reading, type Settings } from './follow-configuration.ts';
import type { HintFlags } from './hint.ts';
import type { Host } from './host.ts';
import type { HostOptions } from './host-options.ts';
import { roomWarnings } from './machine-room.ts';
import { withProgress } from './progress.ts';
import { beginSandbox, StartRefused } from './sandbox.ts';
import { openServerLog, type ServerLog } from './server-log.ts';
import { sharedPortWarnings } from './shared-port.ts';
import { startUpText } from './start-up-text.ts';
import { readTraceSettings } from './traces/environment.ts';

const USAGE = `Usage: npm start -- [--port N] [--host ADDRESS] [--plugins DIR] [--log FORMAT] [--config FILE]

Serves the plugins of a folder: GET /mcp/metadata lists their tools, POST /mcp/callTool calls one.
Settings are described in docs/configuration.md; "toolcell config" prints those in force.
`;

/** Starts serving. Resolves with an exit code if it does not serve. `cacheFolder` keeps the image and compiled programs; nothing is kept if undefined. */
export const serve = async (
  cacheFolder: string | undefined,
  watchWrapper: WatchWrapper,
): Promise<number | undefined> => {
  const { argv, env, stdout, stderr } = process;
  if (argv.includes('--help') || argv.includes('-h')) {
    stdout.write(USAGE);
    return 0;
  }
  for (const stream of [stdout, stderr]) stream.on('error', ignore);
  const serviceManager = new ServiceManager(env);
  const settings = readSettings();
  if (!settings.ok) return badSettings(settings.problems);
  const { config } = settings.loaded;
  const side = new SidePool();
  const serverLog = openServerLog(config, side, {
    isTerminal: stderr.isTTY === true,
    env,
    onFault: (fault) => void stderr.write(`${fault}\n`),
  });
  if (typeof serverLog === 'string') return badSettings([serverLog]);
  for (const warning of settings.warnings) serverLog.log.write('warn', {}, warning);
  for (const detail of [...transportWarnings(config), ...sharedPortWarnings(config), ...roomWarnings(config)])
    serverLog.log.write('warn', { detail }, 'configuration');
  const traces = readTraceSettings(env);
  for (const detail of traces.warnings) serverLog.log.write('warn', { detail }, 'traces');
  const ending = new Ending(watchWrapper, (error) => stderr.write(`${inspect(error)}\n`));
  let commands: CommandAnswers | undefined;
  try {
    const emptied = await emptiedStore(config);
    if (emptied !== undefined) serverLog.log.write('error', {}, emptied);
    const audit = config.audit.file === '' ? undefined : await openAudit(config, serverLog);
    const reading: Reading = { state: IN_FORCE };
    commands = new CommandAnswers(settings.loaded, reading, serverLog.log);
    const host = await startWatched({
      config,
      configurationNow: () => reading.state,
      externalValues: settings.externalValues,
      ...(cacheFolder !== undefined && { cacheFolder, keepsActive: true }),
      searchPath: env.PATH ?? '',
      importEnvironment: npmVariables(env),
      side,
      traces,
      ...serverLog.reports,
      ...(audit && auditedReports(serverLog.reports, audit)),
    });
    serverLog.serves(host);
    audit?.started({ version: own.version, url: host.url, catalog: host.catalog });
    const following = followConfiguration(host, settings, { source: ownSource(), serverLog, audit, reading });
    await commands.serve(following);
    // Whoever reads that the server has started may end it at once, in order.
    await announce(host, settings.loaded, serverLog);
    serviceManager.ready(host.url);
    ending.serves({
      close: async (reason) => {
        serviceManager.stopping();
        stdout.write(lastWords(reason, config.server));
        serverLog.log.write('info', { reason }, 'stopping');
        commands?.close();
        following.close();
        await host.close();
        await audit?.stopped(reason);
        await serverLog.end(reason);
      },
      reload: () => {
        void following.reconfigure('SIGHUP');
        void host.reload();
      },
    });
    return undefined;
  } catch (error) {
    commands?.close();
    stderr.write(`${error instanceof StartRefused ? error.message : inspect(error)}\n`);
    return 3;
  }
};

/** Loaded only if needed, to keep the start short. */
const openAudit = async (config: Config, { log }: ServerLog): Promise<ServerAudit | undefined> => {
  const { openServerAudit } = await import('./audit.ts');
  return openServerAudit(config, log);
};

const auditedReports = ({ onAdmin, onSwap }: ServerLog['reports'], audit: ServerAudit): Partial<HostOptions> => ({
  onAdmin: (entry) => {
    onAdmin(entry);
    audit.onAdmin(entry);
  },
  onSwap: (before, after) => {
    onSwap(before, after);
    audit.onSwap(before, after);
  },
  onKeys: audit.onKeys,
});

/** What the configuration is read from, besides its file. */
const ownSource = () => ({ cwd: process.cwd(), args: process.argv.slice(2), env: process.env });

/** The configuration, with the secrets and certificates that it names. */
const readSettings = (): Settings | { readonly ok: false; readonly problems: readonly string[] } => {
  const loaded = loadConfig(ownSource());
  if (!loaded.ok) return loaded;
  const read = loadExternalValues({ ...loaded, env: process.env, cwd: process.cwd() });
  return read.ok ? { ...read, loaded } : read;
};

const badSettings = (problems: readonly string[]): number => {
  process.stderr.write(`${problems.join('\n')}\n`);
  return 2;
};

/** Announces that the host serves: by a log line for programs, and a text for people. */
const announce = async (host: Host, loaded: LoadedConfig, { log, noteIdleSettings }: ServerLog): Promise<void> => {
  // Since the start of the process, including the time to load the server's own code.
  const startedMs = performance.now();
  const { url, catalog } = host;
  const counts = {
    plugins: catalog.bundles.length,
    tools: catalog.toolNames.length,
    refused: catalog.refused.length,
  };
  noteIdleSettings();
  log.write('info', { version: own.version, processId: process.pid, url, ...counts, startedMs }, 'started');
  const { store: storeTrouble, keys: keysTrouble } = await host.readiness();
  const startUp = { startMs: startedMs, flags: hintFlagsOf(loaded), storeTrouble, keysTrouble };
  process.stdout.write(startUpText(host, loaded.config, startUp));
};

/** Starts the host. On a terminal, a line shows the progress until the host serves. */
const startWatched = (options: HostOptions): Promise<Host> => {
  if (process.stderr.isTTY !== true) return startEarly(options);
  const { stderr, env } = process;
  return withProgress({ stderr, env }, 'Starting', (tell) => startEarly({ ...options, onProgress: tell }));
};

/** Starts a host. Its threads and processes start while the rest of it is loaded. */
const startEarly = async (options: HostOptions): Promise<Host> => {
  const sandbox = beginSandbox(options);
  // Loading modules before this would delay the start of its threads.
  await sandbox.release.catch(() => {});
  const { startHost } = await import('./host.ts');
  return startHost({ ...options, sandbox });
};

/** The flags with which a command uses the same configuration and folder. */
const hintFlagsOf = ({ file, sources, config }: LoadedConfig): HintFlags => ({
  config: file === undefined || file === resolve(DEFAULT_FILE) ? undefined : file,
  plugins: /^(--plugins|TOOLCELL_PLUGINS)$/.test(sources['plugins.folder'] ?? '') ? config.plugins.folder : undefined,
});

const lastWords = (reason: string, { unreadyMs, shutdownMs, reusePort }: ServerConfig): string => {
  const leaving = unreadyMs > 0 ? `not ready any more, and still taking calls for ${unreadyMs / 1_000} s; then ` : '';
  const sharing = reusePort ? 'leaving new connections to the other servers on the port; then ' : '';
  return `${reason}: ${leaving}${sharing}finishing calls in flight, for at most ${shutdownMs / 1_000} s; another signal ends at once\n`;
};

/** A write to a closed terminal fails, which must not keep calls from finishing. */
const ignore = (): void => {};
