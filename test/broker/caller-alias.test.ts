// What plugins are told of who calls.

import { expect } from 'chai';
import { callerAlias } from '../../src/broker/runner/caller-alias.ts';

describe('the name of a caller', () => {
  it('is the same for one plugin whenever the same caller comes', () => {
    expect(callerAlias('bearer:one', 'notes')).to.equal(callerAlias('bearer:one', 'notes'));
    expect(callerAlias('bearer:one', 'notes')).to.match(/^[\w-]{22}$/);
  });

  it('is another one for each caller and each plugin', () => {
    const names = ['bearer:one', 'bearer:two'].flatMap((caller) =>
      ['notes', 'mail'].map((plugin) => callerAlias(caller, plugin)),
    );
    expect(new Set(names).size).to.equal(4);
  });

  it('is anonymous for whom nothing is known of', () => {
    expect(callerAlias('anonymous', 'notes')).to.equal('anonymous');
  });
});
