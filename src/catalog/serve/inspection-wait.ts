// Holds back calls of tools whose bundle is new until the bundle has been inspected. Front process.

import { type CallSignal, type Outcome, type ToolCall, usageOfQueued } from '../../shared/protocol/call.ts';
import { type Failure, HUNG_UP, RETRY_AFTER_MS } from '../../shared/protocol/errors.ts';
import { LOAD_MS, type Refusal } from '../../shared/protocol/program.ts';
import type { CatalogSnapshot } from '../model/snapshot.ts';
import type { PendingInspection } from './inspections.ts';

/** The catalog, as calls see it. */
export interface CallCatalog {
  readonly snapshot: CatalogSnapshot;
  /** The inspection of this tool's bundle. Undefined if there is nothing to wait for. */
  whenInspected(toolName: string): PendingInspection | undefined;
}

export interface InspectionWaitOptions {
  readonly catalog: CallCatalog;
  /** Calls that may wait here at a time. */
  readonly maxWaiting: number;
  /** How long a call waits at most, after `queueMs`, for a try-out that runs already; {@link RUNNING_MS} if absent. */
  readonly runningMs?: number;
  readonly next: (call: ToolCall) => Promise<Outcome>;
}

type Waited = 'late' | 'aborted' | { readonly refusal: Refusal | undefined };

/**
 * A try-out that runs is the plugin's own time and no queue: whoever waits for a module that spins is to hear that, and not that the server is
 * busy. A module that loads for longer is refused after {@link LOAD_MS}, and a moment later that is known.
 */
const RUNNING_MS = LOAD_MS + 2_000;

/**
 * Makes the function that passes a call on after the inspection that it waits for. Fails with: plugin_refused, overloaded (`queueMs`,
 * `maxQueued`), cancelled.
 */
export const inspectionWait = ({
  catalog,
  maxWaiting,
  runningMs = RUNNING_MS,
  next,
}: InspectionWaitOptions): ((call: ToolCall, inspected: PendingInspection) => Promise<Outcome>) => {
  let waiting = 0;
  /** A catalog may have been loaded meanwhile in which the bundle is still to be inspected. */
  const wait = async ({ toolName, signal }: ToolCall, first: PendingInspection, queueMs: number): Promise<Waited> => {
    const startMs = performance.now();
    let waited: Waited = { refusal: undefined };
    for (let pending: PendingInspection | undefined = first; pending; pending = catalog.whenInspected(toolName)) {
      waited = await waitFor(pending.settled, queueMs - (performance.now() - startMs), signal);
      if (waited === 'late' && pending.running !== undefined) {
        const leftMs = queueMs + runningMs - (performance.now() - startMs);
        waited = await waitFor(
          Promise.race([pending.settled, pending.running.then((): typeof NO_VERDICT => NO_VERDICT)]),
          leftMs,
          signal,
        );
      }
      if (typeof waited === 'string') return waited;
    }
    return waited;
  };
  return async (call, inspected) => {
    const { queueMs } = catalog.snapshot.routes.get(call.toolName)?.limits ?? { queueMs: 0 };
    if (waiting >= maxWaiting) return failed(tooMany, 0);
    const startMs = performance.now();
    waiting += 1;
    const waited = await wait(call, inspected, queueMs);
    waiting -= 1;
    const waitedMs = performance.now() - startMs;
    if (waited === 'aborted') return failed(HUNG_UP, waitedMs);
    if (waited === 'late') return failed(tooLate(queueMs), waitedMs);
    if (waited.refusal && !catalog.snapshot.routes.has(call.toolName)) return failed(refused(waited.refusal), waitedMs);
    const outcome = await next(call);
    return { ...outcome, usage: { ...outcome.usage, queueMs: outcome.usage.queueMs + waitedMs } };
  };
};

const NO_VERDICT = 'late';

const waitFor = (
  inspected: Promise<Refusal | undefined | typeof NO_VERDICT>,
  mostMs: number,
  signal: CallSignal,
): Promise<Waited> =>
  new Promise((resolve) => {
    const settle = (waited: Waited): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      resolve(waited);
    };
    const onAbort = (): void => settle('aborted');
    const timer = setTimeout(() => settle('late'), Math.max(0, mostMs));
    signal.addEventListener('abort', onAbort);
    if (signal.aborted) onAbort();
    void inspected.then((result) => settle(result === NO_VERDICT ? NO_VERDICT : { refusal: result }));
  });

const failed = (failure: Failure, queueMs: number): Outcome => ({
  ok: false,
  failure,
  usage: usageOfQueued(queueMs),
});

const refused = ({ where, reason, hint }: Refusal): Failure => ({
  code: 'plugin_refused',
  detail: `The plugin was tried out for this call and cannot serve. ${where}: ${reason}`,
  refusals: [{ where, reason, hint }],
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
