// The whole corpus against a real host, under limits tight enough to be reached soon. One test per attack and kind of
// fresh state.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Config } from '../../src/config/config.ts';
import { loadConfig } from '../../src/config/load.ts';
import type { FreshState } from '../../src/protocol/call.ts';
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
  ...['modules', 'reach', 'regex', 'results', 'schemas', 'stack', 'state', 'tampering', 'uncounted', 'wasm'],
];

/** Those that a realm shared by many calls has to hold in its own way, and one of every kind that must be killed. */
const REALM_FAMILIES = new Set([
  ...[
    'crashers',
    'errors',
    'escapes',
    'floods',
    'late',
    'logs',
    'loops',
    'microtasks',
    'reach',
    'results',
    'state',
    'tampering',
  ],
  ...['uncounted', 'wasm'],
]);

const attacks = readCorpus();

const defaults = (): Config => {
  const folder = mkdtempSync(join(tmpdir(), 'toolcell-config-'));
  const loaded = loadConfig({ cwd: folder });
  rmSync(folder, { recursive: true });
  if (!loaded.ok) throw new Error(loaded.problems.join('\n'));
  return loaded.config;
};

/** Every limit an attack may hit comes soon; for the neighbour, and where memory is under test, time is far away. */
const tightConfig = (freshState: FreshState): Config => {
  const config = defaults();
  const limits = { ...config.limits, cpuMs: 250, wallMs: 2_000, memoryMb: 32, queueMs: 30_000 };
  const patient = { limits: { cpuMs: 10_000, wallMs: 20_000 } };
  const greedy = attacks.filter(({ family }) => ['memory', 'crashers'].includes(family)).map(toolOf);
  // It walks all there is, in a tenth of a second on a machine that has nothing else to do.
  const thorough = 'escapes-platform-internals';
  const overrides = Object.fromEntries([NEIGHBOUR_TOOL, thorough, ...greedy].map((plugin) => [plugin, patient]));
  const plugins = { ...config.plugins, loadMs: 3_000, overrides };
  return { ...config, freshState, limits, validateArguments: true, plugins };
};

const suite = (freshState: FreshState, chosen: readonly Attack[]): void => {
  const verdicts = new Map(chosen.map((attack) => [attack, Promise.withResolvers<Verdict>()]));
  const verdictOn = (attack: Attack): Promise<Verdict> | undefined => verdicts.get(attack)?.promise;
  let arena: Arena;

  before(async function () {
    this.timeout(START_MS);
    const rules = { slackMs: SLACK_MS, anyLimit: false };
    const config = tightConfig(freshState);
    arena = await Arena.open({ config, attacks: chosen, searchPath: process.env.PATH ?? '', rules });
    const waiting = chosen.values();
    const lane = async (): Promise<void> => {
      for (const attack of waiting) {
        const { resolve, reject } = verdicts.get(attack) ?? {};
        await arena.run(attack).then(resolve, reject);
      }
    };
    for (let i = 0; i < LANES; i += 1) void lane();
  });

  after(async function () {
    this.timeout(30_000);
    await arena?.close();
  });

  for (const attack of chosen) {
    it(`${nameOf(attack)}: ${attack.title}`, async function () {
      this.timeout(ATTACK_MS);
      expect((await verdictOn(attack))?.complaints).to.deep.equal([]);
    });
  }

  it('leave the memory of every runner within its limit and a fifth', async () => {
    const { peakRssMb, allowedRssMb } = await arena.peakRss();
    expect(peakRssMb).to.be.within(1, allowedRssMb);
  });
};

describe('the corpus of attacks', () => {
  it('covers every family, with at least 100 in all', () => {
    expect(attacks.length).to.be.at.least(100);
    expect([...new Set(attacks.map(({ family }) => family))].sort()).to.deep.equal(FAMILIES);
  });
});

describe('attacks on a new isolate for every call', () => suite('isolate', attacks));

describe('attacks on a frozen realm', () =>
  suite(
    'realm',
    attacks.filter(({ family }) => REALM_FAMILIES.has(family)),
  ));
