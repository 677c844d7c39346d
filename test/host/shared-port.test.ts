import { expect } from 'chai';
import { sharedPortWarnings } from '../../src/server/shared-port.ts';
import { testConfig } from '../support/config.ts';

const base = testConfig('/nowhere');
const shared = { ...base, server: { ...base.server, reusePort: true } };

describe('the warnings of a server that shares its port', () => {
  it('are none if the port is its own, or if nothing is counted and the kernel hands connections over', () => {
    expect(sharedPortWarnings(base, false)).to.deep.equal([]);
    expect(sharedPortWarnings(shared, true)).to.deep.equal([]);
  });

  it('name what each server has for itself, and what to set', () => {
    const counting = {
      ...shared,
      idempotency: { ...shared.idempotency, enabled: true },
      throttling: { ...shared.throttling, quotas: { each: { calls: 1, every: 'day' as const } } },
    };
    const warnings = sharedPortWarnings(counting, false);
    for (const [at, setting] of [
      '"answers" to store.shared',
      '"quotas" to store.shared',
      'net.ipv4.tcp_migrate_req',
    ].entries())
      expect(warnings[at]).to.contain(setting);
    expect(warnings).to.have.lengthOf(3);
  });
});
