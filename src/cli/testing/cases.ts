// What is to be tried: the manifest's examples, and the cases of the author's test files, all as calls with what is expected of them.

import { isDeepStrictEqual } from 'node:util';
import { shown } from '../../catalog/model/refusal.ts';
import type { CatalogSnapshot } from '../../catalog/model/snapshot.ts';
import type { Outcome } from '../../protocol/call.ts';
import type { Manifest } from '../../sdk/manifest.ts';
import type { Called, LoadedPlugin, Workbench } from '../plugin/workbench.ts';
import { withRoutes } from '../plugin/workbench.ts';

/** A call and what must come of it. */
export interface Case {
  /** Where it is from: `example` or the test file's name. */
  readonly from: string;
  readonly name: string;
  readonly toolName: string;
  readonly argumentsText: string;
  /** What is wrong with what came of the call, or undefined. */
  judge(outcome: Outcome): Promise<Verdict | undefined>;
  /** False where an error is what is expected: what it cost says nothing of the work. */
  readonly isForResult: boolean;
  /** Place among its tool's examples, for one that says what the host answers: it is tried out, since no call would meet these answers. */
  readonly scriptedExample?: number;
}

/** Why a case failed; `called` is the check that said so, where it ran in the sandbox. */
export interface Verdict {
  readonly reason: string;
  readonly checked?: Called & { readonly plugin: LoadedPlugin };
}

/** A test file that cannot be used as it is. */
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

/** The failure of a call that should have had a result; it is told by whoever has its log. */
const FAILED: Verdict = { reason: 'the call failed' };

/** The examples of a manifest, each with the result it must have. */
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

/** A test may take its time: it is the author's, and no agent waits for it. Milliseconds. */
const TEST_LIMITS = { cpuMs: 5_000, wallMs: 10_000 };

/** The cases of one test file, read in the sandbox. */
export const fileCases = async (bench: Workbench, plugin: LoadedPlugin): Promise<readonly Case[] | BrokenTestFile> => {
  const from = plugin.bundle.entryName;
  // In an isolate each: a library that a test uses may well change builtins.
  const snapshot = withRoutes(plugin.snapshot, (route) => ({
    ...route,
    freshState: 'isolate',
    limits: { ...route.limits, ...TEST_LIMITS },
  }));
  const called = await bench.call(snapshot, 'list', '{}');
  if (!called.outcome.ok) return { from, called, plugin };
  const listed = JSON.parse(called.outcome.resultJson.toString()) as readonly Listed[];
  const cases: Case[] = [];
  for (const [index, one] of listed.entries()) {
    const read = await bench.call(snapshot, 'read', JSON.stringify({ index }));
    if (!read.outcome.ok) return { from, called: read, plugin };
    const given = JSON.parse(read.outcome.resultJson.toString()) as {
      readonly arguments: unknown;
      readonly result?: unknown;
    };
    cases.push({
      from,
      name: one.name,
      toolName: one.tool,
      argumentsText: JSON.stringify(given.arguments),
      judge: (outcome) =>
        judge({ bench, snapshot, plugin, index, expects: one.expects, result: given.result }, outcome),
      isForResult: !one.expects.includes('error'),
    });
  }
  return cases;
};

interface Judged {
  readonly bench: Workbench;
  readonly snapshot: CatalogSnapshot;
  readonly plugin: LoadedPlugin;
  readonly index: number;
  readonly expects: readonly string[];
  readonly result: unknown;
}

const judge = async (given: Judged, outcome: Outcome): Promise<Verdict | undefined> => {
  const { bench, snapshot, plugin, index, expects, result } = given;
  if (!outcome.ok && !expects.includes('error')) return FAILED;
  if (outcome.ok && expects.includes('result')) {
    const verdict = misfit(outcome, result);
    if (verdict) return verdict;
  }
  if (!expects.includes('check') && !expects.includes('error')) return undefined;
  const told = outcome.ok
    ? `{"ok":true,"result":${outcome.resultJson.toString()}}`
    : JSON.stringify({ ok: false, error: `${outcome.failure.code}: ${outcome.failure.detail}` });
  const checked = await bench.call(snapshot, 'check', `{"index":${index},"outcome":${told}}`);
  if (checked.outcome.ok) return undefined;
  return { reason: shown(checked.outcome.failure.detail, SHOWN_CHARACTERS), checked: { ...checked, plugin } };
};
