// Runs the tests of web-platform-tests inside the sandbox, and compares the failures with the known ones.

import { readFileSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import type { Config } from '../../src/settings/config.ts';
import { FAR_LIMITS, startTestHost, type TestHost } from '../support/host.ts';
import type { KnownFailure } from './known-failures.ts';
import { type SuiteServer, startSuiteServer } from './server.ts';
import type { TestFile } from './suite.ts';

export interface Outcome {
  readonly path: string;
  readonly folder: string;
  readonly name: string;
  readonly ok: boolean;
  readonly message?: string;
  /** The entry that explains the failure, if there is one. */
  readonly known?: KnownFailure;
}

export interface SuiteOptions {
  /** The checkout's folder, whose files the server serves. */
  readonly checkout: string;
  readonly freshState: Config['freshState'];
  readonly known: readonly KnownFailure[];
  readonly onFile?: (path: string, index: number) => void;
}

const MEGABYTE = 2 ** 20;
const LIMITS = { ...FAR_LIMITS, cpuMs: 60_000, wallMs: 120_000, memoryMb: 256, runnerRssMb: 1_024 };
const COUNTS = { hostCalls: 1_000_000, fetchCalls: 10_000, fetchConcurrency: 100 };
const SIZES = { argumentsBytes: 16 * MEGABYTE, resultBytes: 16 * MEGABYTE, fetchRequestBytes: 16 * MEGABYTE };
const METHODS = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'];

type TestOutcomes = readonly { readonly name: string; readonly ok: boolean; readonly message?: string }[];

interface Failing {
  readonly path: string;
  readonly name: string;
  readonly freshState: Config['freshState'];
}

const entryFor = (known: readonly KnownFailure[], { path, name, freshState }: Failing): KnownFailure | undefined =>
  known.find(
    ({ files, tests, mode = freshState }) =>
      mode === freshState &&
      matchesGlob(path, files) &&
      (tests === undefined || tests.some((word) => name.toLowerCase().includes(word.toLowerCase()))),
  );

const startSandbox = (freshState: Config['freshState'], { origin, otherOrigin }: SuiteServer): Promise<TestHost> => {
  const source = readFileSync(new URL('./harness.js', import.meta.url), 'utf8');
  const origins = [origin, otherOrigin];
  const capabilities = { fetch: origins.map((each) => ({ origin: each, methods: METHODS })) };
  return startTestHost({
    freshState,
    plugins: { harness: { source, tools: { runFile: {} }, manifest: { capabilities } } },
    grants: { harness: { privateFetch: origins } },
    limits: { ...LIMITS, ...COUNTS, ...SIZES },
  });
};

/** Replaces placeholders for the server's host and ports in a script, as the suite's own server does. */
const withServerNames = (text: string, origin: string): string => {
  const { hostname, port } = new URL(origin);
  return text.replaceAll('{{host}}', hostname).replace(/\{\{ports\[https?\]\[\d\]\}\}/g, port);
};

/** Runs a file in a call. If the call itself fails, that is the only outcome. */
const runFile = async (host: TestHost, { path, included, own }: TestFile, origin: string): Promise<TestOutcomes> => {
  const [text, ...scripts] = [own, ...included].map((each) => withServerNames(each, origin));
  const { body, code } = await host.call('runFile', { included: scripts, own: text, page: `${origin}/${path}` });
  const { outcomes = [], detail } = body as { outcomes?: TestOutcomes; detail?: string };
  return code === undefined ? outcomes : [{ name: 'the file', ok: false, message: `${code}: ${detail}` }];
};

/** Runs each file in a call of its own, one after the other. */
export const runSuite = async (files: readonly TestFile[], options: SuiteOptions): Promise<readonly Outcome[]> => {
  const { known, freshState, onFile } = options;
  await using server = await startSuiteServer(options.checkout);
  const host = await startSandbox(freshState, server);
  const outcomes: Outcome[] = [];
  try {
    for (const [index, file] of files.entries()) {
      const { path, folder } = file;
      onFile?.(path, index);
      for (const each of await runFile(host, file, server.origin)) {
        const entry = each.ok ? undefined : entryFor(known, { path, name: each.name, freshState });
        outcomes.push({ path, folder, ...each, ...(entry === undefined ? {} : { known: entry }) });
      }
    }
  } finally {
    await host.close();
  }
  return outcomes;
};

/** A report: passed of total for each folder, and the failures that are not known. */
export const report = (outcomes: readonly Outcome[]): string => {
  const folders = Map.groupBy(outcomes, ({ folder }) => folder);
  const width = Math.max(...[...folders.keys()].map(({ length }) => length), 0);
  const lines = [...folders].map(([folder, all]) => {
    const [passed, known] = [all.filter(({ ok }) => ok).length, all.filter((each) => each.known !== undefined).length];
    const rest = known > 0 ? `, ${known} known to fail` : '';
    return `${folder.padEnd(width)}  ${passed} of ${all.length}${rest}`;
  });
  const unknown = outcomes.filter(({ ok, known }) => !ok && known === undefined);
  const failures = unknown.map(({ path, name, message = '' }) => `  ${path}: ${name}\n    ${message}`);
  return [...lines, ...(failures.length > 0 ? ['', `${failures.length} unknown failures:`, ...failures] : [])].join(
    '\n',
  );
};

/** Entries of known failures, or single words of them, that matched no failure in the files that ran. They should be removed. */
export const staleEntries = (
  outcomes: readonly Outcome[],
  { known, freshState }: Pick<SuiteOptions, 'known' | 'freshState'>,
): readonly string[] => {
  const paths = [...new Set(outcomes.map(({ path }) => path))];
  const failed = new Map<KnownFailure, string[]>();
  for (const { known: entry, name } of outcomes)
    if (entry) failed.set(entry, [...(failed.get(entry) ?? []), name.toLowerCase()]);
  return known
    .filter(({ files, mode = freshState }) => mode === freshState && paths.some((path) => matchesGlob(path, files)))
    .flatMap((entry) => {
      const names = failed.get(entry) ?? [];
      if (entry.tests === undefined) return names.length === 0 ? [entry.files] : [];
      const words = entry.tests.filter((word) => !names.some((name) => name.includes(word.toLowerCase())));
      return words.map((word) => `${entry.files}: ${word}`);
    });
};
