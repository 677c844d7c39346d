// `timers/promises` of Node. Runs inside the isolate, as part of the packed entry.

import { coded } from './errors.ts';
import { stop as cancel, start } from './native-timers.ts';

interface Options {
  readonly signal?: AbortSignal;
}

const abortError = (signal: AbortSignal): Error =>
  Object.assign(coded(Error, 'ABORT_ERR', 'The operation was aborted'), { name: 'AbortError', cause: signal.reason });

const delayed = <T>(delayMs: number | undefined, value: T, { signal }: Options = {}): Promise<T> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(abortError(signal));
    const stop = (): void => {
      cancel(timer);
      reject(abortError(signal as AbortSignal));
    };
    const timer = start(() => {
      signal?.removeEventListener('abort', stop);
      resolve(value);
    }, delayMs);
    signal?.addEventListener('abort', stop, { once: true });
  });

async function* every<T>(delayMs: number | undefined, value: T, options: Options = {}): AsyncGenerator<T> {
  for (;;) yield await delayed(delayMs, value, options);
}

export default {
  setTimeout: delayed,
  setImmediate: <T>(value: T, options?: Options) => delayed(0, value, options),
  setInterval: every,
  scheduler: {
    wait: (delayMs: number, options?: Options) => delayed(delayMs, undefined, options),
    yield: () => delayed(0, undefined),
  },
};
