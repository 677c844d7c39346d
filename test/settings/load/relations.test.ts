// Settings that are each valid but do not fit each other.

import { expect } from 'chai';
import { accepted, loadValues, problemsOf } from '../config-folder.ts';

interface Case {
  readonly what: string;
  readonly values: object;
  /** The one problem, without its place. */
  readonly problem: string;
}

const CASES: readonly Case[] = [
  {
    what: 'signatures that no key could make',
    values: { plugins: { requireSignature: true } },
    problem: 'plugins.requireSignature: it needs plugins.trustedKeys, which is not set → set plugins.trustedKeys, too',
  },
  {
    what: 'CPU time above wall time',
    values: { limits: { cpuMs: 8_000 } },
    problem:
      'limits.cpuMs: 8000 is above 5000, since limits.wallMs is 5000 and CPU time passes no faster than time → set it to 5000 or less, or limits.wallMs to 8000 or more',
  },
  {
    what: 'wall time below CPU time',
    values: { limits: { wallMs: 500 } },
    problem:
      'limits.wallMs: 500 is below 1000, since limits.cpuMs is 1000 and CPU time passes no faster than time → set it to 1000 or more, or limits.cpuMs to 500 or less',
  },
  {
    what: 'arguments that leave no room in the body',
    values: { limits: { argumentsBytes: 1_100_000 } },
    problem:
      'limits.argumentsBytes: 1100000 is above 1099872, since server.bodyBytes is 1100000 and the body also carries the name of the tool → set it to 1099872 or less, or server.bodyBytes to 1100128 or more',
  },
  {
    what: 'a body without room for the arguments',
    values: { server: { bodyBytes: 2_000 } },
    problem:
      'server.bodyBytes: 2000 is below 1000128, since limits.argumentsBytes is 1000000 and the body also carries the name of the tool → set it to 1000128 or more, or limits.argumentsBytes to 1872 or less',
  },
  {
    what: 'a heap that leaves the runner no room',
    values: { limits: { memoryMb: 330 } },
    problem:
      'limits.memoryMb: 330 is above 320, since limits.runnerRssMb is 384 and the runner process itself needs 64 MB besides the heap → set it to 320 or less, or limits.runnerRssMb to 394 or more',
  },
  {
    what: 'a plugin in two cordons',
    values: { pool: { cordons: { one: ['a', 'b'], two: ['c', 'b'] } } },
    problem: 'pool.cordons.two: "b" is already in the cordon "one" → keep it in one of the two',
  },
  {
    what: 'a plugin whose own heap passes what the server gives runners',
    values: { plugins: { overrides: { a: { limits: { memoryMb: 330 } } } } },
    problem:
      'plugins.overrides.a.limits.memoryMb: 330 is above 320, since limits.runnerRssMb is 384 and the runner process itself needs 64 MB besides the heap → set it to 320 or less, or plugins.overrides.a.limits.runnerRssMb to 394 or more',
  },
  {
    what: 'a tool whose wall time is below the CPU time of its plugin',
    values: { plugins: { overrides: { a: { limits: { cpuMs: 900 }, tools: { t: { limits: { wallMs: 100 } } } } } } },
    problem:
      'plugins.overrides.a.tools.t.limits.wallMs: 100 is below 900, since plugins.overrides.a.limits.cpuMs is 900 and CPU time passes no faster than time → set it to 900 or more, or plugins.overrides.a.tools.t.limits.cpuMs to 100 or less',
  },
  {
    what: 'arguments of a plugin that no body can carry',
    values: { plugins: { overrides: { a: { limits: { argumentsBytes: 2_000_000 } } } } },
    problem:
      'plugins.overrides.a.limits.argumentsBytes: 2000000 is above 1099872, since server.bodyBytes is 1100000 and the body also carries the name of the tool → set it to 1099872 or less, or server.bodyBytes to 2000128 or more',
  },
];

describe('settings that do not fit each other', () => {
  for (const { what, values, problem } of CASES) {
    it(`are refused: ${what}`, () => {
      const problems = problemsOf(loadValues(values));
      expect(problems.map((line) => line.replace(/^sandbox\.config\.json:\d+:\d+ /, ''))).to.deep.equal([problem]);
    });
  }

  it('are reported at the value that the operator wrote', () => {
    const text = JSON.stringify({ limits: { wallMs: 500 } });
    expect(problemsOf(loadValues({ limits: { wallMs: 500 } }))[0]).to.match(
      new RegExp(`^sandbox\\.config\\.json:1:${text.indexOf('500') + 1} limits\\.wallMs: `),
    );
  });

  it('are reported once for the server, and not for each plugin', () => {
    const overrides = { a: { limits: { hostCalls: 5 } }, b: { tools: { t: { limits: { hostCalls: 5 } } } } };
    expect(problemsOf(loadValues({ limits: { cpuMs: 8_000 }, plugins: { overrides } }))).to.have.length(1);
  });

  it('are not compared if one of them is refused already', () => {
    expect(problemsOf(loadValues({ limits: { cpuMs: 8_000, wallMs: 'long' } }))).to.have.length(1);
    const overrides = { a: { limits: { wallMs: 0 }, tools: { t: { limits: { cpuMs: 8_000 } } } } };
    expect(problemsOf(loadValues({ plugins: { overrides } }))).to.have.length(1);
  });

  it('fit when a plugin raises both', () => {
    const overrides = { a: { limits: { cpuMs: 8_000, wallMs: 9_000, memoryMb: 300, runnerRssMb: 512 } } };
    accepted(loadValues({ plugins: { overrides } }));
  });
});
