import { expect } from 'chai';
import { tryFlags, V8_FLAGS } from '../../../src/shared/lifetime/v8-flags.js';

describe('the flags of V8', () => {
  for (const [who, flags] of Object.entries(V8_FLAGS))
    it(`for a ${who} are taken by this Node`, () => {
      expect(tryFlags(process.execPath, flags)).to.deep.equal({ taken: flags, refused: [] });
    });

  it('that Node refuses are left out, and no others', () => {
    const flags = ['--no-made-up', ...V8_FLAGS.server, '--made-up=1'];
    expect(tryFlags(process.execPath, flags)).to.deep.equal({
      taken: V8_FLAGS.server,
      refused: ['--no-made-up', '--made-up=1'],
    });
  });
});
