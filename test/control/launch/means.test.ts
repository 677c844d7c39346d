// Tests which means are chosen if some of the offered ones do not work.

import { expect } from 'chai';
import { describeLayers } from '../../../src/control/launch/layers.ts';
import { chooseMeans, type Means, type Offers } from '../../../src/control/launch/means.ts';
import { offersOf } from '../../../src/control/launch/offers.ts';
import type { Programs } from '../../../src/control/launch/programs.ts';

const ALL: Programs = {
  bwrap: '/b/bwrap',
  prlimit: '/b/prlimit',
  setpriv: '/b/setpriv',
  unshare: '/b/unshare',
  perl: '/b/perl',
  sh: '/b/sh',
};
const LINUX = { platform: 'linux', architecture: 'x64', isRoot: false } as const;

/** A machine on which the named ways do not work. */
const machineWithout = (...bad: readonly string[]) => {
  const tried: Means[] = [];
  const tryOut = async (means: Means): Promise<string | undefined> => {
    tried.push(means);
    const found = Object.entries(means).find(([part, way]) => bad.includes(`${part}:${way}`) || bad.includes(part));
    return found && `${found.join(':')} is forbidden`;
  };
  return { tried, tryOut };
};

describe('the means of a machine', () => {
  it('are the box, if there is one, with one trial', async () => {
    const { tried, tryOut } = machineWithout();
    const { means, failures } = await chooseMeans(offersOf(LINUX, ALL), tryOut);
    expect(means).to.deep.equal({ box: 'bwrap', limits: 'prlimit' });
    expect(failures).to.deep.equal({});
    expect(tried).to.have.length(1);
  });

  it('are the best of everything else without one, with one trial', async () => {
    const { tried, tryOut } = machineWithout();
    const { bwrap: _, ...programs } = ALL;
    const { means } = await chooseMeans(offersOf({ ...LINUX, isRoot: true }, programs), tryOut);
    expect(means).to.deep.equal({
      limits: 'prlimit',
      namespaces: 'root-with-proc',
      user: 'setpriv',
      noNewPrivileges: 'perl',
      files: 'perl',
      syscalls: 'perl',
    });
    expect(tried).to.have.length(1);
  });

  it('are those that work one by one, each in the best way that works', async () => {
    const { tryOut } = machineWithout('box', 'namespaces:user-with-proc', 'files');
    const { means, failures } = await chooseMeans(offersOf(LINUX, ALL), tryOut);
    expect(means).to.deep.equal({ limits: 'prlimit', namespaces: 'user', noNewPrivileges: 'perl', syscalls: 'perl' });
    expect(failures).to.have.keys(['box', 'files']);
    const files = describeLayers({ means, failures }, LINUX).find(({ name }) => name === 'files');
    expect(files?.active).to.equal(false);
    expect(files?.note).to.contain('bubblewrap cannot run here: box:bwrap is forbidden');
    expect(files?.note).to.contain('Landlock cannot run here: files:perl is forbidden');
  });

  it('never keep root if another way of giving it up works', async () => {
    const { tryOut } = machineWithout('box', 'user:setpriv', 'namespaces');
    const { means } = await chooseMeans(offersOf({ ...LINUX, isRoot: true }, ALL), tryOut);
    expect(means.user).to.equal('spawn');
  });

  it('leave out one that does not work together with the others', async () => {
    const tryOut = async (means: Means): Promise<string | undefined> =>
      means.files && means.namespaces ? 'both at a time are too many' : undefined;
    const { bwrap: _, ...programs } = ALL;
    const { means, failures } = await chooseMeans(offersOf(LINUX, programs), tryOut);
    expect([means.files, means.namespaces].filter(Boolean)).to.have.length(1);
    expect(means).to.include({ limits: 'prlimit', syscalls: 'perl' });
    expect(Object.values(failures)).to.deep.equal(['it does not work with the others: both at a time are too many']);
  });

  it('are none, with the reason, on a machine where nothing starts', async () => {
    const tryOut = async (): Promise<string> => 'no such file';
    const offers: readonly Offers[] = [{}, offersOf(LINUX, ALL)];
    for (const each of offers) {
      const { means, broken } = await chooseMeans(each, tryOut);
      expect(means).to.deep.equal({});
      expect(broken).to.equal('no such file');
    }
  });

  it('offer no filter on a processor that it is not written for, and nothing on Windows', () => {
    expect(offersOf({ ...LINUX, architecture: 'riscv64' }, ALL)).not.to.have.property('syscalls');
    expect(offersOf({ ...LINUX, platform: 'win32' }, {})).to.deep.equal({});
  });
});
