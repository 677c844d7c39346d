// `util` of Node. Our own, because the npm package for it brings forty others along. Runs inside the isolate, as part of the packed entry.

import { coded, wrongType } from './errors.ts';
import { areDeepEqual } from './util-compare.ts';
import { format, formatWithOptions } from './util-format.ts';
import { CUSTOM, inspect } from './util-inspect.ts';
import parseArgs from './util-parse-args.ts';
import types from './util-types.ts';

type Anything = (this: unknown, ...args: unknown[]) => unknown;

const PROMISIFIED = Symbol.for('nodejs.util.promisify.custom');

const checkFunction = (name: string, value: unknown): Anything => {
  if (typeof value === 'function') return value as Anything;
  throw wrongType(name, 'of type function', value);
};

const promisify = (original: unknown): unknown => {
  const of = checkFunction('original', original);
  const custom: unknown = Reflect.get(of, PROMISIFIED);
  if (custom) return checkFunction('util.promisify.custom', custom);
  const promised = function (this: unknown, ...args: unknown[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      of.call(this, ...args, (error: unknown, value: unknown) => (error ? reject(error) : resolve(value)));
    });
  };
  Object.setPrototypeOf(promised, Object.getPrototypeOf(of));
  Object.defineProperty(promised, PROMISIFIED, { value: promised, configurable: true });
  return Object.defineProperties(promised, Object.getOwnPropertyDescriptors(of));
};
promisify.custom = PROMISIFIED;

const callbackify = (original: unknown): unknown => {
  const of = checkFunction('original', original) as (...args: unknown[]) => Promise<unknown>;
  return function (this: unknown, ...args: unknown[]): void {
    const done = checkFunction('last argument', args.pop());
    of.apply(this, args).then(
      (value) => queueMicrotask(() => done.call(this, null, value)),
      (reason: unknown) => {
        const error = reason || coded(Error, 'ERR_FALSY_VALUE_REJECTION', 'Promise was rejected with falsy value');
        queueMicrotask(() => done.call(this, reason ? error : Object.assign(error as object, { reason })));
      },
    );
  };
};

const inherits = (type: { prototype: object }, parent: { prototype: object }): void => {
  Object.defineProperty(type, 'super_', { value: parent, writable: true, configurable: true });
  Object.setPrototypeOf(type.prototype, parent.prototype);
};

/** Warns once, as a line of the log. */
const deprecate = (of: Anything, message: string, code?: string): Anything => {
  let isTold = false;
  const told = function (this: unknown, ...args: unknown[]): unknown {
    if (!isTold) console.warn(`${code === undefined ? '' : `[${code}] `}DeprecationWarning: ${message}`);
    isTold = true;
    return new.target ? Reflect.construct(of, args, new.target) : of.apply(this, args);
  };
  Object.setPrototypeOf(told, of);
  if (of.prototype) told.prototype = of.prototype;
  return told;
};

/** A logger that is off: `NODE_DEBUG` is not set in a tool. */
const debuglog = (): object => Object.assign(() => {}, { enabled: false });

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the codes that it removes.
const CODES = /\u001b\[[0-9;?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)|\u001b[@-Z\\-_]/g;

const STYLES: Readonly<Record<string, readonly [number, number]>> = Object.fromEntries([
  ...['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'].flatMap((name, at) => [
    [name, [30 + at, 39]],
    [`bg${name[0]?.toUpperCase()}${name.slice(1)}`, [40 + at, 49]],
    [`${name}Bright`, [90 + at, 39]],
  ]),
  ...Object.entries({
    reset: [0, 0],
    bold: [1, 22],
    dim: [2, 22],
    italic: [3, 23],
    underline: [4, 24],
    inverse: [7, 27],
    gray: [90, 39],
    grey: [90, 39],
  }),
]);

/** Plain text, unless the caller says that it does not go to a stream: the streams of a tool have no colours. */
const styleText = (
  format: string | readonly string[],
  text: string,
  { validateStream = true }: { readonly validateStream?: boolean } = {},
): string =>
  [format].flat().reduceRight((inner, name) => {
    const codes = STYLES[name];
    if (!codes)
      throw coded(
        TypeError,
        'ERR_INVALID_ARG_VALUE',
        `The argument 'format' must be one of: ${Object.keys(STYLES)
          .map((one) => `'${one}'`)
          .join(', ')}. Received '${name}'`,
      );
    return validateStream ? inner : `\u001b[${codes[0]}m${inner}\u001b[${codes[1]}m`;
  }, text);

const aborted = (signal: AbortSignal): Promise<void> =>
  signal.aborted
    ? Promise.resolve()
    : new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

export default {
  TextDecoder: globalThis.TextDecoder,
  TextEncoder: globalThis.TextEncoder,
  aborted,
  callbackify,
  debug: debuglog,
  debuglog,
  deprecate,
  format,
  formatWithOptions,
  inherits,
  inspect,
  isArray: Array.isArray,
  isDeepStrictEqual: (a: unknown, b: unknown) => areDeepEqual(a, b, true),
  parseArgs,
  promisify,
  stripVTControlCharacters: (text: string) => text.replace(CODES, ''),
  styleText,
  toUSVString: (text: unknown) => String(text).toWellFormed(),
  types,
};

export { CUSTOM, format, inspect };
