// Runs a bundle's own examples while it is tried out. Alone, to see that they hold; and in a frozen realm, to see whether it can
// share one: a plugin that changes builtins, or needs what is frozen away, gets an isolate for every call instead.

import { isDeepStrictEqual } from 'node:util';

import type { Limits } from '../../protocol/limits.ts';
import type { CallMessage, RunnerMessage } from '../../protocol/messages.ts';
import type { CheckedProgram, FreshStateVerdict, ProgramExample, Refusal } from '../../protocol/program.ts';
import { CallRun } from '../calls/call-run.ts';
import { RealmCalls } from '../calls/realm-calls.ts';
import { PluginProgram } from '../isolates/plugin-program.ts';
import type { RealmFault } from '../isolates/plugin-realm.ts';
import { ExampleEffects } from './example-effects.ts';

/** Examples that are run, one of each tool first: enough to meet every tool, few enough to start quickly. */
const MOST_EXAMPLES = 24;
/** Characters of an answer that a report shows. */
const SHOWN_CHARACTERS = 200;

export interface ExampleOptions {
  readonly limits: Limits;
  readonly tools: ReadonlyMap<string, string>;
  /** One that does not hold is a reason to refuse the program. */
  readonly mustHold: boolean;
  /** Told before each example. */
  readonly onExample: (where: string) => void;
}

/** An outcome as far as two runs must agree on it: `ok` and the result, or a failure's code and detail. */
type Outcome = string;

/** What the examples show: the mode that fits the program, or that one of them does not hold. */
export type Shown = { readonly verdict: FreshStateVerdict } | { readonly refusal: Refusal };

const isolated = (reason: string): Shown => ({ verdict: { mode: 'isolate', reason } });

/** Runs a program's examples, alone and in a frozen realm. Never rejects. */
export const runExamples = async (
  program: CheckedProgram,
  examples: readonly ProgramExample[],
  options: ExampleOptions,
): Promise<Shown> => {
  const loaded = new PluginProgram(program, () => {});
  const chosen = firstOfEachTool(examples).slice(0, MOST_EXAMPLES);
  const lacks = lackOf(options.tools, examples);
  const realm = new RealmRuns(loaded);
  for (const [index, example] of chosen.entries()) {
    options.onExample(`${example.where} (${example.toolName})`);
    const message = messageOf(program, example, options);
    const alone = await runAlone(loaded, message, example);
    if (alone.startsWith('exceeded_')) return isolated(`${example.toolName} passes a limit on its example`);
    const fault = faultOf(alone, example);
    const again = fault === undefined ? alone : await runAlone(loaded, message, example);
    // One that answers otherwise each time cannot be held to an answer.
    if (fault !== undefined && again === alone && options.mustHold)
      return { refusal: { where: example.where, ...fault } };
    if (lacks !== undefined) continue;
    const difference = await compare(alone, again, { loaded, realm, message, index, example });
    if (difference !== undefined) return isolated(difference);
  }
  if (lacks !== undefined) return isolated(lacks);
  return { verdict: { mode: 'realm', reason: `its ${chosen.length} examples answer the same in a frozen realm` } };
};

/** Why nothing can be said of a frozen realm. */
const lackOf = (tools: ReadonlyMap<string, string>, examples: readonly ProgramExample[]): string | undefined => {
  if (examples.length === 0) return 'it has no examples that show how it does in a frozen realm';
  const untried = [...tools.keys()].find((name) => !examples.some(({ toolName }) => toolName === name));
  return untried && `${untried} has no example that shows how it does in a frozen realm`;
};

const messageOf = (
  { digest }: CheckedProgram,
  { toolName }: ProgramExample,
  { tools, limits }: ExampleOptions,
): CallMessage => ({
  id: 0,
  tool: 0,
  callId: 'example',
  caller: 'example',
  digest,
  toolName,
  exportName: tools.get(toolName) ?? toolName,
  validateArguments: false,
  limits,
});

/** What is wrong with an answer to an example; nothing for the one that it names. */
const faultOf = (outcome: Outcome, { toolName, resultText }: ProgramExample): Omit<Refusal, 'where'> | undefined => {
  const hint = 'Mend the tool, or the example: toolcell test shows each.';
  if (!outcome.startsWith('ok '))
    return { reason: `${toolName} fails on its own example: ${outcome.slice(0, SHOWN_CHARACTERS)}`, hint };
  const answer = outcome.slice('ok '.length);
  if (isDeepStrictEqual(JSON.parse(answer), JSON.parse(resultText))) return undefined;
  const [got, wanted] = [answer.slice(0, SHOWN_CHARACTERS), resultText.slice(0, SHOWN_CHARACTERS)];
  return { reason: `${toolName} answers its own example with ${got}, and not with ${wanted}`, hint };
};

interface Comparison {
  readonly loaded: PluginProgram;
  readonly realm: RealmRuns;
  readonly message: CallMessage;
  readonly index: number;
  readonly example: ProgramExample;
}

const UNFIT: Readonly<Record<RealmFault, string>> = {
  changed: 'changes RegExp.prototype',
  changedByModule: 'changes RegExp.prototype',
  threw: 'leaves an error that nothing handles',
  moduleThrew: 'has a module that fails, or takes long, when it is evaluated between calls',
};

/** How an example does otherwise in a frozen realm than alone, if it does. `again`: another run alone, or the same. */
const compare = async (
  alone: Outcome,
  again: Outcome,
  { loaded, realm, message, index, example }: Comparison,
): Promise<string | undefined> => {
  const { toolName } = example;
  // Twice, so that what the first call leaves would show in the second.
  const shared = [
    await realm.run({ ...message, id: 2 * index }, example),
    await realm.run({ ...message, id: 2 * index + 1 }, example),
  ];
  if (realm.lastFault !== undefined) return `${toolName} ${UNFIT[realm.lastFault]}`;
  if (shared.every((outcome) => outcome === alone)) return undefined;
  const isSteady = again === alone && (await runAlone(loaded, message, example)) === alone;
  const kindOf = (outcome: Outcome): string => outcome.slice(0, outcome.indexOf(' '));
  if (!isSteady && shared.every((outcome) => kindOf(outcome) === kindOf(alone))) return undefined;
  const different = shared.find((outcome) => outcome !== alone) ?? '';
  return `${toolName} answers its example differently in a frozen realm: ${different.slice(0, SHOWN_CHARACTERS)}`;
};

/** The same examples, those first that are the first of their tool. */
const firstOfEachTool = (examples: readonly ProgramExample[]): readonly ProgramExample[] => {
  const isFirst = (example: ProgramExample): boolean =>
    examples.find(({ toolName }) => toolName === example.toolName) === example;
  return [...examples.filter(isFirst), ...examples.filter((example) => !isFirst(example))];
};

const runAlone = (
  program: PluginProgram,
  message: CallMessage,
  { argumentsText, effects: scripted }: ProgramExample,
): Promise<Outcome> =>
  new Promise((resolve) => {
    const effects = new ExampleEffects(scripted);
    const run = new CallRun(message, program, {
      onBegan: () => {},
      onLog: () => {},
      onAsk: (ask, kind, text) => setImmediate(() => run.answer({ ask, ...effects.answer(kind, text) })),
      onUnask: () => {},
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
  #effects = new ExampleEffects();

  constructor(program: PluginProgram) {
    this.#calls = new RealmCalls(
      program,
      {
        sendNow: (message, body = '') => {
          if (message.t === 'done') this.#resolve(`ok ${body}`);
          if (message.t === 'ask') this.#answer(message, body);
          if (message.t !== 'failed') return;
          const outcome = `${message.code} ${body}`;
          if (message.code.startsWith('exceeded_')) this.#exceeded = outcome;
          this.#resolve(outcome);
        },
      },
      { isUnwatched: true },
    );
  }

  /** Why a call, or the module, made their realm unfit for others; undefined if none did. */
  get lastFault(): RealmFault | undefined {
    return this.#calls.lastFault;
  }

  /** Resolves with the call's outcome; after one that passed a limit, with that, since nothing runs here any more. */
  run(message: CallMessage, { argumentsText, effects }: ProgramExample): Promise<Outcome> {
    if (this.#exceeded !== undefined) return Promise.resolve(this.#exceeded);
    this.#effects = new ExampleEffects(effects);
    return new Promise((resolve) => {
      this.#resolve = resolve;
      this.#calls.call(message, argumentsText);
    });
  }

  #answer({ id, ask, kind }: RunnerMessage & { t: 'ask' }, text: string): void {
    const answer = this.#effects.answer(kind, text);
    setImmediate(() => this.#calls.answer(id, { ask, ...answer }));
  }
}
