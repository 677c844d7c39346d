// Settings that are each valid but do not fit each other.

import { expect } from 'chai';
import { RELATIONS, type Relation } from '../../../src/settings/load/relations.ts';
import { SETTING_BY_PATH } from '../../../src/settings/settings.ts';
import { accepted, loadValues, problemsOf } from '../config-folder.ts';
import { nestedAt } from '../nested.ts';

interface Case {
  readonly what: string;
  readonly values: object;
  /** The one problem, without its place. */
  readonly problem: string;
}

const CASES: readonly Case[] = [
  {
    what: 'a plugin in two cordons',
    values: { pool: { cordons: { one: ['a', 'b'], two: ['c', 'b'] } } },
    problem: 'pool.cordons.two: "b" is already in the cordon "one" → keep it in one of the two',
  },
  {
    what: 'scripts that would hold the only runner',
    values: { scripts: { enabled: true }, pool: { runners: 1 } },
    problem:
      'scripts.enabled: with pool.runners 1 a script would hold the only runner, and the tools that it calls would have none → raise pool.runners to 2 or more, or leave scripts off',
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

const defaultOf = (path: string): number => Number(SETTING_BY_PATH.get(path)?.default);
const rangeAt = (path: string): { readonly min: number; readonly max: number } => {
  const setting = SETTING_BY_PATH.get(path);
  if (setting?.type !== 'integer') throw new Error(`${path} is not a number`);
  return setting;
};
const leastOf = ({ room = 0 }: Relation, low: number): number => low + room;
const mostOf = ({ room = 0 }: Relation, high: number): number => high - room;

/** The problems of settings by their paths, without their places. */
const problemsWith = (settings: Readonly<Record<string, unknown>>): readonly string[] =>
  Object.entries(settings).flatMap(([path, value]) =>
    problemsOf(loadValues(nestedAt(path, value))).map((line) => line.replace(/^\S+ /, '')),
  );

/** A value of each setting that needs another one. */
const SAMPLES: Readonly<Record<string, unknown>> = {
  'server.tls.certificateFile': 'a.pem',
  'server.tls.keyFile': 'a.key',
  'server.tls.clientCertificates': 'optional',
  'server.tls.clientCaFile': 'ca.pem',
  'server.tls.crlFile': 'list.pem',
  'access.oauth.issuer': 'https://login.example.com',
  'access.oauth.resource': 'https://tools.example.com',
  'access.oauth.audience': ['https://tools.example.com'],
  'access.oauth.introspectionUrl': 'https://login.example.com/i',
  'access.oauth.introspectionClientId': 'toolcell',
  'access.oauth.introspectionSecretEnv': 'SECRET',
  'access.certificates': { ada: { san: 'DNS:a' } },
  'discovery.embeddings.url': 'https://api.example.com/v1/embeddings',
  'plugins.requireSignature': true,
  'store.shared': ['answers'],
};

describe('settings that do not fit each other', () => {
  for (const { what, values, problem } of CASES) {
    it(`are refused: ${what}`, () => {
      const problems = problemsOf(loadValues(values));
      expect(problems.map((line) => line.replace(/^sandbox\.config\.json:\d+:\d+ /, ''))).to.deep.equal([problem]);
    });
  }

  for (const relation of RELATIONS) {
    const { low, high, because } = relation;
    const [lower, upper] = [defaultOf(low), defaultOf(high)];

    it(`are refused: ${low} above ${high}`, () => {
      const value = mostOf(relation, upper) + 1;
      const problem = `${low}: ${value} is above ${value - 1}, since ${high} is ${upper} and ${because} → set it to ${value - 1} or less, or ${high} to ${leastOf(relation, value)} or more`;
      if (value <= rangeAt(low).max) expect(problemsWith({ [low]: value })).to.deep.equal([problem]);
    });

    it(`are refused: ${high} below ${low}`, () => {
      const value = leastOf(relation, lower) - 1;
      const problem = `${high}: ${value} is below ${value + 1}, since ${low} is ${lower} and ${because} → set it to ${value + 1} or more, or ${low} to ${mostOf(relation, value)} or less`;
      if (value >= rangeAt(high).min) expect(problemsWith({ [high]: value })).to.deep.equal([problem]);
    });
  }

  it('are refused if one lacks those that its row says it needs', () => {
    const inNeed = [...SETTING_BY_PATH].flatMap(([path, { needs }]) => (needs ? [path] : []));
    expect(Object.keys(SAMPLES)).to.have.members(inNeed);
    for (const [path, value] of Object.entries(SAMPLES)) {
      const first = SETTING_BY_PATH.get(path)?.needs?.[0];
      expect(problemsWith({ [path]: value }), path).to.deep.equal([
        `${path}: it needs ${first}, which is not set → set ${first}, too`,
      ]);
    }
  });

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
