// package.json and the lockfile name the right oldest Node, and both packages belong to one release.

import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import semver from 'semver';

const read = (path: string) => JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'));
const own = read('package.json');
const plugin = read('packages/plugin/package.json');
const lock: Record<string, { dev?: boolean; optional?: boolean; engines?: { node?: string } }> =
  read('package-lock.json').packages;

const OLDEST_NODE = '20.19.0';
/** Run only on the Node that is installed with them, like all of Toolcell except the first lines of its command. */
const NEWER_NODE = [
  ...['helpers', 'openapi-types', 'openapi-upgrader'].map((name) => `node_modules/@scalar/${name}`),
  'node_modules/isolated-vm',
];

describe('the packages', () => {
  it('need no newer Node for what users install than they say', () => {
    const newer = Object.entries(lock)
      .filter(
        ([, { dev, optional, engines }]) => !dev && !optional && !semver.satisfies(OLDEST_NODE, engines?.node ?? '*'),
      )
      .map(([path]) => path);
    expect(newer).to.deep.equal(NEWER_NODE);
    for (const { engines } of [own, plugin]) expect(semver.minVersion(engines.node)?.version).to.equal(OLDEST_NODE);
  });

  it('are of one release, and the lockfile knows it', () => {
    expect([plugin.version, read('package-lock.json').version]).to.deep.equal([own.version, own.version]);
  });

  it('do not depend on each other, so that each can be installed without a registry that has the other', () => {
    expect(Object.keys({ ...own.dependencies, ...own.devDependencies })).to.not.include('@toolcell/plugin');
    expect(plugin.dependencies).to.equal(undefined);
  });
});
