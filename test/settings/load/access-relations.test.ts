// Who may call has to be decided before a server listens on a network.

import { expect } from 'chai';
import { allowsAnonymous, hasKeys, isLoopback } from '../../../src/settings/load/access-relations.ts';
import { accepted, loadText, problemsOf } from '../config-folder.ts';

const load = (server: object, access: object = {}) => loadText(JSON.stringify({ server, access }));

describe('the settings of access', () => {
  it('let everyone call on a loopback address, and only there', () => {
    for (const host of ['127.0.0.1', '127.8.8.8', '::1', '0:0:0:0:0:0:0:1', 'localhost', 'LOCALHOST'])
      expect(allowsAnonymous(accepted(load({ host })).config), host).to.equal(true);
  });

  it('refuse to listen on any other address before they say who may call, with two ways out', () => {
    for (const host of [
      '0.0.0.0',
      '::',
      '10.0.0.7',
      '128.0.0.1',
      '127.example.com',
      'localhost.example.com',
      '::ffff:127.0.0.1',
    ])
      expect(problemsOf(load({ host }))).to.deep.equal([
        `sandbox.config.json:1:19 server.host: other machines can reach "${host}", and nothing says who may call → to let callers with a key in: ` +
          '"access": { "keysFile": "toolcell-keys.json" }, and "toolcell key create" makes a key; to let everyone in: "access": { "anonymous": "allow" }',
      ]);
  });

  it('listen there with keys, or if everyone may call', () => {
    const keyed = accepted(load({ host: '0.0.0.0' }, { keysFile: 'keys.json' })).config;
    expect(keyed.access.keysFile).to.match(/^\/.*\/keys\.json$/);
    expect(allowsAnonymous(keyed)).to.equal(false);
    const open = accepted(load({ host: '0.0.0.0' }, { anonymous: 'allow' })).config;
    expect(allowsAnonymous(open)).to.equal(true);
  });

  it('keep callers without a key out as soon as there are keys, on a loopback address too', () => {
    expect(allowsAnonymous(accepted(load({}, { keysFile: 'keys.json' })).config)).to.equal(false);
    const both = accepted(load({}, { keysFile: 'keys.json', anonymous: 'allow' })).config;
    expect(allowsAnonymous(both)).to.equal(true);
  });

  it('are refused if nobody could call', () => {
    expect(problemsOf(load({}, { anonymous: 'refuse' }))).to.deep.equal([
      'sandbox.config.json:1:36 access.anonymous: it refuses callers without a key, and there are no keys: nobody could call → add the file of keys: "access": { "keysFile": "toolcell-keys.json" }',
    ]);
  });

  it('take no name but localhost for a loopback address, because a name may lead anywhere', () => {
    expect(['localhost.', 'loopback', '', '127.0.0.1.', '[::1]'].filter(isLoopback)).to.deep.equal([]);
  });

  it('take keys from the Redis of the store, and from nowhere else then', () => {
    const store = { redisUrl: 'redis://localhost', shared: ['keys'] };
    const text = (more: object) => loadText(JSON.stringify({ server: { host: '0.0.0.0' }, ...more }));
    const loaded = accepted(text({ store })).config;
    expect([hasKeys(loaded), allowsAnonymous(loaded)]).to.deep.equal([true, false]);
    expect(problemsOf(text({ store: { shared: ['keys'] } })).join()).to.contain(
      'store.shared: it needs store.redisUrl or store.redisUrlEnv',
    );
    expect(problemsOf(text({ store, access: { keysFile: 'k' } })).join()).to.contain('keep one of the two');
    expect(problemsOf(text({})).join()).to.contain('nothing says who may call');
  });
});
