// console: writes its arguments as lines of the call's log. Runs inside the isolate, as a group of web APIs.
//
// Counters, timers and the depth of groups belong to one call and end with it.

import type { WebGroup } from '../scripts/parts.ts';
import { formatted, shown } from './console/format.ts';

type Level = 'debug' | 'info' | 'warn' | 'error';

const newState = () => ({ counts: new Map<string, number>(), timers: new Map<string, number>(), depth: 0 });
type Kept = ReturnType<typeof newState>;

const DEEPEST_GROUP = 20;
const INDENT = '  ';

export const install: WebGroup = ({ log, logRoom, callKey, elapsed }) => {
  const { captureStackTrace } = Error as unknown as { captureStackTrace(target: object, above: unknown): void };
  const keptFor = new WeakMap<object, Kept>();

  /** Undefined while no call runs. A module that asks for it while it is evaluated ahead is evaluated again in its call. */
  const kept = (): Kept | undefined => {
    const key = callKey();
    if (key === undefined) return undefined;
    let found = keptFor.get(key);
    if (found === undefined) {
      found = newState();
      keptFor.set(key, found);
    }
    return found;
  };

  const write = (level: Level, values: readonly unknown[]): void => {
    const room = logRoom();
    if (room === 0) return log(level, '');
    const text = formatted(values, room);
    const indent = INDENT.repeat(kept()?.depth ?? 0);
    log(level, indent === '' ? text : indent + text.split('\n').join(`\n${indent}`));
  };

  const labelOf = (label: unknown): string => (label === undefined ? 'default' : `${label as string}`);

  /** Logs the time of a timer, or a warning if there is no such timer. */
  const logTimer = (label: string, more: readonly unknown[]): void => {
    const startMs = kept()?.timers.get(label);
    if (startMs === undefined) write('warn', [`There is no timer ${label}`]);
    else write('info', [`${label}: ${elapsed() - startMs} ms`, ...more]);
  };

  const console = {
    debug: (...values: unknown[]): void => write('debug', values),
    info: (...values: unknown[]): void => write('info', values),
    log: (...values: unknown[]): void => write('info', values),
    warn: (...values: unknown[]): void => write('warn', values),
    error: (...values: unknown[]): void => write('error', values),
    dir: (value?: unknown): void => write('info', [value]),
    dirxml: (...values: unknown[]): void => write('info', values),
    clear: (): void => {},

    assert(condition?: unknown, ...values: unknown[]): void {
      if (condition) return;
      const [first, ...rest] = values;
      if (values.length === 0) write('error', ['Assertion failed']);
      else if (typeof first === 'string') write('error', [`Assertion failed: ${first}`, ...rest]);
      else write('error', ['Assertion failed:', ...values]);
    },

    trace(...values: unknown[]): void {
      const traced: { stack?: unknown } = {};
      captureStackTrace(traced, console.trace);
      const stack = typeof traced.stack === 'string' ? traced.stack : '';
      const end = stack.indexOf('\n');
      const text = formatted(values, logRoom());
      write('debug', ['%s%s', text === '' ? 'Trace' : `Trace: ${text}`, end === -1 ? '' : stack.slice(end)]);
    },

    table(value?: unknown): void {
      if (typeof value !== 'object' || value === null) return write('info', [value]);
      for (const key of Reflect.ownKeys(value)) {
        // The length of a list, which is not enumerable, is not a row.
        if (typeof key === 'string' && Object.prototype.propertyIsEnumerable.call(value, key))
          write('info', ['%s: %s', key, shown((value as Record<string, unknown>)[key], logRoom())]);
      }
    },

    count(label?: unknown): void {
      const name = labelOf(label);
      const count = (kept()?.counts.get(name) ?? 0) + 1;
      kept()?.counts.set(name, count);
      write('info', [`${name}: ${count}`]);
    },

    countReset(label?: unknown): void {
      const name = labelOf(label);
      if (kept()?.counts.delete(name) === false) write('warn', [`There is no counter ${name}`]);
    },

    time(label?: unknown): void {
      const name = labelOf(label);
      const timers = kept()?.timers;
      if (timers?.has(name)) write('warn', [`There is a timer ${name} already`]);
      else timers?.set(name, elapsed());
    },

    timeLog: (label?: unknown, ...values: unknown[]): void => logTimer(labelOf(label), values),

    timeEnd(label?: unknown): void {
      const name = labelOf(label);
      logTimer(name, []);
      kept()?.timers.delete(name);
    },

    group(...values: unknown[]): void {
      if (values.length > 0) write('info', values);
      const own = kept();
      if (own !== undefined && own.depth < DEEPEST_GROUP) own.depth += 1;
    },

    groupCollapsed: (...values: unknown[]): void => console.group(...values),

    groupEnd(): void {
      const own = kept();
      if (own !== undefined && own.depth > 0) own.depth -= 1;
    },
  };

  Object.defineProperty(console, Symbol.toStringTag, { value: 'console', configurable: true });
  return { globals: { console } };
};
