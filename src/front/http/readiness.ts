// GET /livez tells whether the process answers, GET /healthz whether it takes calls, GET /readyz whether they can work. All are for supervisors
// and load balancers, so they answer with a code; the log has the reason. A 503 is an answer here and no failure: probes come many times a minute, and
// neither the log nor the figures may have a fault of the host for each. Front process.

import { CallError } from '../../shared/protocol/errors.ts';
import { answerJson, type Context, type Middleware } from './context.ts';
import { problemFor } from './problem.ts';

/** The code of what keeps calls from working. */
type Unready = 'runner_not_started' | 'identity_unavailable' | 'store_unavailable' | 'no_tools';

/** `degraded`: the store does not serve, and some tools work without it. */
export type Condition = 'ready' | 'degraded' | Unready;

export interface ReadinessParts {
  /** True as soon as the server takes no new calls. */
  readonly isDraining: () => boolean;
  /** True as soon as the server is about to drain: it still takes calls, and wants no more of them. */
  readonly isLeaving: () => boolean;
  /** Finds out whether calls can work now; called at most once a second. May take seconds. */
  readonly condition: () => Promise<Condition>;
}

/** How long an answer is reused, so that frequent requests cost no work. */
const KEPT_MS = 1_000;

const DETAILS: Readonly<Record<Unready | 'shutting_down', string>> = {
  shutting_down: 'The server is shutting down and takes no new calls.',
  runner_not_started: 'The server cannot start processes for tools. Its log says why.',
  identity_unavailable: 'The server could not read its keys yet. Its log says why.',
  no_tools: 'No plugin serves. The log of the server says why.',
  store_unavailable: 'The store that tools keep values in does not serve. The log of the server says why.',
};

/** Answers 200 as long as the process answers, also while it drains: a supervisor that kills it then would cut calls off. */
export const createLivenessRoute = (): Middleware => (ctx) => answerJson(ctx, '{"status":"ok"}');

/** Answers 200 as long as the server takes calls, then 503 shutting_down. */
export const createHealthRoute =
  ({ isDraining }: Pick<ReadinessParts, 'isDraining'>): Middleware =>
  (ctx) =>
    isDraining() ? answerUnready(ctx, 'shutting_down') : answerJson(ctx, '{"status":"ok"}');

/** For whoever wants a server only if all of its tools work. Each prober decides for itself. */
const REQUIRE_STORE = 'require=store';

/**
 * Answers 200 as long as calls are welcome and can work, else 503: shutting_down, runner_not_started, identity_unavailable,
 * store_unavailable, no_tools. If only the store is
 * away, and some tools work without it, it answers 200 and *degraded*: other servers with the same store would do no better, and with a 503 from each
 * of them no tool would be left. With {@link REQUIRE_STORE} that is 503 as well. Fails with: invalid_request.
 */
export const createReadinessRoute = ({ isDraining, isLeaving, condition }: ReadinessParts): Middleware => {
  const look = kept(condition);
  return async (ctx) => {
    const requiresStore = ctx.querystring === REQUIRE_STORE;
    if (ctx.querystring !== '' && !requiresStore)
      throw new CallError('invalid_request', `This path takes no other parameter than ?${REQUIRE_STORE}.`);
    const found = isLeaving() || isDraining() ? 'shutting_down' : await look();
    if (found === 'ready') answerJson(ctx, '{"status":"ready"}');
    else if (found !== 'degraded') answerUnready(ctx, found);
    else if (requiresStore) answerUnready(ctx, 'store_unavailable');
    else answerJson(ctx, '{"status":"degraded","store":"unavailable"}');
  };
};

const answerUnready = (ctx: Context, code: keyof typeof DETAILS): void => {
  const { status, headers, text } = problemFor({ code, detail: DETAILS[code] }, ctx.state);
  ctx.status = status;
  ctx.set({ ...headers, 'Toolcell-Call-Id': ctx.state.callId });
  ctx.body = text;
};

/** Runs `look` once at a time and reuses its result for {@link KEPT_MS}. */
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
