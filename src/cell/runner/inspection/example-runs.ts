// Runs a bundle's own examples during inspection: alone, to see that they hold; and in a frozen realm, to see whether its calls can
// share one. A plugin that changes builtins, or needs what the lockdown removes, gets an isolate for every call instead. Runs in a runner.
// Decision 0006.

import { isDeepStrictEqual } from 'node:util';
import type { CallMessage } from '../../../shared/protocol/messages.ts';
import type {
  CheckedProgram,
  FreshStateVerdict,
  Program,
  ProgramExample,
  Refusal,
} from '../../../shared/protocol/program.ts';
import { IsolateCall } from '../calls/isolate-call.ts';
import { PluginQueue } from '../calls/plugin-queue.ts';
import { RealmCall } from '../calls/realm-call.ts';
import { RunnerQueue } from '../calls/runner-queue.ts';
import type { RunningCall, Send } from '../calls/running-call.ts';
import { CpuShares } from '../isolates/cpu-shares.ts';
import { PluginProgram } from '../isolates/plugin-program.ts';
import type { RealmFault } from '../isolates/shared-realm.ts';
import { ExampleEffects } from './example-effects.ts';

/** Most examples that are run, the first one of each tool first: enough for every tool, few enough to start quickly. */
const MOST_EXAMPLES = 24;
/** Most characters of an answer that a report shows. */
const SHOWN_CHARACTERS = 200;

/** The part of an outcome on which two runs must agree: `ok` and the result, or a failure's code and detail. */
type OutcomeText = string;

/** The mode that fits the program, or a refusal if an example does not hold. */
export type ExamplesResult = { readonly verdict: FreshStateVerdict } | { readonly refusal: Refusal };

const isolated = (reason: string): ExamplesResult => ({ verdict: { mode: 'isolate', reason } });

/** Runs a program's examples, alone and in a frozen realm. `onExample` is called before each, with its place in the manifest. Never rejects. */
export const runExamples = async (
  checked: CheckedProgram,
  program: Program,
  onExample: (where: string) => void,
): Promise<ExamplesResult> => {
  const loaded = new PluginProgram(checked, () => {});
  const chosen = firstOfEachTool(program.examples).slice(0, MOST_EXAMPLES);
  const missing = missingExamples(program);
  const realm = new RealmRuns(loaded);
  for (const [index, example] of chosen.entries()) {
    onExample(`${example.where} (${example.toolName})`);
    const message = messageOf(program, example);
    const alone = await runAlone(loaded, message, example);
    if (alone.startsWith('exceeded_')) return isolated(`${example.toolName} passes a limit on its example`);
    const fault = faultOf(alone, example);
    const again = fault === undefined ? alone : await runAlone(loaded, message, example);
    // A tool that answers differently each time cannot fail its example.
    if (fault !== undefined && again === alone && program.examplesMustHold)
      return { refusal: { where: example.where, ...fault } };
    if (missing !== undefined) continue;
    const difference = await compare(alone, again, { loaded, realm, message, index, example });
    if (difference !== undefined) return isolated(difference);
  }
  if (missing !== undefined) return isolated(missing);
  return { verdict: { mode: 'realm', reason: `its ${chosen.length} examples answer the same in a frozen realm` } };
};

/** Why the examples cannot show whether a frozen realm fits; undefined if each tool has one. */
const missingExamples = ({ tools, examples }: Program): string | undefined => {
  if (examples.length === 0) return 'it has no examples to run in a frozen realm';
  const without = tools.find(({ name }) => !examples.some(({ toolName }) => toolName === name));
  return without && `${without.name} has no example to run in a frozen realm`;
};

const messageOf = ({ digest, tools, limits }: Program, { toolName }: ProgramExample): CallMessage => {
  const exportName = tools.find(({ name }) => name === toolName)?.exportName ?? toolName;
  const tool = { tool: 0, digest, toolName, exportName, limits };
  return { id: 0, callId: 'example', caller: 'example', tool };
};

/** What is wrong with the outcome of an example; undefined if it is the expected result. */
const faultOf = (
  outcome: OutcomeText,
  { toolName, resultText }: ProgramExample,
): Omit<Refusal, 'where'> | undefined => {
  const hint = 'Correct the tool or the example: toolcell test shows each.';
  if (!outcome.startsWith('ok '))
    return { reason: `${toolName} fails on its own example: ${outcome.slice(0, SHOWN_CHARACTERS)}`, hint };
  const answer = outcome.slice('ok '.length);
  if (isDeepStrictEqual(JSON.parse(answer), JSON.parse(resultText))) return undefined;
  const [got, expected] = [answer.slice(0, SHOWN_CHARACTERS), resultText.slice(0, SHOWN_CHARACTERS)];
  return { reason: `${toolName} answers its own example with ${got}, and not with ${expected}`, hint };
};

interface Comparison {
  readonly loaded: PluginProgram;
  readonly realm: RealmRuns;
  readonly message: CallMessage;
  readonly index: number;
  readonly example: ProgramExample;
}

const UNFIT: Readonly<Record<RealmFault, string>> = {
  threw: 'leaves an error that nothing handles',
  moduleThrew: 'has a module that fails, or takes long, when it is evaluated between calls',
};

/** How an example behaves differently in a frozen realm than alone; undefined if it does not. `again`: the outcome of another run alone, or `alone`. */
const compare = async (
  alone: OutcomeText,
  again: OutcomeText,
  { loaded, realm, message, index, example }: Comparison,
): Promise<string | undefined> => {
  const { toolName } = example;
  // Twice, so that anything the first call leaves shows in the second.
  const shared = [
    await realm.run({ ...message, id: 2 * index }, example),
    await realm.run({ ...message, id: 2 * index + 1 }, example),
  ];
  if (realm.lastFault !== undefined) return `${toolName} ${UNFIT[realm.lastFault]}`;
  if (shared.every((outcome) => outcome === alone)) return undefined;
  const isSteady = again === alone && (await runAlone(loaded, message, example)) === alone;
  const kindOf = (outcome: OutcomeText): string => outcome.slice(0, outcome.indexOf(' '));
  if (!isSteady && shared.every((outcome) => kindOf(outcome) === kindOf(alone))) return undefined;
  const different = shared.find((outcome) => outcome !== alone) ?? '';
  return `${toolName} answers its example differently in a frozen realm: ${different.slice(0, SHOWN_CHARACTERS)}`;
};

/** The same examples, with the first one of each tool first. */
const firstOfEachTool = (examples: readonly ProgramExample[]): readonly ProgramExample[] => {
  const isFirst = (example: ProgramExample): boolean =>
    examples.find(({ toolName }) => toolName === example.toolName) === example;
  return [...examples.filter(isFirst), ...examples.filter((example) => !isFirst(example))];
};

/** Answers the host requests of an example's call, and calls `onEnd` with its outcome. */
const receiverFor =
  (effects: ExampleEffects, callOf: () => RunningCall | undefined, onEnd: (outcome: OutcomeText) => void): Send =>
  (message, body = '') => {
    if (message.t === 'done') onEnd(`ok ${body}`);
    if (message.t === 'failed') onEnd(`${message.code} ${body}`);
    if (message.t !== 'hostRequest') return;
    const reply = { request: message.request, ...effects.answer(message.kind, body) };
    setImmediate(() => callOf()?.reply(reply));
  };

const runAlone = (
  program: PluginProgram,
  message: CallMessage,
  { argumentsText, effects }: ProgramExample,
): Promise<OutcomeText> =>
  new Promise((resolve) => {
    const send = receiverFor(new ExampleEffects(effects), () => run, resolve);
    const shares = new CpuShares();
    const run = new IsolateCall(message, program, shares, send, () => clearInterval(watch));
    shares.add(run);
    const watch = setInterval(() => shares.divide(), 10);
    void run.start(argumentsText);
  });

/** Runs calls in a frozen realm, one at a time. */
class RealmRuns {
  readonly #queue: PluginQueue;
  #call: RunningCall | undefined;
  #receive: Send = () => {};
  #exceeded: OutcomeText | undefined;

  constructor(program: PluginProgram) {
    const send: Send = (message, body) => this.#receive(message, body);
    this.#queue = new PluginQueue(program, send, new RunnerQueue(), { isUnwatched: true });
  }

  /** Why a call or the module made the realm unfit for other calls; undefined if none did. */
  get lastFault(): RealmFault | undefined {
    return this.#queue.lastFault;
  }

  /** Resolves with the call's outcome. After a call that passed a limit nothing runs here any more: resolves with that outcome. */
  async run(message: CallMessage, { argumentsText, effects }: ProgramExample): Promise<OutcomeText> {
    if (this.#exceeded !== undefined) return this.#exceeded;
    const outcome = await new Promise<OutcomeText>((resolve) => {
      this.#receive = receiverFor(new ExampleEffects(effects), () => this.#call, resolve);
      const call = new RealmCall(this.#queue, message, argumentsText);
      this.#call = call;
      this.#queue.add(call);
    });
    if (outcome.startsWith('exceeded_')) this.#exceeded = outcome;
    return outcome;
  }
}
