// Packs libraries as plugins and runs their examples in real hosts, one for each way to fresh state.

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Packed } from '../../src/cli/pack/pack.ts';
import type { CallLogEntry } from '../../src/front/http/call-log.ts';
import { type Host, startHost } from '../../src/server/host.ts';
import { SHARED_CACHE } from '../support/cache.ts';
import { callTool, testConfig } from '../support/host.ts';
import { packed as packFolder } from '../support/pack.ts';

export const LIBRARIES_FOLDER = join(import.meta.dirname, 'libraries');
export const MODES = ['realm', 'isolate'] as const;
export type Mode = (typeof MODES)[number];

/** A library packed as a plugin. */
export interface PackedLibrary {
  readonly name: string;
  readonly version: string;
  readonly packed: Packed;
}

/** What became of one example in one mode. */
export interface ExampleRun {
  readonly tool: string;
  /** Which of the tool's examples, from 1. */
  readonly example: number;
  readonly isRight: boolean;
  /** What was answered instead, as a line; empty where it is right. */
  readonly instead: string;
}

/** What became of one library in one mode. */
export interface LibraryRun {
  readonly name: string;
  readonly mode: Mode;
  /** Why the host did not take it; empty where it did. */
  readonly refusal: string;
  readonly examples: readonly ExampleRun[];
  /** Milliseconds of a call, the median; undefined where it was not measured. */
  readonly callMs: number | undefined;
}

export interface RunOptions {
  /** Calls of each tool to measure, after the examples; none where absent. */
  readonly measuredCalls?: number;
}

export const packLibraries = async (): Promise<readonly PackedLibrary[]> => {
  const libraries: PackedLibrary[] = [];
  for (const name of readdirSync(LIBRARIES_FOLDER).sort()) {
    const manifest = readFileSync(join(import.meta.dirname, '../../node_modules', name, 'package.json'), 'utf8');
    const { version } = JSON.parse(manifest) as { version: string };
    libraries.push({ name, version, packed: await packFolder(join(LIBRARIES_FOLDER, name)) });
  }
  return libraries;
};

/** A host refuses a plugin with an example that fails; here it is told which do, so they are called one by one. */
const withoutExamples = ({ manifest }: Packed): string =>
  JSON.stringify({ ...manifest, tools: manifest.tools.map(({ examples: _, ...tool }) => tool) });

const writeBundles = (libraries: readonly PackedLibrary[]): string => {
  const folder = mkdtempSync(join(tmpdir(), 'toolcell-compatibility-'));
  for (const { name, packed } of libraries) {
    mkdirSync(join(folder, name));
    for (const { path, bytes } of packed.files)
      writeFileSync(join(folder, name, path), path === 'plugin.json' ? withoutExamples(packed) : bytes);
  }
  return folder;
};

/** Calls again, a few times, if it was the machine that failed: a busy one says nothing about the library. */
const answerOf = async (url: string, tool: string, args: object | undefined): Promise<unknown> => {
  for (let left = 3; ; left -= 1) {
    const { body } = await callTool(url, tool, args);
    const { fault, retryable } = (body ?? {}) as { readonly fault?: unknown; readonly retryable?: unknown };
    if (fault !== 'host' || retryable !== true || left === 0) return body;
    await setTimeout(2_000);
  }
};

const runExamples = async ({ packed }: PackedLibrary, url: string): Promise<readonly ExampleRun[]> => {
  const runs: ExampleRun[] = [];
  for (const { name: tool, examples = [] } of packed.manifest.tools) {
    for (const [index, { arguments: args, result }] of examples.entries()) {
      const body = await answerOf(url, tool, args);
      const isRight = isDeepStrictEqual(body, result);
      runs.push({ tool, example: index + 1, isRight, instead: isRight ? '' : JSON.stringify(body).slice(0, 500) });
    }
  }
  return runs;
};

const medianOf = (values: readonly number[]): number | undefined =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

const measure = async (
  { packed }: PackedLibrary,
  url: string,
  calls: number,
  log: readonly CallLogEntry[],
): Promise<number | undefined> => {
  const before = log.length;
  for (const { name, examples = [] } of packed.manifest.tools)
    for (let call = 0; call < calls; call++) await callTool(url, name, examples[0]?.arguments);
  return medianOf(log.slice(before).map(({ totalMs }) => totalMs));
};

const withHost = async <Result>(
  libraries: readonly PackedLibrary[],
  mode: Mode,
  use: (host: Host, log: readonly CallLogEntry[]) => Promise<Result>,
): Promise<Result> => {
  const folder = writeBundles(libraries);
  const log: CallLogEntry[] = [];
  const config = testConfig(folder, { freshState: mode });
  const searchPath = process.env.PATH ?? '';
  const host = await startHost({
    config,
    searchPath,
    ...SHARED_CACHE,
    onCall: (entry) => log.push(entry),
    onGuestLog: () => {},
  });
  try {
    return await use(host, log);
  } finally {
    await host.close();
    rmSync(folder, { recursive: true });
  }
};

/** Runs every example of every library in one mode. */
export const runLibraries = (
  libraries: readonly PackedLibrary[],
  mode: Mode,
  { measuredCalls = 0 }: RunOptions = {},
): Promise<readonly LibraryRun[]> =>
  withHost(libraries, mode, async (host, log) => {
    const runs: LibraryRun[] = [];
    for (const library of libraries) {
      const { name } = library;
      const refused = host.catalog.refused.filter(({ bundle }) => bundle === name);
      const refusal = refused.map(({ where, reason }) => `${where}: ${reason}`).join('; ');
      const examples = refusal === '' ? await runExamples(library, host.url) : [];
      const callMs =
        measuredCalls > 0 && refusal === '' ? await measure(library, host.url, measuredCalls, log) : undefined;
      runs.push({ name, mode, refusal, examples, callMs });
    }
    return runs;
  });
