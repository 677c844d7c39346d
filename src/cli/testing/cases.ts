// The cases of `toolcell test`: the manifest's examples and the cases of the author's test files, as calls with expected outcomes.

import { isDeepStrictEqual } from 'node:util';
import type { Manifest } from '../../../packages/plugin/src/manifest.ts';
import { shown } from '../../catalog/model/refusal.ts';
import type { Outcome } from '../../shared/protocol/call.ts';
import type { Called } from '../plugin/stack-lines.ts';
import { type LoadedPlugin, type Workbench, withRoutes } from '../plugin/workbench.ts';

export interface Case {
  /** Its source: `example`, or the test file's name. */
  readonly from: string;
  readonly name: string;
  readonly toolName: string;
  readonly argumentsText: string;
  /** Resolves with the fault of an outcome, or undefined if it is the expected one. */
  judge(outcome: Outcome): Promise<Verdict | undefined>;
  /** False if an error is expected. The cost of such a call says nothing about the tool's work. */
  readonly isForResult: boolean;
  /** Index among its tool's examples, if the example has `effects`. It is then run by an inspection, since a call would not get these answers. */
  readonly scriptedExample?: number;
}

export interface Verdict {
  readonly reason: string;
  /** The call of the author's check, if a check in the sandbox failed. */
  readonly checked?: Called & { readonly plugin: LoadedPlugin };
}

export interface BrokenTestFile {
  readonly from: string;
  readonly called: Called;
  readonly plugin: LoadedPlugin;
}

const SHOWN_CHARACTERS = 300;

const misfit = (outcome: Outcome & { readonly ok: true }, expected: unknown): Verdict | undefined => {
  if (isDeepStrictEqual(JSON.parse(outcome.resultJson.toString()), expected)) return undefined;
  const [wanted, got] = [JSON.stringify(expected), outcome.resultJson.toString()].map((text) =>
    shown(text, SHOWN_CHARACTERS),
  );
  return { reason: `expected ${wanted}\n     got ${got}` };
};

/** The call should have had a result. The report explains its failure. */
const FAILED: Verdict = { reason: 'the call failed' };

export const exampleCases = (manifest: Manifest): readonly Case[] =>
  manifest.tools.flatMap(({ name, examples = [] }) =>
    examples.map((example, index) => ({
      from: 'example',
      name: example.description ?? `example ${index + 1}`,
      toolName: name,
      argumentsText: JSON.stringify(example.arguments),
      judge: async (outcome: Outcome) => (outcome.ok ? misfit(outcome, example.result) : FAILED),
      isForResult: true,
      ...(example.effects && { scriptedExample: index }),
    })),
  );

interface Listed {
  readonly name: string;
  readonly tool: string;
  readonly expects: readonly string[];
}

/** Higher than a tool's: no agent waits for a test. */
const TEST_LIMITS = { cpuMs: 5_000, wallMs: 10_000 };

/** Reads the cases of one test file, in the sandbox. */
export const fileCases = async (bench: Workbench, plugin: LoadedPlugin): Promise<readonly Case[] | BrokenTestFile> => {
  const from = plugin.bundle.entryName;
  // In an isolate for each call, since a library that a test uses may change builtins.
  const snapshot = withRoutes(plugin.snapshot, 'isolate', TEST_LIMITS);
  const called = await bench.call(snapshot, 'list', '{}');
  if (!called.outcome.ok) return { from, called, plugin };
  const listed = JSON.parse(called.outcome.resultJson.toString()) as readonly Listed[];
  const cases: Case[] = [];
  for (const [index, { name, tool, expects }] of listed.entries()) {
    const read = await bench.call(snapshot, 'read', JSON.stringify({ index }));
    if (!read.outcome.ok) return { from, called: read, plugin };
    const given = JSON.parse(read.outcome.resultJson.toString()) as {
      readonly arguments: unknown;
      readonly result?: unknown;
    };
    cases.push({
      from,
      name,
      toolName: tool,
      argumentsText: JSON.stringify(given.arguments),
      judge: async (outcome) => {
        const unexpected = unexpectedIn(outcome, expects, given.result);
        if (unexpected || !['check', 'error'].some((kind) => expects.includes(kind))) return unexpected;
        const checked = await bench.call(snapshot, 'check', `{"index":${index},"outcome":${jsonOf(outcome)}}`);
        if (checked.outcome.ok) return undefined;
        return { reason: shown(checked.outcome.failure.detail, SHOWN_CHARACTERS), checked: { ...checked, plugin } };
      },
      isForResult: !expects.includes('error'),
    });
  }
  return cases;
};

const unexpectedIn = (outcome: Outcome, expects: readonly string[], result: unknown): Verdict | undefined => {
  if (!outcome.ok) return expects.includes('error') ? undefined : FAILED;
  return expects.includes('result') ? misfit(outcome, result) : undefined;
};

const jsonOf = (outcome: Outcome): string =>
  outcome.ok
    ? `{"ok":true,"result":${outcome.resultJson.toString()}}`
    : JSON.stringify({ ok: false, error: `${outcome.failure.code}: ${outcome.failure.detail}` });
