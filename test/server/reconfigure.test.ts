// A configuration that a part of the host rejects: the one from before stays in force, and the next reading compares with that one.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { Parts } from '../../src/server/parts.ts';
import { createReconfigure } from '../../src/server/reconfigure.ts';
import type { Config } from '../../src/settings/config.ts';
import { LiveConfig } from '../../src/settings/live/live-config.ts';
import { loadConfig } from '../../src/settings/load/load.ts';
import { NO_EXTERNAL_VALUES } from '../../src/settings/load/secrets.ts';

describe('a configuration that a part of the host rejects', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'toolcell-reconfigure-test-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const write = (wallMs: number): void =>
    writeFileSync(join(folder, 'sandbox.config.json'), JSON.stringify({ limits: { wallMs } }));

  it('changes nothing, is reported, and is taken up by a later reading', async () => {
    write(1_000);
    const from = { cwd: folder, args: [], env: {} };
    const loaded = loadConfig(from);
    if (!loaded.ok) throw new Error(loaded.problems.join('\n'));
    const live = new LiveConfig({ ...from, loaded, externalValues: NO_EXTERNAL_VALUES });
    const parts = new Parts<Config>(loaded.config);
    let isBroken = true;
    const limits: number[] = [];
    await parts.open({
      name: 'first',
      open: () => {},
      reconfigure: async (_, config) => void limits.push(config.limits.wallMs),
    });
    await parts.open({
      name: 'second',
      open: () => {},
      reconfigure: async () => {
        if (isBroken) throw new Error('the secrets did not arrive');
      },
    });
    const lines: unknown[][] = [];
    const log = { write: (...line: unknown[]) => void lines.push(line), setLevel: () => {} };
    const host = { reconfigure: (config: Config) => parts.reconfigure(config) };
    const changes: number[][] = [];
    const reconfigure = createReconfigure(live, host, {
      ...{ log, warned: [], onConfigured: () => {}, onRead: () => {} },
      onChange: (before, after) => changes.push([before.limits.wallMs, after.limits.wallMs]),
    });
    write(2_000);
    await reconfigure('file');
    expect(limits).to.deep.equal([2_000, 1_000]);
    expect([live.config.limits.wallMs, parts.settings.limits.wallMs]).to.deep.equal([1_000, 1_000]);
    expect(lines.at(-1)).to.include.members(['error', 'the configuration was not taken up']);
    isBroken = false;
    await reconfigure('file');
    expect([live.config.limits.wallMs, parts.settings.limits.wallMs]).to.deep.equal([2_000, 2_000]);
    expect(changes).to.deep.equal([[1_000, 2_000]]);
  });
});
