// Walks everything that plugin code can reach in a frozen realm, from inside it: what two calls share must not be changeable.
// A new builtin of the engine fails here until someone has looked at what state it carries.

import { expect } from 'chai';
import { startTestHost, type TestHost } from '../support/host.ts';
import { GLOBALS, WALK } from './walk.ts';

interface Walked {
  readonly shared: number;
  readonly unfrozen: readonly string[];
  readonly globals: readonly string[];
  readonly regExp: readonly string[];
}

describe('a frozen realm', function () {
  this.timeout(60_000);
  let host: TestHost;
  let walked: Walked;
  before(async () => {
    host = await startTestHost({ freshState: 'realm', plugins: { walk: { source: WALK, tools: { walk: {} } } } });
    walked = (await host.call('walk')).body as unknown as Walked;
  });
  after(() => host.close());

  it('leaves nothing that calls share changeable but RegExp.prototype, which is compared', () => {
    expect(walked.shared, 'objects that were met').to.be.greaterThan(900);
    expect(walked.unfrozen).to.deep.equal([]);
  });

  it('has the globals that were looked at, and no others', () => {
    expect(walked.globals).to.deep.equal([...GLOBALS].sort());
  });

  it('has no memory of matches on RegExp', () => {
    expect(walked.regExp).to.deep.equal(['Symbol(Symbol.species)', 'escape', 'length', 'name', 'prototype']);
  });
});
