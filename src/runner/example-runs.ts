// Runs a bundle's own examples both ways while it is tried out, to see whether it can share a frozen realm: a plugin that
// changes builtins, or needs what is frozen away, answers differently there and gets an isolate for every call instead.

import type { Limits } from '../protocol/limits.ts';
import type { CallMessage } from '../protocol/messages.ts';
import type { CheckedProgram, FreshStateVerdict, ProgramExample } from '../protocol/program.ts';
import { CallRun } from './call-run.ts';
import { PluginProgram } from './plugin-program.ts';
import { RealmCalls } from './realm-calls.ts';

/** Examples that are run, one of each tool first: enough to meet every tool, few enough to start quickly. */
const MOST_EXAMPLES = 24;

export interface ExampleOptions {
  readonly limits: Limits;
  readonly tools: ReadonlyMap<string, string>;
  /** Told before each example. */
  readonly onExample: (where: string) => void;
}

/** An outcome as far as two modes must agree on it. */
type Outcome = string;

/** The mode this program can run in, and why. Never rejects. */
export const compareModes = async (
  program: CheckedProgram,
  examples: readonly ProgramExample[],
  options: ExampleOptions,
): Promise<FreshStateVerdict> => {
  if (examples.length === 0)
    return { mode: 'isolate', reason: 'it has no examples that show how it does in a frozen realm' };
  const untried = [...options.tools.keys()].find((name) => !examples.some(({ toolName }) => toolName === name));
  if (untried !== undefined)
    return { mode: 'isolate', reason: `${untried} has no example that shows how it does in a frozen realm` };
  const loaded = new PluginProgram(program, () => {});
  const message = (example: ProgramExample, id: number): CallMessage => ({
    id,
    tool: 0,
    callId: 'example',
    digest: program.digest,
    toolName: example.toolName,
    exportName: options.tools.get(example.toolName) ?? example.toolName,
    validateArguments: false,
    limits: options.limits,
  });
  const realm = new RealmRuns(loaded);
  const chosen = firstOfEachTool(examples).slice(0, MOST_EXAMPLES);
  for (const [index, example] of chosen.entries()) {
    options.onExample(`plugin.json /tools (example ${index + 1}, ${example.toolName})`);
    const alone = await runAlone(loaded, message(example, 0), example.argumentsText);
    if (alone.startsWith('exceeded_'))
      return { mode: 'isolate', reason: `${example.toolName} passes a limit on its example` };
    // Twice, so that what the first call leaves would show in the second.
    const shared = [
      await realm.run(message(example, 2 * index), example.argumentsText),
      await realm.run(message(example, 2 * index + 1), example.argumentsText),
    ];
    if (realm.hasChanged) return { mode: 'isolate', reason: `${example.toolName} changes RegExp.prototype` };
    if (shared.every((outcome) => outcome === alone)) continue;
    const again = await runAlone(loaded, message(example, 0), example.argumentsText);
    const isSteady = again === alone;
    const kindOf = (outcome: Outcome): string => outcome.slice(0, outcome.indexOf(' '));
    if (!isSteady && shared.every((outcome) => kindOf(outcome) === kindOf(alone))) continue;
    const different = shared.find((outcome) => outcome !== alone) ?? '';
    return {
      mode: 'isolate',
      reason: `${example.toolName} answers its example differently in a frozen realm: ${different.slice(0, 200)}`,
    };
  }
  return { mode: 'realm', reason: `its ${chosen.length} examples answer the same in a frozen realm` };
};

/** The same examples, those first that are the first of their tool. */
const firstOfEachTool = (examples: readonly ProgramExample[]): readonly ProgramExample[] => {
  const isFirst = (example: ProgramExample): boolean =>
    examples.find(({ toolName }) => toolName === example.toolName) === example;
  return [...examples.filter(isFirst), ...examples.filter((example) => !isFirst(example))];
};

const runAlone = (program: PluginProgram, message: CallMessage, argumentsText: string): Promise<Outcome> =>
  new Promise((resolve) => {
    const run = new CallRun(message, program, {
      onLog: () => {},
      onEnd: (end) => {
        clearInterval(watch);
        resolve(end.ok ? `ok ${end.resultText}` : `${end.failure.code} ${end.failure.detail}`);
      },
      onStuck: () => {},
    });
    const watch = setInterval(() => run.watch(), 10);
    void run.start(argumentsText);
  });

/** Calls in a frozen realm, one at a time. */
class RealmRuns {
  readonly #calls: RealmCalls;
  #resolve: (outcome: Outcome) => void = () => {};
  #exceeded: Outcome | undefined;

  constructor(program: PluginProgram) {
    this.#calls = new RealmCalls(
      program,
      {
        sendNow: (message, body = '') => {
          if (message.t === 'done') this.#resolve(`ok ${body}`);
          if (message.t !== 'failed') return;
          const outcome = `${message.code} ${body}`;
          if (message.code.startsWith('exceeded_')) this.#exceeded = outcome;
          this.#resolve(outcome);
        },
      },
      { isUnwatched: true },
    );
  }

  /** One of the calls has changed what all share. */
  get hasChanged(): boolean {
    return this.#calls.hasChanged;
  }

  /** Resolves with the call's outcome; after one that passed a limit, with that, since nothing runs here any more. */
  run(message: CallMessage, argumentsText: string): Promise<Outcome> {
    if (this.#exceeded !== undefined) return Promise.resolve(this.#exceeded);
    return new Promise((resolve) => {
      this.#resolve = resolve;
      this.#calls.call(message, argumentsText);
    });
  }
}
