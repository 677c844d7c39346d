// Compares the methods that a frozen realm puts onto RegExp.prototype with V8's own: results, `lastIndex`, thrown errors, and which
// properties of an expression of the plugin's own they read, write and call, in which order.

import { fileURLToPath } from 'node:url';
import vm from 'node:vm';
import { expect } from 'chai';
import { buildSync } from 'esbuild';
import fc from 'fast-check';
import type { PristinePatterns } from '../../../../src/cell/guest/scripts/parts.ts';

const SCRIPTS = new URL('../../../../src/cell/guest/scripts/patterns/', import.meta.url);

/** Runs one case in a realm. Everything that it saw is in the text that it returns. */
const CASE = `(({ source, flags, text, kind, value, limit, lastIndex, receiver }) => {
  const log = [];
  const show = (it) => typeof it === 'object' && it !== null ? JSON.stringify([it, it.index, it.groups]) : String(it);
  const withOwn = (it, key, own) => Object.defineProperty(it, key, { writable: true, configurable: true, ...own });
  const make = () => {
    const plain = new RegExp(source, flags);
    if (receiver === 'plain') return plain;
    if (receiver === 'subclass') return new (class extends RegExp { exec(...a) { log.push('exec'); return super.exec(...a); } })(source, flags);
    if (receiver === 'species') return withOwn(plain, 'constructor', { value: { [Symbol.species]: class extends RegExp { constructor(...a) { super(...a); log.push(a[1]); } } } });
    if (receiver === 'ownFlags') return Object.defineProperty(new RegExp(source, flags.replace('g', '') + 'g'), 'flags', { get: () => { log.push('flags'); return 'gu'; } });
    if (receiver === 'ownGlobal') return Object.defineProperty(plain, 'global', { value: false });
    if (receiver === 'frozen') return Object.freeze(plain);
    if (receiver === 'object') {
      let left = 3;
      const found = () => ({ get length() { log.push('length'); return 3; }, get 0() { log.push('0'); return left === 2 ? '' : 'ab'; }, 1: undefined, 2: 7, get index() { log.push('index'); return 4 - left; }, groups: left === 1 ? undefined : { n: 'N' } });
      const matcher = { exec: (t) => { log.push('exec ' + t); left -= 1; return left < 0 ? null : found(); }, flags, lastIndex: 1, constructor: undefined };
      return new Proxy(matcher, { get: (o, k) => { log.push('get ' + String(k)); return o[k]; }, set: (o, k, v) => { log.push('set ' + String(k) + v); o[k] = v; return true; } });
    }
    if (receiver === 'badExec') return withOwn(plain, 'exec', { value: () => 1 });
    return withOwn(plain, 'exec', { value: undefined });
  };
  const replacer = (...given) => { log.push(show(given)); return given.length > 3 ? given[1] : '<' + given[0] + '>'; };
  try {
    const rx = make();
    if (receiver !== 'frozen') rx.lastIndex = lastIndex;
    const P = RegExp.prototype;
    log.push(show({
      replace: () => P[Symbol.replace].call(rx, text, value),
      replaceBy: () => P[Symbol.replace].call(rx, text, replacer),
      split: () => P[Symbol.split].call(rx, text, limit),
      match: () => P[Symbol.match].call(rx, text),
      flags: () => Object.getOwnPropertyDescriptor(P, 'flags').get.call(rx),
      strings: () => [text.replace(rx, value), text.split(rx, limit), text.match(rx), text.search(rx), [...text.matchAll(new RegExp(source, 'g'))], text.replaceAll(new RegExp(source, 'g'), value)],
    }[kind]()));
    log.push(show(rx.lastIndex));
  } catch (error) { log.push(error.name); }
  return JSON.stringify(log);
})`;

/** What each member of RegExp.prototype looks like. */
const LOOK = `JSON.stringify(Reflect.ownKeys(RegExp.prototype).map((key) => {
  const { value, get, enumerable } = Object.getOwnPropertyDescriptor(RegExp.prototype, key);
  const method = value ?? get;
  const attempt = (receiver) => { try { return String(method.call(receiver, 'a')); } catch (error) { return error.name; } };
  const receivers = key === 'constructor' ? [] : [1, undefined, {}, RegExp.prototype];
  return [String(key), method.name, method.length, enumerable, Object.hasOwn(method, 'prototype'), receivers.map(attempt)];
}))`;

/** Calls the methods at each depth of the stack near its edge, and with a result that is too long. `foreign` has what is of another realm. */
const EDGE = `(() => {
  const foreign = new Set(), errors = new Set(), values = new Set();
  const look = (name, it) => { if (typeof it === 'object' && it !== null && !(it instanceof Object)) foreign.add(name); return it; };
  const acts = {
    replace: () => 'abcab'.repeat(5).replace(/(a)|b/g, '[$1]'),
    split: () => 'abcab'.split(/(b)|c/),
    match: () => 'abcab'.repeat(5).match(/a|b/g),
    call: () => 'abcab'.replace(/(a)(b)?/g, (...given) => look('given', given).length),
    long: () => 'a'.repeat(1_000).replace(/a/g, 'x'.repeat(2 ** 20)),
  };
  const attempt = (name) => { try { look(name, acts[name]()); values.add(name); } catch (error) { look(name + ' throws', error); errors.add(error.name); } };
  const deep = (name) => {
    let above = 0;
    try { above = deep(name) + 1; } catch {}
    if (above < 3_000) attempt(name);
    return above;
  };
  for (const name of Object.keys(acts)) name === 'long' ? attempt(name) : deep(name);
  return { foreign: [...foreign], errors: [...errors], values: [...values] };
})()`;

type Run = (input: Readonly<Record<string, unknown>>) => string;

/** The value of a script in a new realm. */
const inRealm = <Value>(script: string): Value =>
  vm.runInContext(`'use strict'; ${script}`, vm.createContext(vm.constants.DONT_CONTEXTIFY)) as Value;

const builtOf = (name: string, globalName: string): string => {
  const entryPoints = [fileURLToPath(new URL(name, SCRIPTS))];
  return buildSync({ entryPoints, bundle: true, write: false, format: 'iife', globalName }).outputFiles[0]?.text ?? '';
};

/** Prepares a realm in which the pristine methods are the global `pristine`. */
const QUICKEN = `${builtOf('patterns.ts', 'patterns')}; patterns.quickenPatterns(pristine); Object.freeze(RegExp.prototype);`;
const PRISTINE = `${builtOf('pristine.ts', 'guest')}; guest.pristine`;

/** A new realm with our methods, matched by a realm beside it. `wrap` gets the functions of that realm. */
const quickened = <Value>(script: string, wrap = (pristine: PristinePatterns): PristinePatterns => pristine): Value => {
  const context = vm.createContext(vm.constants.DONT_CONTEXTIFY);
  context.pristine = wrap(inRealm<PristinePatterns>(PRISTINE));
  return vm.runInContext(`'use strict'; ${QUICKEN} ${script}`, context) as Value;
};

const ATOMS = [
  'a',
  'b',
  '.',
  '\\w',
  '[^a]',
  '(a)',
  '(b|)',
  '(?<n>a)',
  '(?=b)',
  '(?<=a)',
  '^',
  '$',
  '\\b',
  'a*',
  '(a)?',
  '(?:)',
  '\\s+',
  '😀',
  '\\1',
  '\n',
];
const TEXTS = ['a', 'b', 'A', ' ', '\n', '😀', '\ud83d', '\ude00', 'ab'];
const RECEIVERS = [
  'plain',
  'plain',
  'plain',
  'subclass',
  'species',
  'ownFlags',
  'ownGlobal',
  'frozen',
  'object',
  'badExec',
  'noExec',
];

const pieces = (parts: readonly string[], maxLength: number): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...parts), { maxLength }).map((chosen) => chosen.join(''));

const INPUT = fc.record({
  source: pieces(ATOMS, 4).map((source) => source || '(?:)'),
  flags: fc
    .uniqueArray(fc.constantFrom('g', 'i', 'm', 's', 'u', 'v', 'y', 'd'), { maxLength: 4 })
    .map((letters) => letters.join('')),
  // Short ones are searched in JavaScript, long ones in the realm beside.
  text: fc.oneof(
    pieces(TEXTS, 8),
    pieces(TEXTS, 30).map((text) => text.padEnd(24, 'ab')),
  ),
  kind: fc.constantFrom('replace', 'replace', 'replaceBy', 'split', 'split', 'match', 'flags', 'strings'),
  value: pieces(['$', '$$', '$&', '$`', "$'", '$1', '$01', '$10', '$00', '$2', '$<n>', '$<m>', '$<', 'x', '>', '1'], 3),
  limit: fc.constantFrom(undefined, 0, 1, 2, 3, -1, 2 ** 32, 1.5, null),
  lastIndex: fc.constantFrom(0, 1, 2, 50, -1, 0.5),
  receiver: fc.constantFrom(...RECEIVERS),
});

describe('the methods of RegExp.prototype in a frozen realm', function () {
  this.timeout(240_000);

  it('do what those of V8 do', () => {
    const native = inRealm<Run>(CASE);
    const ours = quickened<Run>(CASE);
    fc.assert(
      fc.property(INPUT, (input) => {
        // V8 forgets that `v` goes by character, too, if a class of the plugin's own splits.
        fc.pre(input.receiver === 'plain' || !input.flags.includes('v'));
        expect(ours(input)).to.equal(native(input));
      }),
      { numRuns: 20_000 },
    );
  });

  it('look like those of V8, and refuse the same receivers', () => {
    expect(quickened(LOOK)).to.equal(inRealm(LOOK));
  });

  it('show nothing of the realm that matches for them, at the edge of the stack neither', () => {
    const { foreign, errors, values } =
      quickened<Readonly<Record<'foreign' | 'errors' | 'values', readonly string[]>>>(EDGE);
    expect(foreign).to.deep.equal([]);
    // At the edge V8 may fail to compile a regular expression, which is a SyntaxError.
    expect(errors.filter((name) => name !== 'SyntaxError')).to.deep.equal(['RangeError']);
    expect(values).to.have.members(['replace', 'split', 'match', 'call']);
  });

  it('leave no object in that realm, and get texts, numbers and arrays of these from it', () => {
    const seen = new Set<string>();
    const kindsOf = (value: unknown): string =>
      Array.isArray(value) ? `[${[...new Set(value.map((part) => typeof part))].sort()}]` : typeof value;
    const watched = (pristine: PristinePatterns): PristinePatterns =>
      Object.fromEntries(
        Object.entries(pristine).map(([name, act]) => [
          name,
          (...given: readonly unknown[]) => {
            const value: unknown = Reflect.apply(act, undefined, given);
            seen.add([name, ...given.map(kindsOf), kindsOf(value)].join(' '));
            return value;
          },
        ]),
      ) as unknown as PristinePatterns;
    const run = quickened<Run>(CASE, watched);
    fc.assert(
      fc.property(INPUT, (input) => void run(input)),
      { numRuns: 2_000 },
    );
    const text = 'string string string';
    const allowed = [
      `replace ${text} string string`,
      ...['object', '[string]'].map((kind) => `match ${text} ${kind}`),
      ...['undefined', 'number'].flatMap((limit) =>
        ['[]', '[string]', '[string,undefined]'].map((kind) => `split ${text} ${limit} ${kind}`),
      ),
    ];
    expect([...seen].filter((line) => !allowed.includes(line))).to.deep.equal([]);
    expect(seen.size).to.be.greaterThan(5);
  });
});

describe('the realm that matches for a frozen one', () => {
  it('keeps no regular expression after it was told to forget', () => {
    const made = inRealm<readonly number[]>(`
      let made = 0;
      globalThis.RegExp = new Proxy(RegExp, { construct: (type, given) => { made += 1; return new type(...given); } });
      const pristine = (() => { ${builtOf('pristine.ts', 'guest')}; return guest.pristine; })();
      [0, 0, 1, 1].map((forgets) => {
        if (forgets) pristine.forget();
        pristine.replace('a+', 'g', 'caab', 'x');
        pristine.split('(a)', '', 'caab');
        return made;
      });`);
    expect(made).to.deep.equal([2, 2, 4, 6]);
  });
});
