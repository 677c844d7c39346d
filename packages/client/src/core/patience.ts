// Waiting: deadlines, delays between attempts, and whether to try again at all.

import { CallTimeoutError, ForeignReplyError, ToolcellError, UnreachableError } from './errors.ts';

/** The longest delay of a timer in JavaScript. */
const MOST_TIMER_MS = 2 ** 31 - 1;

/** How often and after which delays a call is repeated. */
export interface RetryOptions {
  /** Most repeats of one call; 0 for none. Default: 2. */
  readonly retries?: number;
  /** Delay before the first repeat in milliseconds, if the server names none; each further delay is twice as long. Default: 250. */
  readonly retryDelayMs?: number;
  /** Longest delay in milliseconds. If the server asks for a longer one, the call is not repeated. Default: 30,000. */
  readonly mostRetryDelayMs?: number;
}

const DEFAULTS = Object.freeze({ retries: 2, retryDelayMs: 250, mostRetryDelayMs: 30_000 });

/** Resolves after the delay. Rejects with the signal's reason as soon as the signal is aborted. */
export const pause = (delayMs: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, delayMs);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });

/** Runs work under a signal that is also aborted after `timeoutMs`, then with a {@link CallTimeoutError} as the reason. */
export const withDeadline = async <Result>(
  timeoutMs: number | undefined,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal | undefined, endsAtMs: number) => Promise<Result>,
): Promise<Result> => {
  signal?.throwIfAborted();
  if (timeoutMs === undefined || timeoutMs > MOST_TIMER_MS) return work(signal, Number.POSITIVE_INFINITY);
  const controller = new AbortController();
  const follow = (): void => controller.abort(signal?.reason);
  signal?.addEventListener('abort', follow, { once: true });
  const timer = setTimeout(() => controller.abort(new CallTimeoutError(timeoutMs)), timeoutMs);
  try {
    return await work(controller.signal, performance.now() + timeoutMs);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', follow);
  }
};

/** The delay before the next attempt in milliseconds, or undefined if the server asks for one that is too long. `random` is in [0, 1). */
export const delayBefore = (
  repeat: number,
  askedMs: number | undefined,
  { retryDelayMs = DEFAULTS.retryDelayMs, mostRetryDelayMs = DEFAULTS.mostRetryDelayMs }: RetryOptions,
  random = Math.random(),
): number | undefined => {
  const ownMs = Math.min(retryDelayMs * 2 ** (repeat - 1), mostRetryDelayMs);
  // Between the half and the whole, so that callers who failed together do not come back together.
  if (askedMs === undefined) return ownMs * (0.5 + random / 2);
  if (askedMs > mostRetryDelayMs) return undefined;
  return askedMs + random * Math.min(ownMs, askedMs / 4);
};

/** What `repeated` has to know of a call. */
export interface Repeating {
  readonly options: RetryOptions;
  readonly signal: AbortSignal | undefined;
  /** Time of `performance.now()` at which the call is cut off. */
  readonly endsAtMs: number;
  /** The caller has said that repeats do no harm, whatever became of the first attempt. */
  readonly hasKey: boolean;
  /** Tells whether a repeat does no harm. Asked once, and only after a failure that may pass. */
  mayRepeat(): Promise<boolean>;
}

/**
 * Makes attempts until one succeeds. Repeats only after a failure that may pass, and only if `mayRepeat` resolves with true; throws the last error
 * otherwise. A delay that would end after the deadline is not begun.
 */
export const repeated = async <Result>(
  attempt: (attempts: number) => Promise<Result>,
  { options, signal, endsAtMs, hasKey, mayRepeat }: Repeating,
): Promise<Result> => {
  const most = options.retries ?? DEFAULTS.retries;
  let isHarmless: boolean | undefined;
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt(attempts);
    } catch (error) {
      const isOwn = error instanceof ToolcellError;
      const delayMs =
        mayPass(error, hasKey) && attempts <= most
          ? delayBefore(attempts, isOwn ? error.retryAfterMs : undefined, options)
          : undefined;
      const isInTime = delayMs !== undefined && performance.now() + delayMs < endsAtMs;
      if (isInTime) isHarmless ??= await mayRepeat();
      signal?.throwIfAborted();
      if (!isInTime || !isHarmless) throw isOwn && attempts > 1 ? new ToolcellError(error, attempts) : error;
      await pause(delayMs, signal);
    }
  }
};

/** What proxies answer if they lost the server, found none, or had no answer in time. */
const OF_PROXIES: ReadonlySet<number> = new Set([502, 503, 504]);

/**
 * True if the same call may succeed later: the server says so, or it was lost, and another one may have its place. In a server that was lost the call
 * may have run, so then the word of the tool's author is not enough.
 */
const mayPass = (error: unknown, hasKey: boolean): boolean => {
  if (error instanceof ToolcellError) return error.retryable;
  if (!hasKey) return false;
  return error instanceof UnreachableError || (error instanceof ForeignReplyError && OF_PROXIES.has(error.status));
};
