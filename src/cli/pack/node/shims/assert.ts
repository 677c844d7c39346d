// `assert` of Node. Our own, because the npm package for it brings forty others along; its messages are shorter than Node's, without a picture of the
// difference. Runs inside the isolate, as part of the packed entry.

import { coded, wrongType } from './errors.ts';
import { areDeepEqual } from './util-compare.ts';
import { inspect } from './util-inspect.ts';

interface Details {
  /** Of the caller. */
  readonly message?: unknown;
  /** The message if the caller gives none. */
  readonly text?: string;
  readonly actual?: unknown;
  readonly expected?: unknown;
  readonly operator?: string;
}

const TEXTS: Readonly<Record<string, string>> = {
  deepStrictEqual: 'Expected values to be strictly deep-equal:',
  strictEqual: 'Expected values to be strictly equal:',
  deepEqual: 'Expected values to be loosely deep-equal:',
  notDeepStrictEqual: 'Expected "actual" not to be strictly deep-equal to:',
  notStrictEqual: 'Expected "actual" to be strictly unequal to:',
  notDeepEqual: 'Expected "actual" not to be loosely deep-equal to:',
};

const textFor = ({ actual, expected, operator = '' }: Details): string => {
  if (operator === '==' || operator === '!=') return `${inspect(actual)} ${operator} ${inspect(expected)}`;
  const head = TEXTS[operator] ?? 'Failed';
  if (operator.startsWith('not')) return `${head}\n\n${inspect(expected)}`;
  return `${head}\n\n${inspect(actual)}\n\nshould ${operator.includes('oose') || operator === 'deepEqual' ? 'loosely deep-equal' : 'equal'}\n\n${inspect(expected)}`;
};

class AssertionError extends Error {
  override name = 'AssertionError';
  readonly code = 'ERR_ASSERTION';
  readonly generatedMessage: boolean;
  readonly actual: unknown;
  readonly expected: unknown;
  readonly operator: string | undefined;

  constructor(details: Details) {
    super(details.message === undefined ? (details.text ?? textFor(details)) : String(details.message));
    this.generatedMessage = details.message === undefined;
    this.actual = details.actual;
    this.expected = details.expected;
    this.operator = details.operator;
  }
}

const fail = (details: Details): never => {
  if (details.message instanceof Error) throw details.message;
  throw new AssertionError(details);
};

type Args = readonly unknown[];

const ok = (...args: Args): void => {
  const [value, given] = args;
  if (value) return;
  const message = args.length === 0 ? 'No value argument passed to `assert.ok()`' : given;
  fail({ message, actual: value, expected: true, operator: '==' });
};

const checking =
  (operator: string, holds: (actual: unknown, expected: unknown) => boolean) =>
  (...args: Args): void => {
    if (args.length < 2)
      throw coded(TypeError, 'ERR_MISSING_ARGS', 'The "actual" and "expected" arguments must be specified');
    const [actual, expected, message] = args;
    if (!holds(actual, expected)) fail({ actual, expected, message, operator });
  };

// biome-ignore lint/suspicious/noDoubleEquals: this is what Node's assert.equal compares with.
const isLoose = (a: unknown, b: unknown): boolean => a == b || (Number.isNaN(a) && Number.isNaN(b));

const fitsObject = (error: unknown, expected: object): boolean =>
  [...Object.keys(expected), ...(expected instanceof Error ? ['name', 'message'] : [])].every((key) => {
    const [value, wanted] = [Reflect.get(Object(error), key), Reflect.get(expected, key)] as unknown[];
    return wanted instanceof RegExp && typeof value === 'string'
      ? wanted.test(value)
      : areDeepEqual(value, wanted, true);
  });

const isErrorType = (value: unknown): value is new () => Error =>
  typeof value === 'function' && (value === Error || Object.prototype.isPrototypeOf.call(Error, value));

/** Throws if an error is not the expected one: a class, a pattern, an object with some of its properties, or a function that says so. */
const checkError = (error: unknown, expected: unknown, message: unknown, operator: string): void => {
  if (expected === undefined) return;
  const unfit = (text: string): never => fail({ actual: error, expected, message, text, operator });
  if (expected instanceof RegExp) {
    if (!expected.test(String(error)))
      unfit(
        `The input did not match the regular expression ${inspect(expected)}. Input:\n\n${inspect(String(error))}\n`,
      );
  } else if (typeof expected === 'function') {
    if (expected.prototype !== undefined && error instanceof (expected as unknown as new () => object)) return;
    if (isErrorType(expected)) {
      const { name, message: said } = Object(error) as Partial<Error>;
      unfit(
        `The error is expected to be an instance of "${expected.name}". Received "${name}"\n\nError message:\n\n${said}`,
      );
    }
    if ((expected as (error: unknown) => unknown).call({}, error) !== true)
      unfit(
        `The ${expected.name ? `"${expected.name}" ` : ''}validation function is expected to return "true". Received ${inspect(false)}`,
      );
  } else if (typeof expected === 'object' && expected !== null) {
    if (!fitsObject(error, expected))
      unfit(`Expected values to be strictly deep-equal:\n\n${inspect(error)}\n\nshould equal\n\n${inspect(expected)}`);
  } else throw wrongType('expected', 'of type function or an instance of Error, RegExp, or Object', expected);
};

const missing = (operator: string, expected: unknown, message: unknown): never => {
  const type = typeof expected === 'function' && expected.name ? ` (${expected.name})` : '';
  const what = operator === 'rejects' ? 'rejection' : 'exception';
  return fail({
    expected,
    operator,
    message: `Missing expected ${what}${type}${message ? `: ${String(message)}` : '.'}`,
  });
};

const split = (expected: unknown, message: unknown): readonly [unknown, unknown] =>
  typeof expected === 'string' ? [undefined, expected] : [expected, message];

const throws = (task: () => unknown, ...args: Args): void => {
  if (typeof task !== 'function') throw wrongType('fn', 'of type function', task);
  const [expected, message] = split(args[0], args[1]);
  try {
    task();
  } catch (error) {
    return checkError(error, expected, message, 'throws');
  }
  missing('throws', expected, message);
};

const promiseOf = (task: unknown): Promise<unknown> =>
  (typeof task === 'function' ? (task as () => Promise<unknown>)() : task) as Promise<unknown>;

const rejects = async (task: unknown, ...args: Args): Promise<void> => {
  const [expected, message] = split(args[0], args[1]);
  try {
    await promiseOf(task);
  } catch (error) {
    return checkError(error, expected, message, 'rejects');
  }
  missing('rejects', expected, message);
};

const unwanted = (error: unknown, operator: string, message: unknown): never =>
  fail({
    actual: error,
    operator,
    message: `Got unwanted ${operator === 'doesNotReject' ? 'rejection' : 'exception'}${message ? `: ${String(message)}` : '.'}\nActual message: "${(error as Error | undefined)?.message}"`,
  });

const doesNotThrow = (task: () => unknown, ...args: Args): void => {
  try {
    task();
  } catch (error) {
    unwanted(error, 'doesNotThrow', split(args[0], args[1])[1]);
  }
};

const doesNotReject = async (task: unknown, ...args: Args): Promise<void> => {
  try {
    await promiseOf(task);
  } catch (error) {
    unwanted(error, 'doesNotReject', split(args[0], args[1])[1]);
  }
};

const matching =
  (operator: 'match' | 'doesNotMatch') =>
  (text: unknown, pattern: RegExp, message?: unknown): void => {
    if (!(pattern instanceof RegExp)) throw wrongType('regexp', 'an instance of RegExp', pattern);
    if (typeof text === 'string' && pattern.test(text) === (operator === 'match')) return;
    const how = operator === 'match' ? 'did not match' : 'was expected to not match';
    fail({
      actual: text,
      expected: pattern,
      operator,
      message,
      text: `The input ${how} the regular expression ${inspect(pattern)}. Input:\n\n${inspect(text)}\n`,
    });
  };

const strictEqual = checking('strictEqual', Object.is);
const notStrictEqual = checking('notStrictEqual', (a, b) => !Object.is(a, b));
const deepStrictEqual = checking('deepStrictEqual', (a, b) => areDeepEqual(a, b, true));
const notDeepStrictEqual = checking('notDeepStrictEqual', (a, b) => !areDeepEqual(a, b, true));

const assert = (...args: Args): void => ok(...args);

const common = {
  AssertionError,
  deepStrictEqual,
  doesNotMatch: matching('doesNotMatch'),
  doesNotReject,
  doesNotThrow,
  fail: (message?: unknown) => fail({ message, text: 'Failed', operator: 'fail' }),
  ifError(value: unknown) {
    if (value === null || value === undefined) return;
    const text = value instanceof Error ? value.message : inspect(value);
    fail({ actual: value, expected: null, operator: 'ifError', message: `ifError got unwanted exception: ${text}` });
  },
  match: matching('match'),
  notDeepStrictEqual,
  notStrictEqual,
  ok,
  rejects,
  strictEqual,
  throws,
};

const strict = Object.assign((...args: Args): void => ok(...args), common, {
  equal: strictEqual,
  notEqual: notStrictEqual,
  deepEqual: deepStrictEqual,
  notDeepEqual: notDeepStrictEqual,
});

export default Object.assign(assert, common, {
  equal: checking('==', isLoose),
  notEqual: checking('!=', (a, b) => !isLoose(a, b)),
  deepEqual: checking('deepEqual', (a, b) => areDeepEqual(a, b, false)),
  notDeepEqual: checking('notDeepEqual', (a, b) => !areDeepEqual(a, b, false)),
  strict: Object.assign(strict, { strict }),
});
