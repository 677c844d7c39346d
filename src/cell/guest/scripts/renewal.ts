// Replaces what the host must give each call anew, or what freezing does not cover: random numbers, registered symbols, and a clock that notes
// when it is read. Runs once in every isolate, within the bootstrap and before any lockdown. A script; its value is a function.

import type { RenewalParts } from './parts.ts';

(function renew({ now, noteOutside, symbols, keepSymbols, replaceConstructor }: RenewalParts) {
  const { apply, construct, getOwnPropertyDescriptor, defineProperty } = Reflect;

  /** Notes every reading of the clock, so that no module that was evaluated ahead brings an old time into a call. */
  function noteClock(): void {
    const Native = Date;
    // biome-ignore lint/suspicious/noShadowRestrictedNames: it takes the builtin's place, its name included.
    const Noted = function Date(...values: unknown[]): unknown {
      if (values.length === 0 || new.target === undefined) noteOutside();
      return new.target === undefined ? Native() : construct(Native, values, new.target);
    };
    replaceConstructor(Native, Noted);
    defineProperty(Noted, 'now', { value: now, writable: true, enumerable: false, configurable: true });
    const { prototype } = Intl.DateTimeFormat;
    const format = getOwnPropertyDescriptor(prototype, 'format')?.get as () => unknown;
    const { formatToParts } = prototype;
    const getFormat = function (this: unknown): unknown {
      noteOutside();
      return apply(format, this, []);
    };
    defineProperty(prototype, 'format', { get: getFormat, enumerable: false, configurable: true });
    const parts = function (this: Intl.DateTimeFormat, date?: Date): Intl.DateTimeFormatPart[] {
      if (date === undefined) noteOutside();
      return apply(formatToParts, this, [date]);
    };
    defineProperty(prototype, 'formatToParts', { value: parts, writable: true, enumerable: false, configurable: true });
  }

  /** Gives each call its own registry of Symbol.for, because the engine's lives as long as the isolate. */
  function addSymbols(): void {
    const NativeSymbol = Symbol;
    const NativeMap = Map;
    const { keyFor } = Symbol;
    const { get, set } = Map.prototype;
    const keys = new WeakMap<symbol, string>();
    const keysGet = WeakMap.prototype.get;
    const keysSet = WeakMap.prototype.set;
    const symbolFor = (key: unknown): symbol => {
      const name = `${key as string}`;
      const registered = symbols();
      const known = registered && (apply(get, registered, [name]) as symbol | undefined);
      if (known !== undefined) return known;
      const symbol = NativeSymbol(name);
      apply(keysSet, keys, [symbol, name]);
      const kept = registered ?? new NativeMap<string, symbol>();
      apply(set, kept, [name, symbol]);
      keepSymbols(kept);
      return symbol;
    };
    const symbolKeyFor = (symbol: unknown): string | undefined =>
      typeof symbol === 'symbol' ? (apply(keysGet, keys, [symbol]) as string | undefined) : keyFor(symbol as symbol);
    defineProperty(Symbol, 'for', { value: symbolFor, writable: true, enumerable: false, configurable: true });
    defineProperty(Symbol, 'keyFor', { value: symbolKeyFor, writable: true, enumerable: false, configurable: true });
  }

  /** Replaces the engine's random numbers: their single stream would show a call how many numbers earlier calls drew. */
  function addRandom(): (first: number, second: number, third: number, fourth: number) => void {
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    // sfc32: small and fast, with 128 bits of state that the host gives for every call.
    const next = (): number => {
      const sum = (a + b + d) | 0;
      d = (d + 1) | 0;
      a = b ^ (b >>> 9);
      b = (c + (c << 3)) | 0;
      c = ((c << 21) | (c >>> 11)) + sum;
      c |= 0;
      return sum >>> 0;
    };
    const random = (): number => ((next() >>> 5) * 67_108_864 + (next() >>> 6)) / 9_007_199_254_740_992;
    defineProperty(Math, 'random', { value: random, writable: true, enumerable: false, configurable: true });
    return (first, second, third, fourth) => {
      a = first | 0;
      b = second | 0;
      c = third | 0;
      d = fourth | 0;
      for (let i = 0; i < 4; i += 1) next();
    };
  }

  noteClock();
  addSymbols();
  return addRandom();
});
