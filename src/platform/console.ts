// console: what it is handed becomes lines of the call's log. Runs inside the isolate, as a group of the platform.
//
// Counters, timers and the depth of groups are kept for a call and end with it.

import type { PlatformGroup } from '../guest/parts.ts';
import { formatted, shown } from './console/format.ts';

type Level = 'debug' | 'info' | 'warn' | 'error';

/** What one call has told its console. */
interface Kept {
  readonly counts: Map<string, number>;
  readonly timers: Map<string, number>;
  depth: number;
}

const DEEPEST_GROUP = 20;
const INDENT = '  ';

/** Makes the group. */
export const install: PlatformGroup = ({ log, logRoom, callKey, elapsed }) => {
  const { captureStackTrace } = Error as unknown as { captureStackTrace(target: object, above: unknown): void };
  const keptFor = new WeakMap<object, Kept>();

  /** Undefined while no call runs: a module that is evaluated ahead is then evaluated again in its call. */
  const kept = (): Kept | undefined => {
    const key = callKey();
    if (key === undefined) return undefined;
    let found = keptFor.get(key);
    if (found === undefined) {
      found = { counts: new Map(), timers: new Map(), depth: 0 };
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

  /** What a timer shows, or a warning where there is none. */
  const tell = (label: string, more: readonly unknown[]): void => {
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
        // Of a list its length is no row.
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

    timeLog: (label?: unknown, ...values: unknown[]): void => tell(labelOf(label), values),

    timeEnd(label?: unknown): void {
      const name = labelOf(label);
      tell(name, []);
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
