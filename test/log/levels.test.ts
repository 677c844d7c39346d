// How serious a failure is: an alarm on `error` rings for this server's own failures, and for nothing that a plugin or a caller did.

import { expect } from 'chai';
import { levelOf } from '../../src/log/levels.ts';
import { ERRORS, type FailureCode } from '../../src/protocol/errors.ts';

const codes = Object.keys(ERRORS) as FailureCode[];
const withFault = (fault: string): readonly FailureCode[] => codes.filter((code) => ERRORS[code].fault === fault);

describe('the level of a failure', () => {
  it('is error for what this server fails at, but for its orderly end', () => {
    const host = withFault('host').filter((code) => code !== 'shutting_down');
    expect(host).to.include.members(['internal', 'overloaded', 'runner_lost']);
    for (const code of host) expect(levelOf(code), code).to.equal('error');
    expect(levelOf('shutting_down')).to.equal('warn');
  });

  it('is warn for what a plugin does, an operator leaves out or an upstream server fails at, and info for mistakes of callers', () => {
    for (const code of ['plugin', 'operator', 'upstream'].flatMap(withFault))
      expect(levelOf(code), code).to.equal('warn');
    for (const code of withFault('caller').filter((code) => code !== 'unauthenticated'))
      expect(levelOf(code), code).to.equal('info');
  });

  it('is warn for a wrong key', () => expect(levelOf('unauthenticated')).to.equal('warn'));

  it('is never error for a fault of anybody else', () => {
    const others = codes.filter((code) => ERRORS[code].fault !== 'host');
    expect(others.filter((code) => levelOf(code) === 'error')).to.deep.equal([]);
  });
});
