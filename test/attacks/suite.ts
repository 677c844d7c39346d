// Attacks as tests: against a real host, under limits tight enough to be reached soon.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { Arena } from '../../src/cli/attack/arena.ts';
import { NEIGHBOUR_TOOL, toolOf } from '../../src/cli/attack/bundles.ts';
import { type Attack, nameOf } from '../../src/cli/attack/corpus.ts';
import type { Verdict } from '../../src/cli/attack/verdict.ts';
import type { Config } from '../../src/settings/config.ts';
import { loadConfig } from '../../src/settings/load/load.ts';
import type { FreshState } from '../../src/shared/protocol/fresh-state.ts';
import { SHARED_CACHE } from '../support/cache.ts';
import { Lanes } from '../support/lanes.ts';

/** Attacks made at a time: one for each core of a small machine. */
const LANES = 2;
/** Generous: other tests may be running. The figure a user is promised is measured in bench/. */
const SLACK_MS = 2_500;
const START_MS = 600_000;
const ATTACK_MS = 120_000;

/** The configuration of a server that has none. */
export const defaults = (): Config => {
  const folder = mkdtempSync(join(tmpdir(), 'toolcell-config-'));
  const loaded = loadConfig({ cwd: folder });
  rmSync(folder, { recursive: true });
  if (!loaded.ok) throw new Error(loaded.problems.join('\n'));
  return loaded.config;
};

/** Every limit an attack may hit comes soon; for the neighbour, and where memory is under test, time is far away. */
const tightConfig = (freshState: FreshState, chosen: readonly Attack[]): Config => {
  const config = defaults();
  const limits = { ...config.limits, cpuMs: 250, wallMs: 2_000, memoryMb: 32, queueMs: 30_000 };
  const patient = { limits: { cpuMs: 10_000, wallMs: 20_000 } };
  const greedy = chosen.filter(({ family }) => ['memory', 'crashers'].includes(family)).map(toolOf);
  // They walk all there is, in a tenth of a second on a machine that has nothing else to do.
  const thorough = ['escapes-platform-internals', 'reach-not-granted'];
  const overrides = Object.fromEntries([NEIGHBOUR_TOOL, ...thorough, ...greedy].map((plugin) => [plugin, patient]));
  const plugins = { ...config.plugins, overrides };
  return { ...config, freshState, limits, plugins };
};

/** One test per attack, against a host of their own, and one for the memory of its runners. Call it in `describe`. */
export const attackSuite = (freshState: FreshState, chosen: readonly Attack[]): void => {
  const verdicts = new Lanes<Attack, Verdict>(chosen);
  let arena: Arena;

  before(async function () {
    this.timeout(START_MS);
    const rules = { slackMs: SLACK_MS, anyLimit: false };
    const config = tightConfig(freshState, chosen);
    arena = await Arena.open({ config, attacks: chosen, searchPath: process.env.PATH ?? '', rules, ...SHARED_CACHE });
    const waiting = chosen.values();
    verdicts.start(
      Array.from({ length: LANES }, () => waiting),
      (attack) => arena.run(attack),
    );
  });

  after(async function () {
    this.timeout(30_000);
    await arena?.close();
  });

  for (const attack of chosen) {
    it(`${nameOf(attack)}: ${attack.title}`, async function () {
      this.timeout(ATTACK_MS);
      expect((await verdicts.resultOf(attack)).complaints).to.deep.equal([]);
    });
  }

  it('leave the memory of every runner within its limit and a fifth', async () => {
    const { peakRssMb, allowedRssMb } = await arena.peakRss();
    expect(peakRssMb).to.be.within(1, allowedRssMb);
  });
};
