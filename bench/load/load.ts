// Sends calls as fast as they are answered over a number of connections, from a process of its own.

import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { statOf } from '../measure/process-tree.ts';

export type LoadTool = 'wrk' | 'autocannon';

export interface LoadOptions {
  readonly tool: LoadTool;
  readonly url: string;
  /** Files with request bodies; sent in turn where there are several. */
  readonly bodyFiles: readonly [string, ...string[]];
  readonly connections: number;
  readonly seconds: number;
  /** Pause of each connection before it calls again; wrk only. None if absent. */
  readonly pauseMs?: number;
}

export interface LoadReport {
  readonly calls: number;
  readonly callsPerSecond: number;
  /** Answers that were not 2xx or 3xx, and connections that failed. */
  readonly errors: number;
  readonly p50Us: number;
  readonly p99Us: number;
  /** Cores the load generator itself was busy with: well below 1 shows that it is not what is measured. */
  readonly loadCores: number;
}

/** What a generator prints as its last line. */
interface Printed {
  readonly calls: number;
  readonly durationUs: number;
  readonly errors: number;
  readonly p50Us: number;
  readonly p99Us: number;
}

const REPLY_TIMEOUT_SECONDS = 30;
/** A generator that has not ended so long after its time is ended. */
const GRACE_MS = 15_000;
const AUTOCANNON = join(import.meta.dirname, '../node_modules/autocannon/package.json');

/** The generator to use here: wrk where it is installed. Throws, with what to install, where there is none. */
export const findLoadTool = (): LoadTool => {
  if (!spawnSync('wrk', ['-v']).error) return 'wrk';
  if (existsSync(AUTOCANNON)) return 'autocannon';
  throw new Error('A load generator is needed: apt-get install wrk (or: npm ci --prefix bench, for autocannon)');
};

const commandFor = (options: LoadOptions): readonly [string, ...string[]] => {
  const { tool, url, bodyFiles, connections, seconds, pauseMs = 0 } = options;
  if (tool === 'autocannon') {
    const script = join(import.meta.dirname, 'autocannon.js');
    return [process.execPath, script, url, String(connections), String(seconds), ...bodyFiles];
  }
  const flags = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', `${REPLY_TIMEOUT_SECONDS}s`];
  return ['wrk', ...flags, '-s', join(import.meta.dirname, 'post.lua'), url, '--', String(pauseMs), ...bodyFiles];
};

/** CPU milliseconds of the children this process has waited for. */
const reapedCpuMs = (): number => statOf(process.pid)?.reapedCpuMs ?? 0;

/** Runs the generator once. Rejects where it fails or does not end. */
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

/** Version of the generator, for the report. */
export const loadToolVersion = (tool: LoadTool): string =>
  tool === 'wrk'
    ? (spawnSync('wrk', ['-v'], { encoding: 'utf8' }).stdout.split('\n')[0]?.replace(/ \[.*/, '') ?? 'wrk')
    : `autocannon ${(JSON.parse(readFileSync(AUTOCANNON, 'utf8')) as { version: string }).version}`;
