// The composition root: reads the configuration, starts a host, says so, and ends it in order on SIGTERM or SIGINT.
// Exit codes: 0 after an orderly end, 1 when the host cannot start or fails, 2 for a bad configuration or flag.

import { join } from 'node:path';
import { pino } from 'pino';
import { createLineBatch, type LineBatch } from './cli/line-batch.ts';
import { startUpText } from './cli/start-up-text.ts';
import { swapLines } from './cli/swap-lines.ts';
import { loadConfig } from './config/load.ts';
import { loadReach } from './config/secrets.ts';
import { type Host, type HostOptions, StartRefused, startHost } from './host.ts';
import { createCallLines } from './http/call-log.ts';
import { MapLink } from './sources/map-link.ts';
import { MappedLog } from './sources/mapped-log.ts';

const USAGE = `Usage: npm start -- [--port N] [--host ADDRESS] [--plugins DIR] [--config FILE]

Serves the plugins of a folder: GET /mcp/metadata lists their tools, POST /mcp/callTool calls one.
Settings are described in docs/configuration.md; "npm run config" prints those in force.
`;

/** Lines of the log are written together: a write for each would cost more than a small call. */
const LOG_BATCH_CHARACTERS = 12_000;
const LOG_FLUSH_MS = 500;
/** How long the last stacks may wait for their lines when the server ends; then they are written as they are. */
const LAST_MAPS_MS = 1_000;

/** Starts serving; resolves with an exit code where there is nothing to serve. `cacheFolder` keeps what takes long to make between starts. */
export const serve = async (cacheFolder: string): Promise<number | undefined> => {
  if (process.argv.includes('--help') || process.argv.includes('-h')) {
    process.stdout.write(USAGE);
    return 0;
  }
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
  const lines = openLog();
  const log = pino({ base: null, level: 'debug', timestamp: pino.stdTimeFunctions.isoTime }, lines);
  for (const warning of reach.warnings) log.warn(warning);
  const writeCall = createCallLines(lines.write);
  let serving: Host | undefined;
  const { folder, bundleBytes: bytes, bundleFiles: files } = loaded.config.plugins;
  const maps = new MapLink({ caps: { bytes, files } });
  const guestLog = new MappedLog({
    pathOf: (digest) => {
      const bundle = serving?.catalog.bundles.find((each) => each.digest === digest);
      return bundle && join(folder, bundle.bundle);
    },
    link: maps,
    write: ({ callId, toolName, pluginName }, written) => {
      for (const { level, ...line } of written) log[level]({ callId, toolName, pluginName, ...line }, 'guest');
    },
  });
  const options: HostOptions = {
    config: loaded.config,
    reach: reach.reach,
    cacheFolder,
    searchPath: process.env.PATH ?? '',
    onCall: (entry) => {
      if (entry.code === 'ok') writeCall(entry);
      else if (entry.code === 'internal') log.error(entry, 'call');
      else log.info(entry, 'call');
    },
    onAdmin: (entry) => log.info(entry, 'admin'),
    onRefused: (refusal) => log.warn(refusal, 'refused'),
    onSwap: (before, after) => {
      for (const { level, fields, message } of swapLines(before, after)) log[level](fields, message);
    },
    onProblem: (problem) => log.error(problem),
    onGuestLog: (origin, written) => guestLog.write(origin, written),
  };
  try {
    const startMs = performance.now();
    const host = await startHost(options);
    serving = host;
    process.stdout.write(startUpText(host, loaded.config, performance.now() - startMs));
    endOnSignal(async () => {
      await host.close();
      await guestLog.settled(LAST_MAPS_MS);
      await maps.close();
      await guestLog.settled();
    });
    // For folders whose changes the system does not tell of, such as some network disks.
    process.on('SIGHUP', () => void host.reload());
    return undefined;
  } catch (error) {
    if (!(error instanceof StartRefused)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
};

/** The log on standard error; what is kept when the process ends is written as it ends. */
const openLog = (): LineBatch => {
  const stderr = pino.destination({ fd: 2, sync: false });
  const lines = createLineBatch((text) => stderr.write(text), {
    batchCharacters: LOG_BATCH_CHARACTERS,
    flushMs: LOG_FLUSH_MS,
  });
  process.once('exit', () => {
    lines.flush();
    stderr.flushSync();
  });
  return lines;
};

/** The first signal drains; a second one does not wait. */
const endOnSignal = (close: () => Promise<void>): void => {
  let ending = false;
  const end = (signal: NodeJS.Signals): void => {
    if (ending) process.exit(1);
    ending = true;
    process.stdout.write(`${signal}: finishing calls in flight\n`);
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${String(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
};
