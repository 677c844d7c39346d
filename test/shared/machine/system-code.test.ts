import { expect } from 'chai';
import { isMomentary } from '../../../src/catalog/model/refusal.ts';
import { systemCode } from '../../../src/shared/machine/system-code.ts';
import { notLinux, skipWithout } from '../../support/skip.ts';

const errorOf = (errno: number, code: string): Error => Object.assign(new Error('read'), { errno, code });

describe('the name of an error of the system', () => {
  it('is that of Node, or none', () => {
    expect(systemCode(errorOf(-2, 'ENOENT'))).to.equal('ENOENT');
    expect(systemCode(new Error('other'))).to.equal(undefined);
  });

  it('is known for disks that went away, which Node gives no name', function () {
    skipWithout(this, 'errors of a network disk', notLinux());
    const named = [-116, -117, -121, -122].map((errno) => systemCode(errorOf(errno, `Unknown system error ${errno}`)));
    expect(named).to.deep.equal(['ESTALE', 'EUCLEAN', 'EREMOTEIO', 'EDQUOT']);
    expect(isMomentary(errorOf(-116, 'Unknown system error -116'))).to.equal(true);
  });
});
