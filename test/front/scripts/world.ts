// Servers for the calls of scripts: the real steps, and a stand-in for what runs tools.

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
import { CallError, ERRORS, type Failure, failureOf, isRetryable } from '../../../src/shared/protocol/errors.ts';
import { LightSignal } from '../../../src/shared/protocol/light-signal.ts';
import type { Selection, ToolFilter } from '../../../src/shared/protocol/selection.ts';
import { testLimits } from '../../support/config.ts';

export interface Call {
  readonly toolName: string;
  readonly argumentsText: string;
  readonly key: string;
}

export interface World {
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

export type Verdict = 'ok' | readonly [string, string, boolean];

export const LIMITS = { bodyDepth: 8, argumentsBytes: 200 };
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
export const serverOf = (world: World): Executor => {
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
export const directCall = (world: World, server: Executor): ((call: Call) => Promise<Verdict>) => {
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

/** The calls of a script of the caller. */
export const scriptCallsOf = (world: World, server: Executor, most = 100): ScriptCalls => {
  const execute = createExecute(partsOf(server));
  const makeInner = createInnerCall({
    ...{ ...LIMITS, execute, readsIdempotencyKeys: true, log: () => {}, receipts: createReceipts(), record: () => {} },
  });
  const outer = { ...newState('127.0.0.1', new LightSignal()), caller: world.caller };
  const callTool = makeInner(outer as unknown as RequestState, {
    ...{ callerSecrets: undefined, selection: world.selection, queueMs: 1_000 },
  });
  return new ScriptCalls({
    ...{ callId: outer.callId, limits: { calls: most, callsAtOnce: 8, dataBytes: 1e6 }, callTool },
    answerQuestion: () => Promise.reject(new CallError('tool_not_found', 'Nothing is asked here.')),
  });
};
