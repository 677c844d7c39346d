// Tests the names that plugins get for callers.

import { expect } from 'chai';
import { callerAlias } from '../../../src/broker/runner/caller-alias.ts';

describe('the name of a caller', () => {
  it('is always the same for one caller and one plugin', () => {
    expect(callerAlias('bearer:one', 'notes')).to.equal(callerAlias('bearer:one', 'notes'));
    expect(callerAlias('bearer:one', 'notes')).to.match(/^[\w-]{22}$/);
  });

  it('differs for each caller and each plugin', () => {
    const names = ['bearer:one', 'bearer:two'].flatMap((caller) =>
      ['notes', 'mail'].map((plugin) => callerAlias(caller, plugin)),
    );
    expect(new Set(names).size).to.equal(4);
  });
});
