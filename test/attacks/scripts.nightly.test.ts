// The corpus as scripts of a caller, against a real host: each attack is the text of a script or, if it cannot be one, a tool that a script calls.
// Neighbours call meanwhile, and after each attack the same and another caller run a script.

import { expect } from 'chai';
import { Arena } from '../../src/cli/attack/arena.ts';
import { type Attack, nameOf, readCorpus } from '../../src/cli/attack/corpus.ts';
import type { Verdict } from '../../src/cli/attack/verdict.ts';
import { operatorLimits } from '../../src/settings/limits.ts';
import type { Limits } from '../../src/shared/protocol/limits.ts';
import { SHARED_CACHE } from '../support/cache.ts';
import { Lanes } from '../support/lanes.ts';
import { type ScriptSender, scriptSenderFrom } from '../support/scripts.ts';
import { CALLED, isCalled, PROBE } from './script-attacks.ts';
import { Forbidden, runAsScript } from './script-suite.ts';
import { defaults } from './suite.ts';

const START_MS = 600_000;
const ATTACK_MS = 120_000;
/** Callers that nobody checks are told apart by their address. Each attacker makes one attack at a time. */
const OTHER_ADDRESS = '127.0.0.2';
const ATTACKERS = ['127.0.0.3', '127.0.0.4'];
/** Compilation, and the start of a process for the script, on a machine that runs other tests. */
const SLACK_MS = 30_000;
const GREEDY = ['memory', 'crashers'];
/** Scripts may have half of them: the attackers, the other caller, and one more. */
const RUNNERS = 8;

const attacks = readCorpus();

const config = () => {
  const config = defaults();
  const limits = { ...config.limits, cpuMs: 10_000, wallMs: 20_000, memoryMb: 32, queueMs: 30_000 };
  const scripts = { ...config.scripts, enabled: true, allow: ['all'], wallMs: 30_000 };
  const tight = { limits: { cpuMs: 250, wallMs: 2_000 } };
  const overrides = Object.fromEntries(
    attacks.filter(isCalled).map(({ family, behaviour }) => [`${family}-${behaviour}`, tight]),
  );
  const pool = { ...config.pool, runners: RUNNERS };
  return { ...config, limits, scripts, pool, plugins: { ...config.plugins, overrides } };
};

/** Attacks on memory get some to fill it, and walks over all there is to end. */
const timeFor = (family: string, behaviour: string): Partial<Limits> => {
  // Those on state shall end as they want to.
  if (behaviour === 'platform-internals' || family === 'state') return {};
  return GREEDY.includes(family) ? { cpuMs: 4_000 } : { cpuMs: 250, wallMs: 2_000 };
};

const tightFor = ({ family, behaviour, limits }: Attack): Partial<Limits> => ({
  ...timeFor(family, behaviour),
  ...(typeof limits.resultBytes === 'number' && { resultBytes: limits.resultBytes }),
});

describe('the corpus of attacks as scripts', () => {
  it('has each attack, as a script or with the reason why it is called by one', () => {
    for (const [name, reason] of Object.entries(CALLED)) {
      expect(reason, name).to.have.length.above(10);
      expect(
        attacks.filter((attack) => [attack.family, nameOf(attack)].includes(name)),
        name,
      ).to.not.be.empty;
    }
    expect(attacks.filter((attack) => !isCalled(attack)).length).to.be.at.least(250);
  });
});

describe('attacks as scripts', () => {
  const verdicts = new Lanes<Attack, Verdict>(attacks);
  const forbidden = new Forbidden();
  let arena: Arena;

  before(async function () {
    this.timeout(START_MS);
    const rules = { slackMs: SLACK_MS, anyLimit: false };
    const settings = config();
    arena = await Arena.open({
      config: settings,
      attacks: attacks.filter(isCalled),
      searchPath: process.env.PATH ?? '',
      rules,
      ...SHARED_CACHE,
    });
    const { url } = arena.host;
    const other = scriptSenderFrom(OTHER_ADDRESS, url);
    const { result: untouched } = (await other(PROBE)).body;
    expect(untouched).to.deep.include({ sum: 10, left: [] });
    const limits = { ...operatorLimits(settings, '', ''), wallMs: settings.scripts.wallMs };
    const farEnd = await forbidden.open();
    const parts = { other, farEnd, rules, tight: tightFor, limits, untouched };
    const free = ATTACKERS.map((address) => scriptSenderFrom(address, url));
    const waiting = attacks.values();
    verdicts.start([waiting, waiting], async (attack) => {
      const attacker = free.pop() as ScriptSender;
      const verdict = await arena.run(attack, (each) => runAsScript({ ...parts, attacker }, each));
      free.push(attacker);
      return verdict;
    });
  });

  after(async function () {
    this.timeout(30_000);
    forbidden.close();
    await arena?.close();
  });

  for (const attack of attacks)
    it(`${nameOf(attack)}: ${attack.title}`, async function () {
      this.timeout(ATTACK_MS);
      expect((await verdicts.resultOf(attack)).complaints).to.deep.equal([]);
    });

  it('have sent no request', () => {
    expect(forbidden.visits).to.equal(0);
  });

  it('leave the memory of every runner within its limit and a fifth', async () => {
    const { peakRssMb, allowedRssMb } = await arena.peakRss();
    expect(peakRssMb).to.be.within(1, allowedRssMb);
  });
});
