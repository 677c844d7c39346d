// A module that tells where it spends its time: the same code otherwise, and places that lead back to the code before.

import { createContext, runInContext, runInThisContext } from 'node:vm';
import { expect } from 'chai';
import { compileEntry } from '../../../src/catalog/compile/compile.ts';
import { lookTimes, TICKED, tickingCode } from '../../../src/cli/plugin/ticking.ts';

type Factory = (require: unknown) => Record<string, () => (...values: unknown[]) => unknown>;

const toolsOf = (code: string): ReturnType<Factory> => (runInThisContext(code, 'ticking.js') as Factory)(undefined);

/** Calls `loops` with a clock that stands until then and goes on by one millisecond each time it is read: no load of the machine moves it. */
const callCounted = (code: string, kind: string): void => {
  const clock = createContext({ ms: 0, stepMs: 0 });
  runInContext('Date.now = () => (ms += stepMs)', clock);
  const tools = (runInContext(code, clock, 'ticking.js') as Factory)(undefined);
  clock.stepMs = 1;
  tools.loops?.()(kind);
};

const SOURCE = `export function loops(kind) {
  if (kind === 'for') for (;;);
  if (kind === 'while') while (true) Math.sqrt(2);
  if (kind === 'do') do { Math.sqrt(2); } while (true);
  if (kind === 'of') for (const each of endless()) Math.sqrt(each);
  if (kind === 'recursion') return again();
  if (kind === 'swallow') for (;;) { try { again(); } catch {} }
  outer: for (let i = 0; i < 3; i += 1) for (const j in { a: 1, b: 2 }) { if (j === 'b') continue outer; if (i > 1) break outer; }
  return isStrict();
}
function* endless() { for (;;) yield 1; }
const again = () => { for (let i = 0; i < 1e3; i += 1); return again(), 1; };
function isStrict() { 'use strict'; return this === undefined; }
export const plain = (a, b = () => a) => a + b();
export class Base { constructor() { this.made = 1; } }
export const derived = () => new (class extends Base { constructor() { super(); this.made += 1; } })().made;
`;

describe('a module that tells where it spends its time', () => {
  it('does what it did before', async () => {
    const factory = await compileEntry({ entryName: 'index.js', entrySource: SOURCE });
    const code = tickingCode(factory, 60_000)?.code ?? '';
    for (const tools of [toolsOf(factory), toolsOf(code)]) {
      expect(tools.loops?.()('none')).to.equal(true);
      expect(tools.plain?.()(2)).to.equal(4);
      expect(tools.derived?.()()).to.equal(2);
    }
    expect(code.split('\n').length).to.equal(factory.split('\n').length);
  });

  // The function asks first. A generator asks too: its stack leads to where its value is taken.
  for (const [kind, ...places] of [
    ['for', 'if', ';', ';'],
    ['while', 'if', 'Math.sqrt(2)', 'Math.sqrt(2)'],
    ['do', 'if', '{', '{'],
    ['of', 'if', 'each', 'each', 'Math.sqrt(each)', 'each', 'Math.sqrt(each)'],
    ['swallow', 'if', '{', '{', '{'],
  ] as const)
    for (const [index, place] of places.entries())
      it(`throws in a loop: ${kind}, when it asks for time ${index + 1}`, async () => {
        const factory = await compileEntry({ entryName: 'index.js', entrySource: SOURCE });
        const ticking = tickingCode(factory, index);
        let stack = '';
        try {
          callCounted(ticking?.code ?? '', kind);
        } catch (error) {
          stack = String((error as Error).stack);
        }
        expect(stack).to.contain(TICKED);
        const [, line, column] = /at loops \(ticking\.js:(\d+):(\d+)\)/.exec(stack) ?? [];
        const before = factory.split('\n')[Number(line) - 1] ?? '';
        const at = ticking?.columnOf(Number(line), Number(column)) ?? 0;
        expect(before.slice(at - 1)).to.match(new RegExp(`^${RegExp.escape(place)}`));
      });

  it('throws in a function that calls itself', async () => {
    const ticking = tickingCode(await compileEntry({ entryName: 'index.js', entrySource: SOURCE }), 5);
    expect(() => callCounted(ticking?.code ?? '', 'recursion')).to.throw(TICKED);
  });

  it('is not made from code that cannot be parsed', () => {
    expect(tickingCode('(require) => {', 1)).to.equal(undefined);
  });

  it('is timed by how much slower than the CPU the clock of the guest was, and then as on a machine at rest', () => {
    expect(lookTimes(100, { runMs: 101, cpuMs: 101 })).to.deep.equal([60]);
    expect(lookTimes(100, { runMs: 1_010, cpuMs: 101 })).to.deep.equal([600, 60]);
    expect(lookTimes(100, { runMs: 90, cpuMs: 101 })).to.deep.equal([60]);
    expect(lookTimes(100, { runMs: 0, cpuMs: 0 })).to.deep.equal([60]);
  });
});
