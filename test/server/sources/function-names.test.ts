// The names of functions in stacks of packed code: those that the author gave, or none. The packed code is run, so that the engine itself writes the stacks.

import { runInThisContext } from 'node:vm';
import { expect } from 'chai';
import { transformSync } from 'esbuild';
import type { Bundle } from '../../../src/catalog/bundle/bundle.ts';
import { compileEntry } from '../../../src/catalog/compile/compile.ts';
import { sourceLinesOf } from '../../../src/server/sources/source-lines.ts';

const SOURCE = `
const thrown = () => { throw new Error('here'); };
class Outer {
  static made() { return new Outer().method(); }
  method() { return this.#hidden(); }
  #hidden() { return inObject.deep(); }
}
const inObject = { deep() { return (function namedExpression() { return shadow(1); })(); } };
function shadow(first) { const second = (first) => first === 1 ? second : first(thrown); return second((it) => it(first)); }
class Base { inherited() { return Outer.made(); } }
class Sub extends Base { constructor() { super(); this.value = this.inherited(); } }
export default function start() { return new Sub(); }
`;

type Factory = (require: unknown) => Record<string, () => () => unknown>;
const FRAME = /^ +at (?:(.+?) \()?packed\.js:(\d+):(\d+)\)?$/gm;

/** Name, line and column of each frame of the error that an entry's function throws. */
const framesOf = async (entrySource: string): Promise<readonly (readonly [string | undefined, number, number])[]> => {
  const factory = await compileEntry({ entryName: 'index.js', entrySource });
  const exports = (runInThisContext(`(${factory})`, 'packed.js') as Factory)(undefined);
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 20;
  try {
    exports.default?.()();
  } catch (error) {
    const frames = [...String((error as Error).stack).matchAll(FRAME)];
    return frames.map(([, name, line, column]) => [name, Number(line), Number(column)]);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
  throw new Error('the entry did not throw');
};

describe('the names of functions in stacks of packed code', () => {
  it('are those that the author gave', async () => {
    const { code, map } = transformSync(SOURCE, {
      minify: true,
      sourcemap: 'external',
      sourcefile: 'index.js',
      format: 'esm',
    });
    expect(code).not.to.match(/thrown|Outer|namedExpression/);
    const lines = await sourceLinesOf({ entryName: 'index.js', entrySource: code, sourceMap: map } as Bundle);
    const frames = await framesOf(code);
    expect(frames.map(([name, line, column]) => lines(line, column, name)?.where)).to.deep.equal([
      'thrown',
      undefined,
      'second',
      'shadow',
      // The minifier has removed the name.
      undefined,
      'deep',
      '#hidden',
      'Outer.method',
      'Outer.made',
      'inherited',
      'new Sub',
      'start',
    ]);
    // Nothing around these places bears such a name.
    expect(frames.map(([, line, column]) => lines(line, column, 'forged')?.where)).to.deep.equal(
      frames.map(() => undefined),
    );
  });

  it('are those that packing has kept', async () => {
    const options = {
      minify: true,
      keepNames: true,
      sourcemap: 'external',
      sourcefile: 'index.js',
      format: 'esm',
    } as const;
    const { code, map } = transformSync(SOURCE, options);
    const lines = await sourceLinesOf({ entryName: 'index.js', entrySource: code, sourceMap: map } as Bundle);
    const frames = await framesOf(code);
    const names = frames.map(([name, line, column]) => lines(line, column, name)?.where);
    expect(names).to.include.members(['thrown', 'second', 'shadow', 'namedExpression', 'deep', 'Outer.made', 'start']);
  });
});
