// Names of callers in rules and quotas that no key, certificate or token can have.

import { expect } from 'chai';
import { createKey } from '../../src/front/doors/issue-keys.ts';
import { unnameableCallers } from '../../src/server/nameable.ts';
import type { Config } from '../../src/settings/config.ts';
import { testConfig } from '../support/config.ts';

describe('names of callers in rules and quotas', () => {
  const HOUR_MS = 3_600_000;
  const { keys } = createKey([], { client: 'ada', org: 'acme', scopes: [] }, undefined);
  const all = createKey(keys, { client: 'late', scopes: [] }, HOUR_MS, Date.now() - 2 * HOUR_MS).keys;
  const findingsOf = (naming: object, more: Partial<Config['access']> = {}): readonly string[] => {
    const config = testConfig('.', { access: { keysFile: 'keys.json', rules: { one: naming }, ...more } });
    return unnameableCallers(config, all).map((finding) => finding.replace(/^access\.rules\.one\./, ''));
  };
  const oauth = { ...testConfig('.').access.oauth, issuer: 'https://login.example.com', resource: 'https://x.example' };
  const certificates = { bob: { subjectCN: 'bob', org: 'bobs' } };
  const tls = (access: Partial<Config['access']>): Config => {
    const config = testConfig('.', { access });
    return { ...config, server: { ...config.server, tls: { ...config.server.tls, clientCertificates: 'optional' } } };
  };

  it('are found if nobody can have them, with the one that was meant', () => {
    expect(findingsOf({ clients: ['ada', 'ad*', '*'], orgs: ['acme'] })).to.deep.equal([]);
    expect(findingsOf({ clients: ['adda'] })).to.deep.equal([
      'clients: no key, certificate or token can name "adda" → did you mean "ada"?',
    ]);
    const made = 'correct it, or make a key: toolcell key create';
    expect(findingsOf({ clients: ['late', 'zoe*'], orgs: ['other'], users: ['eve'] })).to.deep.equal(
      ['clients', 'clients', 'orgs', 'users'].map(
        (list, at) =>
          `${list}: no key, certificate or token can name "${['late', 'zoe*', 'other', 'eve'][at]}" → ${made}`,
      ),
    );
  });

  it('may be any of tokens and those of certificates, if the server takes these', () => {
    expect(
      findingsOf({ clients: ['oauth:agent', 'oauth:*', '*agent', 'o*'], orgs: ['any'], users: ['eve'] }, { oauth }),
    ).to.deep.equal([]);
    expect(findingsOf({ clients: ['agent', 'x*'] }, { oauth })).to.have.length(2);
    const rules = { one: { clients: ['bob'], orgs: ['bobs'] } };
    expect(unnameableCallers(tls({ rules, certificates }), [])).to.deep.equal([]);
    expect(unnameableCallers(testConfig('.', { access: { keysFile: 'keys.json', rules } }), [])).to.have.length(2);
    // A server that asks nobody.
    expect(unnameableCallers(testConfig('.', { access: { rules } }), [])).to.deep.equal([]);
  });

  it('are found in quotas, too', () => {
    const config = testConfig('.', {
      access: { keysFile: 'keys.json' },
      throttling: { quotas: { few: { clients: ['nobody'], calls: 1 } } },
    });
    expect(unnameableCallers(config, all)[0]).to.match(/^throttling\.quotas\.few\.clients: no key/);
  });
});
