// The hop in front of the catalog's: a call of a tool whose bundle is new waits until that has been tried out. Front process.

import type { CallSignal, Executor, Outcome, ToolCall } from '../../protocol/call.ts';
import type { Failure } from '../../protocol/errors.ts';
import type { LiveCatalog } from './live-catalog.ts';

export interface TriedOutOptions {
  readonly catalog: Pick<LiveCatalog, 'whenTriedOut' | 'snapshot'>;
  readonly next: Executor;
  /** Calls that may wait here at a time. */
  readonly maxWaiting: number;
}

type Waited = 'tried' | 'late' | 'aborted';

const RETRY_AFTER_MS = 1_000;

/** Passes calls on, those of a bundle that is not tried out yet as soon as it is. Fails with: overloaded (`queueMs`, `maxQueued`), cancelled. */
export const triedOutExecutor = ({ catalog, next, maxWaiting }: TriedOutOptions): Executor => {
  let waiting = 0;
  const more = ({ toolName }: ToolCall, waited: Waited): Promise<void> | undefined =>
    waited === 'tried' ? catalog.whenTriedOut(toolName) : undefined;
  const executeLater = async (call: ToolCall, triedOut: Promise<void>): Promise<Outcome> => {
    const { queueMs } = catalog.snapshot.find(call.toolName)?.limits ?? { queueMs: 0 };
    if (waiting >= maxWaiting) return failed(tooMany, 0);
    const startMs = performance.now();
    waiting += 1;
    let waited = await waitFor(triedOut, queueMs, call.signal);
    // Another catalog may have been loaded meanwhile, in which the bundle is still to be tried out.
    for (let next = more(call, waited); next; next = more(call, waited))
      waited = await waitFor(next, queueMs - (performance.now() - startMs), call.signal);
    waiting -= 1;
    const waitedMs = performance.now() - startMs;
    if (waited === 'aborted') return failed(cancelled, waitedMs);
    if (waited === 'late') return failed(tooLate(queueMs), waitedMs);
    const outcome = await next.execute(call);
    return { ...outcome, usage: { ...outcome.usage, queueMs: outcome.usage.queueMs + waitedMs } };
  };
  return {
    execute(call: ToolCall): Promise<Outcome> {
      const triedOut = catalog.whenTriedOut(call.toolName);
      return triedOut ? executeLater(call, triedOut) : next.execute(call);
    },
  };
};

const waitFor = (triedOut: Promise<void>, queueMs: number, signal: CallSignal): Promise<Waited> =>
  new Promise((resolve) => {
    const settle = (waited: Waited): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      resolve(waited);
    };
    const onAbort = (): void => settle('aborted');
    const timer = setTimeout(() => settle('late'), Math.max(0, queueMs));
    signal.addEventListener('abort', onAbort);
    if (signal.aborted) onAbort();
    void triedOut.then(() => settle('tried'));
  });

const failed = (failure: Failure, queueMs: number): Outcome => ({
  ok: false,
  failure,
  usage: { queueMs, runMs: 0, cpuMs: 0 },
});

const cancelled: Failure = { code: 'cancelled', detail: 'The caller hung up before the call began.' };

const tooMany: Failure = {
  code: 'overloaded',
  limit: 'maxQueued',
  retryAfterMs: RETRY_AFTER_MS,
  detail: 'Too many calls are waiting. Call again later.',
};

const tooLate = (queueMs: number): Failure => ({
  code: 'overloaded',
  limit: 'queueMs',
  allowed: queueMs,
  retryAfterMs: RETRY_AFTER_MS,
  detail: `The plugin is new and was not tried out within ${queueMs} ms. Call again later.`,
});
