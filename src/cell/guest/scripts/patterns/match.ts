// Finds single matches of a regular expression, by V8's own `exec` or one of the plugin's. Runs inside the isolate, in code that no plugin can change.

const { apply } = Reflect;
const NativeTypeError = TypeError;
export const { exec: nativeExec } = RegExp.prototype;

/** A regular expression, or whatever a plugin calls a method of one on. */
export interface Matcher {
  lastIndex: unknown;
  readonly exec: unknown;
  readonly flags: unknown;
  readonly constructor: unknown;
  readonly [name: string]: unknown;
}

/** What `exec` of a plugin's own returns: it may be any object. */
export type Match = Readonly<Record<PropertyKey, unknown>>;

export const isObject = (value: unknown): value is object =>
  (typeof value === 'object' && value !== null) || typeof value === 'function';

export function matcherOf(value: unknown, method: string): Matcher {
  if (isObject(value)) return value as Matcher;
  throw new NativeTypeError(`RegExp.prototype.${method} called on incompatible receiver ${typeof value}`);
}

/** ToIntegerOrInfinity, not below 0 and not above `most`. */
export function toIndex(value: unknown, most: number): number {
  const number = Math.trunc(Number(+(value as number)));
  return number > 0 ? Math.min(number, most) : 0;
}

/** The index after the character at `index`, which has two units if `isByPoint` and they are a pair. */
export function indexAfter(text: string, index: number, isByPoint: boolean): number {
  if (!isByPoint || index + 1 >= text.length) return index + 1;
  const first = text.charCodeAt(index);
  if (first < 0xd8_00 || first > 0xdb_ff) return index + 1;
  const second = text.charCodeAt(index + 1);
  return second < 0xdc_00 || second > 0xdf_ff ? index + 1 : index + 2;
}

export const isByPointIn = (flags: string): boolean => flags.includes('u') || flags.includes('v');

export function execNatively(rx: Matcher, text: string): RegExpExecArray | null {
  return apply(nativeExec, rx, [text]);
}

/** One match, by `exec`, the value of the property of that name. */
export function execBy(exec: unknown, rx: Matcher, text: string): Match | null {
  if (exec === nativeExec || typeof exec !== 'function') return execNatively(rx, text) as unknown as Match | null;
  const match: unknown = apply(exec, rx, [text]);
  if (match !== null && !isObject(match)) throw new NativeTypeError('exec must return an object or null');
  return match as Match | null;
}

/** Goes past an empty match, which would be found again. */
export function skipEmpty(rx: Matcher, text: string, flags: string): void {
  rx.lastIndex = indexAfter(text, toIndex(rx.lastIndex, Number.MAX_SAFE_INTEGER), isByPointIn(flags));
}
