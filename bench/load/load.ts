// Runs a load generator in a process of its own, which sends calls over several connections as fast as they are answered.

import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { statOf } from '../measure/process-tree.ts';

export type LoadTool = 'wrk' | 'autocannon';

export interface LoadOptions {
  readonly tool: LoadTool;
  readonly url: string;
  /** Files with request bodies, which are sent in turn. */
  readonly bodyFiles: readonly [string, ...string[]];
  readonly connections: number;
  readonly seconds: number;
  /** Pause of each connection between calls, in milliseconds. Default: 0. wrk only. */
  readonly pauseMs?: number;
  /** Headers of each request besides `Content-Type`. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface LoadReport {
  readonly calls: number;
  readonly callsPerSecond: number;
  /** Answers that were not 2xx or 3xx, and connections that failed. */
  readonly errors: number;
  readonly p50Us: number;
  readonly p99Us: number;
  /** Cores that the load generator itself used. Well below 1 means that it did not limit the peer. */
  readonly loadCores: number;
}

/** The last line that a generator prints. */
interface Printed {
  readonly calls: number;
  readonly durationUs: number;
  readonly errors: number;
  readonly p50Us: number;
  readonly p99Us: number;
}

const REPLY_TIMEOUT_SECONDS = 30;
/** Time that a generator gets after `seconds` before it is killed. */
const GRACE_MS = 15_000;
const AUTOCANNON = join(import.meta.dirname, '../node_modules/autocannon/package.json');

/** The generator to use: wrk if it is installed, else autocannon. Throws if neither is installed, and says what to install. */
export const findLoadTool = (): LoadTool => {
  if (!spawnSync('wrk', ['-v']).error) return 'wrk';
  if (existsSync(AUTOCANNON)) return 'autocannon';
  throw new Error('A load generator is needed: apt-get install wrk (or: npm ci --prefix bench, for autocannon)');
};

const commandFor = (options: LoadOptions): readonly [string, ...string[]] => {
  const { tool, url, bodyFiles, connections, seconds, pauseMs = 0, headers = {} } = options;
  if (tool === 'autocannon') {
    const script = join(import.meta.dirname, 'autocannon.js');
    return [process.execPath, script, url, String(connections), String(seconds), JSON.stringify(headers), ...bodyFiles];
  }
  const flags = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', `${REPLY_TIMEOUT_SECONDS}s`];
  for (const [name, value] of Object.entries(headers)) flags.push('-H', `${name}: ${value}`);
  return ['wrk', ...flags, '-s', join(import.meta.dirname, 'post.lua'), url, '--', String(pauseMs), ...bodyFiles];
};

/** CPU time of this process's children that have ended, in milliseconds. */
const reapedCpuMs = (): number => statOf(process.pid)?.reapedCpuMs ?? 0;

/** Runs the generator once. Rejects if it fails or does not end in time. */
export const runLoad = async (options: LoadOptions): Promise<LoadReport> => {
  const cpuBeforeMs = reapedCpuMs();
  const printed = await run(commandFor(options), options.seconds * 1_000 + GRACE_MS);
  const seconds = printed.durationUs / 1e6;
  return {
    calls: printed.calls,
    callsPerSecond: printed.calls / seconds,
    errors: printed.errors,
    p50Us: printed.p50Us,
    p99Us: printed.p99Us,
    loadCores: (reapedCpuMs() - cpuBeforeMs) / 1e3 / seconds,
  };
};

const run = ([command, ...args]: readonly [string, ...string[]], timeoutMs: number): Promise<Printed> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    });
    let output = '';
    let errors = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors += text;
    });
    child.on('error', reject);
    child.on('close', () => {
      try {
        resolve(JSON.parse(output.trim().split('\n').at(-1) ?? '') as Printed);
      } catch {
        reject(new Error(`The load generator failed: ${errors.trim() || output.trim() || 'it did not end in time'}`));
      }
    });
  });

/** The generator's name and version, for the report. */
export const loadToolVersion = (tool: LoadTool): string =>
  tool === 'wrk'
    ? (spawnSync('wrk', ['-v'], { encoding: 'utf8' }).stdout.split('\n')[0]?.replace(/ \[.*/, '') ?? 'wrk')
    : `autocannon ${(JSON.parse(readFileSync(AUTOCANNON, 'utf8')) as { version: string }).version}`;
