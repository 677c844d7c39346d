// Walks everything that plugin code can reach in a frozen realm, from inside it: a call must not be able to change what calls share.
// A new builtin of the engine fails here until someone has examined which state it has.

import { expect } from 'chai';
import { startTestHost, type TestHost } from '../../support/host.ts';
import { GLOBALS, WALK } from './walk.ts';

interface Walked {
  readonly shared: number;
  readonly unfrozen: readonly string[];
  readonly globals: readonly string[];
  readonly regExp: readonly string[];
}

describe('a frozen realm', function () {
  this.timeout(120_000);
  let host: TestHost;
  let walked: Walked;
  before(async () => {
    host = await startTestHost({ freshState: 'realm', plugins: { walk: { source: WALK, tools: { walk: {} } } } });
    walked = (await host.call('walk')).body as unknown as Walked;
  });
  after(() => host.close());

  it('freezes everything that calls share', () => {
    expect(walked.shared, 'objects that were met').to.be.greaterThan(900);
    expect(walked.unfrozen).to.deep.equal([]);
  });

  it('has the globals that were examined, and no others', () => {
    expect(walked.globals).to.deep.equal([...GLOBALS].sort());
  });

  it('does not keep matches on RegExp', () => {
    expect(walked.regExp).to.deep.equal(['Symbol(Symbol.species)', 'escape', 'length', 'name', 'prototype']);
  });
});
