// Holds back calls of tools whose bundle is new until the bundle has been inspected. Front process.

import { type CallSignal, type Outcome, type ToolCall, usageOfQueued } from '../../shared/protocol/call.ts';
import { type Failure, HUNG_UP, RETRY_AFTER_MS } from '../../shared/protocol/errors.ts';
import type { CatalogSnapshot } from '../model/snapshot.ts';

/** The catalog, as calls see it. */
export interface CallCatalog {
  readonly snapshot: CatalogSnapshot;
  /** Resolves when the bundle of this tool has been inspected, whatever the result. Undefined if there is nothing to wait for. Never rejects. */
  whenInspected(toolName: string): Promise<void> | undefined;
}

export interface InspectionWaitOptions {
  readonly catalog: CallCatalog;
  /** Calls that may wait here at a time. */
  readonly maxWaiting: number;
  readonly next: (call: ToolCall) => Promise<Outcome>;
}

type Waited = 'inspected' | 'late' | 'aborted';

/** Makes the function that passes a call on after the inspection that it waits for. Fails with: overloaded (`queueMs`, `maxQueued`), cancelled. */
export const inspectionWait = ({
  catalog,
  maxWaiting,
  next,
}: InspectionWaitOptions): ((call: ToolCall, inspected: Promise<void>) => Promise<Outcome>) => {
  let waiting = 0;
  const more = ({ toolName }: ToolCall, waited: Waited): Promise<void> | undefined =>
    waited === 'inspected' ? catalog.whenInspected(toolName) : undefined;
  return async (call, inspected) => {
    const { queueMs } = catalog.snapshot.routes.get(call.toolName)?.limits ?? { queueMs: 0 };
    if (waiting >= maxWaiting) return failed(tooMany, 0);
    const startMs = performance.now();
    waiting += 1;
    let waited = await waitFor(inspected, queueMs, call.signal);
    // A catalog may have been loaded meanwhile in which the bundle is still to be inspected.
    for (let again = more(call, waited); again; again = more(call, waited))
      waited = await waitFor(again, queueMs - (performance.now() - startMs), call.signal);
    waiting -= 1;
    const waitedMs = performance.now() - startMs;
    if (waited === 'aborted') return failed(HUNG_UP, waitedMs);
    if (waited === 'late') return failed(tooLate(queueMs), waitedMs);
    const outcome = await next(call);
    return { ...outcome, usage: { ...outcome.usage, queueMs: outcome.usage.queueMs + waitedMs } };
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
