// GET /healthz and GET /readyz: whether the server takes calls, and whether calls can work. For supervisors and load balancers, so neither says
// more than a code; what is wrong stands in the server's log.

import { CallError } from '../protocol/errors.ts';
import type { Middleware } from './context.ts';

/** Why calls cannot work. */
export type Unready = 'runner_not_started' | 'store_unavailable';

export interface ReadinessParts {
  /** True from the moment no new calls are taken. */
  readonly isDraining: () => boolean;
  /** What keeps calls from working now. May take seconds. */
  readonly unready: () => Promise<Unready | undefined>;
}

/** An answer holds so long: whoever asks often makes no work. */
const KEPT_MS = 1_000;

const DETAILS: Readonly<Record<Unready, string>> = {
  runner_not_started: 'The server cannot start processes for tools. Its log says why.',
  store_unavailable: 'The store that tools keep values in does not serve. The log of the server says why.',
};

/** Answers 200 as long as calls are taken. Fails with: shutting_down. */
export const createHealthRoute =
  ({ isDraining }: Pick<ReadinessParts, 'isDraining'>): Middleware =>
  (ctx) => {
    refuseDraining(isDraining);
    answer(ctx, 'ok');
  };

/** Answers 200 as long as calls are taken and can work. Fails with: shutting_down, runner_not_started, store_unavailable. */
export const createReadinessRoute = ({ isDraining, unready }: ReadinessParts): Middleware => {
  const look = kept(unready);
  return async (ctx) => {
    refuseDraining(isDraining);
    const code = await look();
    if (code !== undefined) throw new CallError(code, DETAILS[code]);
    answer(ctx, 'ready');
  };
};

/** One look at a time, whose result is kept for {@link KEPT_MS}. */
const kept = <Value>(look: () => Promise<Value>): (() => Promise<Value>) => {
  let last: Promise<Value> | undefined;
  let untilMs = Number.POSITIVE_INFINITY;
  return () => {
    if (last === undefined || performance.now() > untilMs) {
      untilMs = Number.POSITIVE_INFINITY;
      last = look().finally(() => {
        untilMs = performance.now() + KEPT_MS;
      });
    }
    return last;
  };
};

const refuseDraining = (isDraining: () => boolean): void => {
  if (isDraining()) throw new CallError('shutting_down', 'The server is shutting down and takes no new calls.');
};

const answer = (ctx: Parameters<Middleware>[0], status: string): void => {
  ctx.set('Cache-Control', 'no-store');
  ctx.set('Content-Type', 'application/json');
  ctx.body = JSON.stringify({ status });
};
