// What becomes of the text of a script: where its answer is, what is refused with which place, and that it is compiled once.

import { expect } from 'chai';
import { bodyIn, bodyOf, faultOf } from '../../../src/server/scripts/parse.ts';
import { frameAt } from '../../../src/server/scripts/places.ts';
import { Scripts } from '../../../src/server/scripts/scripts.ts';
import { SideBusy } from '../../../src/shared/lifetime/side-pool.ts';

const faultIn = (code: string): ReturnType<typeof faultOf> => {
  try {
    bodyOf(code);
  } catch (error) {
    return faultOf(error);
  }
  throw new Error('it was taken');
};

describe('the text of a script', () => {
  it('answers with its last statement, if that is an expression', () => {
    const cases = [
      ['1 + 1', 'return (1 + 1)'],
      ['a;\nb;', 'a;\nreturn (b)'],
      ['a // one\n', 'return (a) // one\n'],
      ['({ a: 1 });', 'return (({ a: 1 }))'],
      ['const a = 1\nf(a)\n', 'const a = 1\nreturn (f(a))\n'],
      ['await x', 'return (await x)'],
      ['if (a) b', 'if (a) b'],
      ['const a = 1', 'const a = 1'],
      ['return 5', 'return 5'],
      ['', ''],
    ];
    for (const [code = '', body] of cases) expect(bodyOf(code).body, code).to.equal(body);
  });

  it('is refused with its place if it is a module, or no JavaScript', () => {
    expect(faultIn('const a = 1;\nimport b from "b";')).to.include({ line: 2, column: 1 });
    expect(faultIn('export default 1')).to.include({ line: 1, column: 1 });
    expect(faultIn('f(() => import("b"))').message).to.match(/imports and exports nothing/);
    expect(faultIn('let a;\nlet a;')).to.deep.include({ line: 2, column: 5 });
    expect(faultIn('a }').message).not.to.match(/\d:\d/);
  });

  it('stays one function when its types are taken out', () => {
    expect(bodyIn('(async () => {\n  a;\n});\n')).to.equal('\n  a;\n');
    for (const output of ['(async () => { a; }); b();', '(async () => {}), c;', 'var d;', '(async () => 1)'])
      expect(() => bodyIn(output), output).to.throw(/bracket/);
  });

  it('is shown with a mark below the place, and long lines are cut', () => {
    expect(frameAt('a\nb\nc\nd', { line: 4, column: 1 })).to.equal('  2 | b\n  3 | c\n> 4 | d\n    | ^');
    expect(
      frameAt('x'.repeat(1_000), { line: 1, column: 900 })
        .split('\n')
        .map((line) => line.length),
    ).to.deep.equal([126, 127]);
  });

  it('is compiled once, and what ends the thread is refused as the fault of the text', async () => {
    let asked = 0;
    let error: Error | undefined;
    let isLate = false;
    const run = async (): Promise<unknown> => {
      asked += 1;
      if (error) throw error;
      return isLate ? { ok: false, fault: { message: 'late' }, isLate } : { ok: true, factoryCode: '' };
    };
    const scripts = new Scripts({ run: run as never });
    const first = await scripts.compile('1');
    expect(await scripts.compile('1')).to.equal(first);
    expect(asked).to.equal(1);
    const codeOf = (code: string): Promise<unknown> =>
      scripts.compile(code).then(undefined, ({ failure }) => failure.code);
    isLate = true;
    expect(await codeOf('a busy machine')).to.equal('overloaded');
    error = new Error('the thread has ended');
    expect(await codeOf('2')).to.equal('invalid_script');
    error = new SideBusy('64 tasks wait already');
    expect(await codeOf('3')).to.equal('overloaded');
  });
});
