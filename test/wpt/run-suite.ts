// Runs the tests of web-platform-tests inside the sandbox, and compares what failed with what is known to.

import { readFileSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import type { Config } from '../../src/config/config.ts';
import { FAR_LIMITS, startTestHost } from '../support/host.ts';
import type { KnownFailure } from './known-failures.ts';
import type { TestFile } from './suite.ts';

export interface Outcome {
  readonly path: string;
  readonly folder: string;
  readonly name: string;
  readonly ok: boolean;
  readonly message?: string;
  /** Why it is known to fail, where it is. */
  readonly known?: string;
}

export interface SuiteOptions {
  readonly freshState: Config['freshState'];
  readonly known: readonly KnownFailure[];
  readonly onFile?: (path: string, index: number) => void;
}

const MEGABYTE = 2 ** 20;
const LIMITS = { ...FAR_LIMITS, cpuMs: 60_000, wallMs: 120_000, memoryMb: 256, runnerRssMb: 1_024, hostCalls: 100_000 };
const SIZES = { argumentsBytes: 16 * MEGABYTE, resultBytes: 16 * MEGABYTE };

type Told = readonly { readonly name: string; readonly ok: boolean; readonly message?: string }[];

const reasonFor = (known: readonly KnownFailure[], path: string, name: string): string | undefined =>
  known.find(
    ({ files, tests }) =>
      matchesGlob(path, files) &&
      (tests === undefined || tests.some((word) => name.toLowerCase().includes(word.toLowerCase()))),
  )?.reason;

/** Runs each file in a call of its own. */
export const runSuite = async (files: readonly TestFile[], options: SuiteOptions): Promise<readonly Outcome[]> => {
  const source = readFileSync(new URL('./harness.js', import.meta.url), 'utf8');
  const plugins = { harness: { source, tools: { runFile: {} } } };
  const host = await startTestHost({ freshState: options.freshState, plugins, limits: { ...LIMITS, ...SIZES } });
  const outcomes: Outcome[] = [];
  try {
    for (const [index, { path, folder, text, files: fetched }] of files.entries()) {
      options.onFile?.(path, index);
      const { body, code } = await host.call('runFile', { text, files: fetched });
      const { outcomes: told = [], detail } = body as { outcomes?: Told; detail?: string };
      const all = code === undefined ? told : [{ name: 'the file', ok: false, message: `${code}: ${detail}` }];
      for (const each of all) {
        const known = each.ok ? undefined : reasonFor(options.known, path, each.name);
        outcomes.push({ path, folder, ...each, ...(known === undefined ? {} : { known }) });
      }
    }
  } finally {
    await host.close();
  }
  return outcomes;
};

/** Passed of total for each folder, and what fails that is not known to. */
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
  return [
    ...lines,
    ...(failures.length > 0 ? ['', `${failures.length} failed that are not known to:`, ...failures] : []),
  ].join('\n');
};
