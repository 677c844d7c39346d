// Tests the order of the programs in the command line of a runner without a box.

import { expect } from 'chai';
import { bareWords } from '../../../src/control/launch/bare.ts';
import type { Means } from '../../../src/control/launch/means.ts';

const wordsWith = (means: Means): readonly string[] =>
  bareWords({
    means,
    programs: { setpriv: '/b/setpriv' },
    architecture: 'x64',
    nodePath: process.execPath,
    imageFolder: '/tmp',
    nodeFlags: [],
  });

describe('a command line without a box', () => {
  it('gives up root with one setpriv and sets the filter with the next, which could not do that', () => {
    const words = wordsWith({ user: 'setpriv', noNewPrivileges: 'setpriv', syscalls: 'setpriv', files: 'setpriv' });
    const second = words.lastIndexOf('/b/setpriv');
    expect(words.indexOf('/b/setpriv')).to.equal(0);
    expect(second).to.be.greaterThan(words.indexOf('--reuid=65534'));
    expect(words.indexOf('--seccomp-filter')).to.be.greaterThan(second);
  });

  it('has one setpriv if it sets no filter', () => {
    const words = wordsWith({ user: 'setpriv', noNewPrivileges: 'setpriv' });
    expect(words.filter((word) => word === '/b/setpriv')).to.have.length(1);
  });
});
