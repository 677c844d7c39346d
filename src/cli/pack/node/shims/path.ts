// `path` of Node: the npm package `path-browserify`, which is Node's own code for POSIX. Runs inside the isolate, as part of the packed entry.

import library from 'path-browserify';
import { notInTool, wrongType } from './errors.ts';

/** Name of a function → what Node calls its arguments that must be text. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(['basename', 'dirname', 'extname', 'isAbsolute', 'normalize'].map((name) => [name, ['path']])),
  parse: ['pathString'],
  relative: ['from', 'to'],
};

/** The function with Node's own words for a path that is no text. */
const checked =
  (name: string, use: (...values: unknown[]) => unknown) =>
  (...values: unknown[]): unknown => {
    const names = TEXTS[name] ?? values.map((_, at) => (name === 'resolve' ? `paths[${at}]` : 'path'));
    for (const [at, one] of names.entries())
      if (typeof values[at] !== 'string') throw wrongType(one, 'of type string', values[at]);
    return use(...values);
  };

const posix: Record<string, unknown> = { ...library, toNamespacedPath: (path: unknown) => path };
for (const name of [...Object.keys(TEXTS), 'join', 'resolve'])
  posix[name] = checked(name, library[name] as (...values: unknown[]) => unknown);

/** Paths of Windows are missing, and say so when they are used. */
const win32: object = new Proxy(
  { sep: '\\', delimiter: ';' },
  {
    get(target, key) {
      if (typeof key === 'symbol' || Object.hasOwn(target, key)) return Reflect.get(target, key) as unknown;
      return () => {
        throw notInTool(`path.win32.${key}`, 'the paths of a tool have forward slashes');
      };
    },
  },
);

export default Object.assign(posix, { posix, win32 });
