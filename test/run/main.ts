// `node test/run/main.ts RUN [--cold]`: runs a set of tests. Its last lines list the jobs that failed and the tests that were skipped, and why.

import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CACHE_ENV } from '../support/cache.ts';
import { useOwnTemporaryFolder } from '../support/leftovers.ts';
import { CHECKOUT, type Job, RUNS } from './jobs.ts';

interface Ended {
  readonly job: Job;
  readonly isGood: boolean;
  readonly seconds: number;
  /** Empty for a job that wrote to the terminal itself. */
  readonly output: string;
}

const run = (job: Job, env: NodeJS.ProcessEnv, isShown: boolean): Promise<Ended> =>
  new Promise((resolve) => {
    const startMs = performance.now();
    let output = '';
    const child = spawn(process.execPath, [join(CHECKOUT, 'node_modules', job.script), ...job.args], {
      cwd: CHECKOUT,
      env: { ...env, ...job.env },
      stdio: isShown ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => (output += part));
    const end = (isGood: boolean): void =>
      resolve({ job, isGood, seconds: Math.round((performance.now() - startMs) / 1_000), output });
    child.once('error', (error) => {
      output += String(error);
      end(false);
    });
    child.once('close', (code) => end(code === 0));
  });

const inTurn = async (jobs: readonly Job[], work: (job: Job) => Promise<Ended>): Promise<readonly Ended[]> => {
  const ended: Ended[] = [];
  for (const job of jobs) ended.push(await work(job));
  return ended;
};

const main = async ([name = '', ...flags]: readonly string[]): Promise<number> => {
  const chosen = RUNS[name];
  if (chosen === undefined) {
    process.stderr.write(`Usage: node test/run/main.ts ${Object.keys(RUNS).join('|')} [--cold]\n`);
    return 2;
  }
  useOwnTemporaryFolder();
  const skipped = join(tmpdir(), 'skipped');
  const caches = flags.includes('--cold')
    ? { TOOLCELL_TEST_COLD: '1', NODE_COMPILE_CACHE: undefined }
    : { NODE_COMPILE_CACHE: CACHE_ENV.NODE_COMPILE_CACHE };
  const env = { ...process.env, ...caches, TOOLCELL_TEST_SKIPPED: skipped };
  const [checks, tests] = await Promise.all([
    inTurn(chosen.checks, (job) => run(job, env, false)),
    inTurn(chosen.tests, (job) => run(job, env, true)),
  ]);
  const ended = [...checks, ...tests];
  for (const { job, output } of ended.filter(({ isGood }) => !isGood))
    if (output !== '') process.stdout.write(`\n${job.name}:\n${output}\n`);
  for (const { job, seconds, isGood } of ended)
    process.stdout.write(`${isGood ? 'held' : 'FAILED'}: ${job.name}, ${seconds} s\n`);
  if (existsSync(skipped))
    for (const line of new Set(readFileSync(skipped, 'utf8').trimEnd().split('\n'))) process.stdout.write(`${line}\n`);
  return ended.every(({ isGood }) => isGood) ? 0 : 1;
};

process.exitCode = await main(process.argv.slice(2));
