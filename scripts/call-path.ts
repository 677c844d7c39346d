// Counts the files and the named functions of the main thread that one warm call of `summarizeText` passes, by V8's precise coverage. The host runs
// in this process, with the defaults. A function counts if every one of several calls has run it, so that timers in between do not.
// `--list` prints the functions of each file.

import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startHost } from '../src/server/host.ts';
import { loadConfig } from '../src/settings/load/load.ts';

const SOURCES = new URL('../src/', import.meta.url);
const PLUGINS = fileURLToPath(new URL('../plugins/', import.meta.url));
const BODY = JSON.stringify({
  toolName: 'summarizeText',
  arguments: { input: 'A call passes few files. Each does one thing.' },
});
const WARM_UP_CALLS = 200;
const SAMPLES = 20;

const agent = new Agent({ keepAlive: true });

const call = (url: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const sent = request(`${url}/mcp/callTool`, {
      method: 'POST',
      agent,
      headers: { 'content-type': 'application/json' },
    });
    sent.on('response', (response) => {
      if (response.statusCode !== 200) reject(new Error(`the call was answered with status ${response.statusCode}`));
      response.resume().on('end', resolve);
    });
    sent.on('error', reject);
    sent.end(BODY);
  });

/** `file function` → calls, of one call. */
type Counts = ReadonlyMap<string, number>;

const countsOf = async (session: Session): Promise<Counts> => {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const counts = new Map<string, number>();
  for (const { url, functions } of result) {
    if (!url.startsWith(SOURCES.href)) continue;
    const file = relative(fileURLToPath(SOURCES), fileURLToPath(url));
    for (const { functionName, ranges } of functions) {
      const [whole] = ranges;
      if (functionName === '' || whole === undefined || whole.count === 0) continue;
      // Several functions of a file may have one name.
      counts.set(`${file} ${functionName} ${whole.startOffset}`, whole.count);
    }
  }
  return counts;
};

/** The functions that all samples have, with the lowest number of calls. */
const common = (samples: readonly Counts[]): Counts => {
  const [first = new Map<string, number>(), ...others] = samples;
  const counts = new Map<string, number>();
  for (const [name, count] of first) {
    const lowest = Math.min(count, ...others.map((other) => other.get(name) ?? 0));
    if (lowest > 0) counts.set(name, lowest);
  }
  return counts;
};

const measure = async (): Promise<Counts> => {
  const folder = mkdtempSync(join(tmpdir(), 'toolcell-call-path-'));
  const loaded = loadConfig({ cwd: folder, args: ['--port', '0', '--plugins', PLUGINS], env: {} });
  if (!loaded.ok) throw new Error(loaded.problems.join('\n'));
  const { config } = loaded;
  const lockless = { ...config, store: { ...config.store, file: join(folder, 'store.sqlite') } };
  const host = await startHost({ config: lockless, searchPath: process.env.PATH ?? '', onGuestLog() {}, onCall() {} });
  const session = new Session();
  try {
    for (let index = 0; index < WARM_UP_CALLS; index += 1) await call(host.url);
    session.connect();
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    const samples: Counts[] = [];
    for (let index = 0; index < SAMPLES; index += 1) {
      await countsOf(session);
      await call(host.url);
      samples.push(await countsOf(session));
    }
    return common(samples);
  } finally {
    session.disconnect();
    agent.destroy();
    await host.close();
    rmSync(folder, { recursive: true });
  }
};

const print = (counts: Counts, listsAll: boolean): void => {
  const files = Map.groupBy(counts.keys(), (name) => name.slice(0, name.indexOf(' ')));
  const folders = Map.groupBy(files.keys(), (file) => file.split('/')[0] ?? '');
  const calls = counts.values().reduce((sum, count) => sum + count, 0);
  console.log(`files: ${files.size}\nnamed functions: ${counts.size}\ncalls of them: ${calls}`);
  for (const [folder, members] of [...folders].toSorted(([, a], [, b]) => b.length - a.length)) {
    const functions = members.reduce((sum, file) => sum + (files.get(file)?.length ?? 0), 0);
    console.log(`  ${folder}: ${members.length} files, ${functions} functions`);
    if (!listsAll) continue;
    for (const file of members) {
      const names = (files.get(file) ?? []).map((name) => name.split(' ').slice(1, -1).join(' '));
      console.log(`    ${file}: ${names.join(', ')}`);
    }
  }
};

const { values } = parseArgs({ options: { list: { type: 'boolean', default: false } } });
print(await measure(), values.list);
process.exit(0);
