// The whole corpus against a real host, under limits tight enough to be reached soon. One test per attack.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Config } from '../../src/config/config.ts';
import { loadConfig } from '../../src/config/load.ts';
import { Arena } from './harness/arena.ts';
import { NEIGHBOUR_TOOL, toolOf } from './harness/bundles.ts';
import { type Attack, nameOf, readCorpus } from './harness/corpus.ts';
import type { Verdict } from './harness/verdict.ts';

/** Attacks made at a time: one for each core of a small machine. */
const LANES = 2;
/** Generous: other tests may be running. The figure a user is promised is measured in bench/. */
const SLACK_MS = 2_500;
const START_MS = 240_000;
const ATTACK_MS = 60_000;

const FAMILIES = [
  ...['builtins', 'crashers', 'errors', 'escapes', 'floods', 'late', 'logs', 'loops', 'memory', 'microtasks'],
  ...['modules', 'regex', 'results', 'schemas', 'stack', 'state', 'tampering', 'uncounted', 'wasm'],
];

const attacks = readCorpus();

const defaults = (): Config => {
  const folder = mkdtempSync(join(tmpdir(), 'toolcell-config-'));
  const loaded = loadConfig({ cwd: folder });
  rmSync(folder, { recursive: true });
  if (!loaded.ok) throw new Error(loaded.problems.join('\n'));
  return loaded.config;
};

/** Every limit an attack may hit comes soon; for the neighbour, and where memory is under test, time is far away. */
const tightConfig = (): Config => {
  const config = defaults();
  const limits = { ...config.limits, cpuMs: 250, wallMs: 1_000, memoryMb: 32, queueMs: 30_000 };
  const patient = { limits: { cpuMs: 10_000, wallMs: 20_000 } };
  const greedy = attacks.filter(({ family }) => ['memory', 'crashers'].includes(family)).map(toolOf);
  const overrides = Object.fromEntries([NEIGHBOUR_TOOL, ...greedy].map((plugin) => [plugin, patient]));
  return { ...config, limits, validateArguments: true, plugins: { ...config.plugins, loadMs: 1_000, overrides } };
};

describe('attacks', () => {
  const verdicts = new Map(attacks.map((attack) => [attack, Promise.withResolvers<Verdict>()]));
  let arena: Arena;

  before(async function () {
    this.timeout(START_MS);
    const rules = { slackMs: SLACK_MS, anyLimit: false };
    arena = await Arena.open({ config: tightConfig(), attacks, searchPath: process.env.PATH ?? '', rules });
    const waiting = attacks.values();
    const lane = async (): Promise<void> => {
      for (const attack of waiting) await arena.run(attack).then(verdicts.get(attack)?.resolve);
    };
    for (let i = 0; i < LANES; i += 1) void lane();
  });

  after(async function () {
    this.timeout(30_000);
    await arena?.close();
  });

  it('cover every family, at least 100 in all', () => {
    expect(attacks.length).to.be.at.least(100);
    expect([...new Set(attacks.map(({ family }) => family))].sort()).to.deep.equal(FAMILIES);
  });

  for (const attack of attacks) {
    it(`${nameOf(attack)}: ${attack.title}`, async function () {
      this.timeout(ATTACK_MS);
      expect((await verdictOn(attack))?.complaints).to.deep.equal([]);
    });
  }

  it('leave the memory of every runner within its limit and a fifth', async () => {
    const { peakRssMb, allowedRssMb } = await arena.peakRss();
    expect(peakRssMb).to.be.within(1, allowedRssMb);
  });

  const verdictOn = (attack: Attack): Promise<Verdict> | undefined => verdicts.get(attack)?.promise;
});
