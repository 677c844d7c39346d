// The networks of trusted proxies.

import { expect } from 'chai';
import { accepted, loadText, problemsOf } from '../config-folder.ts';

const load = (...trustedProxies: readonly string[]) => loadText(JSON.stringify({ server: { trustedProxies } }));

describe('server.trustedProxies', () => {
  it('takes addresses and networks', () => {
    const networks = ['127.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8', '192.0.2.0/1', '2001:db8::/128'];
    expect(accepted(load(...networks)).config.server.trustedProxies).to.deep.equal(networks);
  });

  for (const text of ['10.0.0', '10.0.0.0/33', 'fd00::/129', '1.2.3.4.5', ':::', '....'])
    it(`refuses ${text}`, () => {
      expect(problemsOf(load(text))).to.have.lengthOf(1);
      expect(problemsOf(load(text))[0]).to.include(`"${text}" is not an address or a network → write it as 10.0.0.7`);
    });

  for (const text of ['0.0.0.0/0', '::/0'])
    it(`refuses ${text}, by which every caller could take any address`, () => {
      expect(problemsOf(load(text))[0]).to.include(`"${text}" is every address`);
    });
});
