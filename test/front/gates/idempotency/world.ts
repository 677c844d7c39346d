// Calls with a key through the real executor and a real store, and a tool in place of the rest of the server.

import type { Answers } from '../../../../src/front/gates/idempotency/answers.ts';
import { keyedExecutor } from '../../../../src/front/gates/idempotency/executor.ts';
import {
  type NamedRoute,
  NO_USAGE,
  type Outcome,
  type ToolCall,
  type Usage,
} from '../../../../src/shared/protocol/call.ts';
import type { Failure } from '../../../../src/shared/protocol/errors.ts';
import { LightSignal } from '../../../../src/shared/protocol/light-signal.ts';
import type { Limits } from '../../../../src/shared/protocol/limits.ts';

export const REACHED: Usage = {
  ...{ queueMs: 1, runMs: 5, cpuMs: 1 },
  hostRequests: { fetches: 1, storeCalls: 0, signatures: 0, requestBytes: 0, responseBytes: 0, origins: [] },
};
/** Ran, and sent no host request. */
export const COMPUTED: Usage = { queueMs: 1, runMs: 5, cpuMs: 1 };
export { NO_USAGE };

/** What the tool does next. */
export type Act = (call: ToolCall) => Outcome | Promise<Outcome>;

export interface KeyedWorld {
  readonly call: (sent?: Partial<ToolCall> & { readonly key?: string }) => Promise<Outcome>;
  /** Calls that reached the tool. */
  readonly ran: ToolCall[];
  act: Act;
  route: NamedRoute | undefined;
}

export const routeOf = (version: string, limits = {} as Limits): NamedRoute => ({
  ...{ pluginName: 'till', version, digest: `sha256-${version}`, resultForm: 'value', limits },
});

export const failureWith = (code: Failure['code'], usage: Usage = REACHED, more: Partial<Failure> = {}): Outcome => ({
  ok: false,
  failure: { code, detail: `it was ${code}`, ...more },
  usage,
});

let lastCall = 0;

export const worldOver = (answers: Answers, answerBytes = 1_000): KeyedWorld => {
  const ran: ToolCall[] = [];
  const world: KeyedWorld = {
    ran,
    act: () => ({ ok: true, resultJson: Buffer.from(String(ran.length)), usage: REACHED }),
    route: routeOf('1.0.0'),
    call: ({ key = 'key', ...more } = {}) => {
      lastCall += 1;
      return executor.execute({
        callId: `00000000-0000-4000-8000-${String(lastCall).padStart(12, '0')}`,
        ...{ toolName: 'pay', argumentsJson: Buffer.from('{}'), signal: new LightSignal() },
        ...(key !== '' && { idempotencyKey: key }),
        ...more,
      });
    },
  };
  const executor = keyedExecutor({
    ...{ answers, answerBytes, keptBytes: 10_000 },
    routeOf: () => world.route,
    next: {
      execute: async (call) => {
        ran.push(call);
        if (world.route) call.onRoute?.(world.route);
        return world.act(call);
      },
    },
  });
  return world;
};
