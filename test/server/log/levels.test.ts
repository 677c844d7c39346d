// Levels of failures: `error` is only for failures of this server, and never for what a plugin or a caller did.

import { expect } from 'chai';
import { levelOf } from '../../../src/server/log/levels.ts';
import { ERRORS, type FailureCode } from '../../../src/shared/protocol/errors.ts';

const codes = Object.keys(ERRORS) as FailureCode[];
const withFault = (fault: string): readonly FailureCode[] => codes.filter((code) => ERRORS[code].fault === fault);

describe('the level of a failure', () => {
  it('is error for failures of this server, except for its orderly end', () => {
    const host = withFault('host').filter((code) => code !== 'shutting_down');
    expect(host).to.include.members(['internal', 'overloaded', 'runner_lost']);
    for (const code of host) expect(levelOf(code), code).to.equal('error');
    expect(levelOf('shutting_down')).to.equal('warn');
  });

  it('is warn for faults of plugins, operators and upstream servers, and info for mistakes of callers', () => {
    for (const code of ['plugin', 'operator', 'upstream'].flatMap(withFault))
      expect(levelOf(code), code).to.equal('warn');
    for (const code of withFault('caller').filter((code) => code !== 'unauthenticated'))
      expect(levelOf(code), code).to.equal('info');
  });

  it('is warn for a wrong key', () => expect(levelOf('unauthenticated')).to.equal('warn'));

  it('is error for no fault of others', () => {
    const others = codes.filter((code) => ERRORS[code].fault !== 'host');
    expect(others.filter((code) => levelOf(code) === 'error')).to.deep.equal([]);
  });
});
