// A call that a script makes gets the verdict of the same direct call of its caller, whatever the rules, quotas, toolsets, grants and keys are. Both take
// the real steps; only what runs tools is a stand-in, whose answer depends on all that the steps hand to it. Of `scripts.allow` a plain model decides.

import { expect } from 'chai';
import fc from 'fast-check';
import type { CatalogSnapshot } from '../../../src/catalog/model/snapshot.ts';
import { Access } from '../../../src/front/gates/access/access.ts';
import { Selections } from '../../../src/front/gates/access/selection.ts';
import { MemoryAnswers } from '../../../src/front/gates/idempotency/memory.ts';
import { Buckets } from '../../../src/front/gates/throttle/buckets.ts';
import { type Context, newState, type RequestState } from '../../../src/front/http/context.ts';
import { createExecute, createExecuteCall } from '../../../src/front/http/execute-call.ts';
import { createInnerCall } from '../../../src/front/http/inner-call.ts';
import { createReceipts } from '../../../src/front/http/receipts.ts';
import { createArgumentsReader } from '../../../src/front/http/tool-request.ts';
import { ScriptCalls } from '../../../src/front/scripts/script-calls.ts';
import { callSteps } from '../../../src/server/call-steps.ts';
import type { Quota } from '../../../src/settings/rules/quota.ts';
import type { AccessSettings, Tool } from '../../../src/settings/rules/rule.ts';
import type { Executor, NamedRoute, Outcome, RoutedCall } from '../../../src/shared/protocol/call.ts';
import type { Caller } from '../../../src/shared/protocol/caller.ts';
import { ERRORS, type Failure, failureOf, isRetryable } from '../../../src/shared/protocol/errors.ts';
import { LightSignal } from '../../../src/shared/protocol/light-signal.ts';
import type { Selection, ToolFilter } from '../../../src/shared/protocol/selection.ts';
import { testLimits } from '../../support/config.ts';
import { anyCaller, anySettings, anyTool, settingsOf } from '../gates/access/world.ts';

interface Call {
  readonly toolName: string;
  readonly argumentsText: string;
  readonly key: string;
}

interface World {
  readonly caller: Caller;
  readonly tools: readonly Tool[];
  readonly access: AccessSettings;
  readonly quotas: Readonly<Record<string, Quota>>;
  readonly toolsets: Readonly<Record<string, ToolFilter>>;
  readonly selection: Selection | undefined;
  readonly allow: readonly string[];
  /** Tools that reach out, and those to which that is granted. */
  readonly reaching: readonly string[];
  readonly granted: readonly string[];
  readonly calls: readonly Call[];
}

type Verdict = 'ok' | readonly [string, string, boolean];

const LIMITS = { bodyDepth: 8, argumentsBytes: 200 };
const USAGE = { queueMs: 0, runMs: 5, cpuMs: 5 };
const verdictOf = (failure: Failure): Verdict => [failure.code, ERRORS[failure.code].fault, isRetryable(failure)];

/** In place of the runners: answers by the arguments, and by the limits and grants of the route. */
const runTool = async ({ toolName, argumentsJson, route }: RoutedCall, world: World): Promise<Outcome> => {
  const { code, cpuMs = 0 } = JSON.parse(argumentsJson.toString()) as { code?: Failure['code']; cpuMs?: number };
  const failed = (failure: Failure): Outcome => ({ ok: false, failure, usage: USAGE });
  if (world.reaching.includes(toolName) && !route.grants.store.isGranted)
    return failed({ code: 'not_granted', detail: '' });
  if (cpuMs > route.limits.cpuMs) return failed({ code: 'exceeded_cpu', detail: '', limit: 'cpuMs' });
  if (code !== undefined) return failed({ code, detail: '' });
  return { ok: true, resultJson: argumentsJson, usage: USAGE };
};

/** A server with nothing counted and nothing kept yet. */
const serverOf = (world: World): Executor => {
  const limits = testLimits();
  const routes = new Map(
    world.tools.map(({ toolName, pluginName }) => {
      const grants = { store: { isGranted: world.granted.includes(toolName) } };
      const route = {
        ...{ toolName, pluginName, limits, grants, version: '1.0.0', digest: 'sha256-00' },
        resultForm: 'value',
      };
      return [toolName, route as unknown as NamedRoute] as const;
    }),
  );
  const tools = new Map(world.tools.map((tool) => [tool.toolName, tool]));
  const snapshot = { routes, toolNames: [...tools.keys()], programs: new Map() } as unknown as CatalogSnapshot;
  return callSteps({
    access: new Access({ settings: () => world.access, tools: () => tools }),
    selections: new Selections(
      () => world.toolsets,
      () => tools,
    ),
    tools: () => tools,
    scriptsAllow: () => world.allow,
    kept: {
      answers: new MemoryAnswers({ keptMs: 60_000, keptBytes: 1_000_000, answerBytes: 1_000 }),
      answerBytes: 1_000,
      keptBytes: 100_000,
    },
    quotas: () => world.quotas,
    counts: new Buckets(() => 0),
    catalog: { snapshot, whenInspected: () => undefined },
    maxWaiting: 1,
    dispatcher: { execute: (call) => runTool(call, world) },
  });
};

const partsOf = (executor: Executor) => ({
  ...{ executor, readsIdempotencyKeys: true, isDraining: () => false, endsConnections: () => false },
});

/** What a direct call of the caller gets, as the routes make it. */
const directCall = (world: World, server: Executor): ((call: Call) => Promise<Verdict>) => {
  const execute = createExecuteCall(partsOf(server));
  const argumentsFrom = createArgumentsReader(LIMITS);
  return async ({ toolName, argumentsText, key }) => {
    const state = { ...newState('127.0.0.1', new LightSignal()), caller: world.caller };
    const headers = key === '' ? {} : { 'idempotency-key': key };
    const rawHeaders = Object.entries(headers).flat();
    const ctx = { state, req: { headers, rawHeaders, headersDistinct: {} } } as unknown as Context;
    try {
      const argumentsJson = await argumentsFrom(Buffer.from(argumentsText));
      const outcome = await execute(ctx, { toolName, argumentsJson, selection: world.selection });
      return outcome.ok ? 'ok' : verdictOf(outcome.failure);
    } catch (error) {
      return verdictOf(failureOf(error));
    }
  };
};

/** What the same caller's script gets: from what its runner asks to what it is answered. */
const innerCall = (world: World, server: Executor): ((call: Call) => Promise<Verdict>) => {
  const execute = createExecute(partsOf(server));
  const makeInner = createInnerCall({
    ...{ ...LIMITS, execute, readsIdempotencyKeys: true, log: () => {}, receipts: createReceipts(), record: () => {} },
  });
  const outer = { ...newState('127.0.0.1', new LightSignal()), caller: world.caller };
  const callTool = makeInner(outer as unknown as RequestState, {
    callerSecrets: undefined,
    selection: world.selection,
    queueMs: 1_000,
  });
  const calls = new ScriptCalls({
    answerQuestion: () => expect.fail('nothing is asked'),
    callId: outer.callId,
    limits: { calls: 100, callsAtOnce: 8, dataBytes: 1e6 },
    callTool,
  });
  let id = 0;
  return ({ toolName, argumentsText, key }) =>
    new Promise((resolve) => {
      id += 1;
      calls.request(id, `${toolName}\n${key}\n${argumentsText}`, ({ ok, text }) => {
        const { code, fault, retryable } = ok ? {} : JSON.parse(text);
        resolve(ok ? 'ok' : [code, fault, retryable]);
      });
    });
};

const fits = (pattern: string, name: string): boolean =>
  new RegExp(`^${pattern.split('*').map(RegExp.escape).join('.*')}$`).test(name);

/** The model of `scripts.allow`. */
const mayBeCalled = (allow: readonly string[], { toolName, annotations }: Tool): boolean => {
  if (allow.some((text) => text.startsWith('!') && fits(text.slice(1), toolName))) return false;
  if (allow.includes('all')) return true;
  if (allow.includes('readOnly') && annotations.readOnlyHint === true) return true;
  return allow.some((text) => text !== 'readOnly' && !text.startsWith('!') && fits(text, toolName));
};

/** The verdicts that the calls must get: those of direct ones, but for tools that scripts may not call and their caller may. */
const expectedOf = async (world: World): Promise<readonly Verdict[]> => {
  const direct = directCall(world, serverOf(world));
  const found: Verdict[] = [];
  for (const call of world.calls) {
    const tool = world.tools.find(({ toolName }) => toolName === call.toolName);
    // Nothing but the rules and the selection refuses this one.
    const mayCall = directCall(
      { ...world, quotas: {}, reaching: [] },
      serverOf({ ...world, quotas: {}, reaching: [] }),
    );
    const isRefused =
      tool && !mayBeCalled(world.allow, tool) && (await mayCall({ ...call, argumentsText: '{}' })) === 'ok';
    const isWhole =
      isRefused && !['invalid_request', 'invalid_json', 'payload_too_large'].includes(String((await mayCall(call))[0]));
    found.push(isWhole ? ['forbidden', 'caller', false] : await direct(call));
  }
  return found;
};

const NAMES = ['getText', 'setText', 'gettext', 'constructor', 'a-b_c'];
const ALLOW = ['readOnly', 'all', 'get*', 'setText', '!set*', '!getText', '*', '*-*', 'constructor', '!*'];
const some = <Value>(values: readonly Value[], most = 3) =>
  fc.uniqueArray(fc.constantFrom(...values), { maxLength: most });

const anyQuota: fc.Arbitrary<Quota> = fc.record(
  {
    per: some(['client', 'org', 'user', 'plugin', 'tool']),
    tools: some([...NAMES, 'get*', '!setText']),
    clients: some(['ada', 'ci-*', '*']),
    every: fc.constant('day' as const),
    calls: fc.integer({ min: 1, max: 3 }),
    cpuMs: fc.integer({ min: 1, max: 12 }),
    concurrentCalls: fc.integer({ min: 1, max: 2 }),
  },
  { requiredKeys: ['every'] },
);

const anyFilter: fc.Arbitrary<ToolFilter> = fc.record(
  {
    tools: some([...NAMES, 'get*', '*ext']),
    plugins: some(['text-tools', 'text*']),
    annotations: some(['readOnlyHint', '!openWorldHint'], 1),
  },
  { requiredKeys: [] },
);

const anyArguments = fc.oneof(
  { weight: 9, arbitrary: fc.constant('{}') },
  fc.constantFrom(
    '{"code":"tool_error"}',
    '{"code":"runner_lost"}',
    '{"code":"invalid_result"}',
    '{"code":"overloaded"}',
  ),
  { weight: 2, arbitrary: fc.constant('{"cpuMs":51}') },
  fc.constantFrom(
    '',
    '[]',
    'null',
    '{',
    '{"a":1}{}',
    ' {} ',
    '{"a":[[[[[[[[]]]]]]]]}',
    `{"a":"${'x'.repeat(300)}"}`,
    '5\n{}',
  ),
);

const anyCall: fc.Arbitrary<Call> = fc.record({
  toolName: fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...NAMES) },
    fc.constantFrom('getTex', '', 'get Text', '__proto__', 'run_script', 'x'.repeat(65)),
  ),
  argumentsText: anyArguments,
  key: fc.constantFrom('', '', 'one', 'two', 'a key', 'k'.repeat(256)),
});

const anyWorld: fc.Arbitrary<World> = fc.record({
  caller: anyCaller,
  tools: fc.uniqueArray(anyTool, { selector: ({ toolName }) => toolName, minLength: 4, maxLength: 5 }),
  access: fc.oneof(
    anySettings,
    anySettings.map((settings) => ({ ...settings, default: 'allow' as const })),
    { weight: 2, arbitrary: fc.constant(settingsOf({})) },
  ),
  quotas: fc
    .array(anyQuota, { maxLength: 3 })
    .map((list) => Object.fromEntries(list.map((each, at) => [`q${at}`, each]))),
  toolsets: fc.record({ set: anyFilter }),
  selection: fc.oneof(
    { weight: 4, arbitrary: fc.constant(undefined) },
    anyFilter,
    fc.constantFrom({ set: 'set' }, { set: 'none' }),
  ),
  allow: fc.oneof(some(ALLOW), fc.constant(['all'])),
  reaching: some(NAMES, 1),
  granted: some(NAMES),
  calls: fc.array(anyCall, { minLength: 5, maxLength: 12 }),
});

describe('the verdict of a call that a script makes', () => {
  it('is that of the same direct call, but for what scripts.allow refuses', async () => {
    const seen = new Map<string, number>();
    const each = async (world: World): Promise<void> => {
      const expected = await expectedOf(world);
      const inner = innerCall(world, serverOf(world));
      const found: Verdict[] = [];
      for (const call of world.calls) found.push(await inner(call));
      expect(found).to.deep.equal(expected);
      for (const verdict of found) {
        const code = verdict === 'ok' ? verdict : verdict[0];
        seen.set(code, (seen.get(code) ?? 0) + 1);
      }
    };
    await fc.assert(fc.asyncProperty(anyWorld, each), { numRuns: 200 });
    // Each comes dozens of times: the worlds are not all alike.
    const often = ['ok', 'tool_not_found', 'forbidden', 'invalid_json', 'key_reused', 'invalid_request'];
    expect([...seen.keys()]).to.include.members(often);
  });
});
