// The step before the catalog's: a call of a tool whose bundle is new waits until the bundle has been inspected. Front process.

import {
  type CallSignal,
  type Executor,
  type Outcome,
  type ToolCall,
  usageOfQueued,
} from '../../shared/protocol/call.ts';
import { type Failure, HUNG_UP, RETRY_AFTER_MS } from '../../shared/protocol/errors.ts';
import type { LiveCatalog } from './live-catalog.ts';

/** Options of {@link inspectedExecutor}. */
export interface InspectedExecutorOptions {
  readonly catalog: Pick<LiveCatalog, 'whenInspected' | 'snapshot'>;
  readonly next: Executor;
  /** Calls that may wait here at a time. */
  readonly maxWaiting: number;
}

type Waited = 'inspected' | 'late' | 'aborted';

/** Passes calls on. If the bundle is not inspected yet, the call waits for that. Fails with: overloaded (`queueMs`, `maxQueued`), cancelled. */
export const inspectedExecutor = ({ catalog, next, maxWaiting }: InspectedExecutorOptions): Executor => {
  let waiting = 0;
  const more = ({ toolName }: ToolCall, waited: Waited): Promise<void> | undefined =>
    waited === 'inspected' ? catalog.whenInspected(toolName) : undefined;
  const executeLater = async (call: ToolCall, inspected: Promise<void>): Promise<Outcome> => {
    const { queueMs } = catalog.snapshot.routes.get(call.toolName)?.limits ?? { queueMs: 0 };
    if (waiting >= maxWaiting) return failed(tooMany, 0);
    const startMs = performance.now();
    waiting += 1;
    let waited = await waitFor(inspected, queueMs, call.signal);
    // A catalog may have been loaded meanwhile in which the bundle is still to be inspected.
    for (let next = more(call, waited); next; next = more(call, waited))
      waited = await waitFor(next, queueMs - (performance.now() - startMs), call.signal);
    waiting -= 1;
    const waitedMs = performance.now() - startMs;
    if (waited === 'aborted') return failed(HUNG_UP, waitedMs);
    if (waited === 'late') return failed(tooLate(queueMs), waitedMs);
    const outcome = await next.execute(call);
    return { ...outcome, usage: { ...outcome.usage, queueMs: outcome.usage.queueMs + waitedMs } };
  };
  return {
    execute(call: ToolCall): Promise<Outcome> {
      const inspected = catalog.whenInspected(call.toolName);
      return inspected ? executeLater(call, inspected) : next.execute(call);
    },
  };
};

const waitFor = (inspected: Promise<void>, queueMs: number, signal: CallSignal): Promise<Waited> =>
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
    void inspected.then(() => settle('inspected'));
  });

const failed = (failure: Failure, queueMs: number): Outcome => ({
  ok: false,
  failure,
  usage: usageOfQueued(queueMs),
});

const tooMany: Failure = {
  code: 'overloaded',
  limit: 'maxQueued',
  retryAfterMs: RETRY_AFTER_MS,
  detail: 'Too many calls are queued. Call again later.',
};

const tooLate = (queueMs: number): Failure => ({
  code: 'overloaded',
  limit: 'queueMs',
  allowed: queueMs,
  retryAfterMs: RETRY_AFTER_MS,
  detail: `The plugin is new and was not inspected within ${queueMs} ms. Call again later.`,
});
