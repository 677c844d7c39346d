// Checks settings of which one bounds another. Front process and command line.

import type { Config } from '../config.ts';
import type { Found } from '../file/check-file.ts';
import { type Problem, under } from '../problem.ts';
import { SETTING_BY_PATH } from '../settings.ts';
import type { Checked } from './report.ts';

/** `low` + `room` (0 if absent) is at most `high`. */
export interface Relation {
  readonly low: string;
  readonly high: string;
  readonly room?: number;
  readonly because: string;
}

/** Every pair of settings of which one bounds the other. Pairs of limits hold in each override too. */
export const RELATIONS: readonly Relation[] = [
  { low: 'limits.cpuMs', high: 'limits.wallMs', because: 'CPU time passes no faster than time' },
  {
    low: 'limits.memoryMb',
    high: 'limits.runnerRssMb',
    room: 64,
    because: 'the runner process itself needs 64 MB besides the heap',
  },
  {
    low: 'limits.argumentsBytes',
    high: 'server.bodyBytes',
    room: 128,
    because: 'the body also carries the name of the tool',
  },
];

type FoundByPath = ReadonlyMap<string, Found>;

/** Refuses a setting that passes another one which bounds it. */
export function* boundProblems({ config, found, refused }: Checked): Generator<Problem> {
  for (const scopes of scopeChains(config))
    for (const relation of RELATIONS) {
      const problem = checkRelation(relation, scopes, found, refused);
      if (problem) yield problem;
    }
}

/** Prefixes under which a limit is looked up, innermost first, for the whole server, each override, and each tool in one. */
function scopeChains(config: Config): string[][] {
  const chains = [['']];
  for (const [pluginName, plugin] of Object.entries(config.plugins.overrides)) {
    const scope = under('plugins.overrides', pluginName);
    chains.push([`${scope}.`, '']);
    for (const toolName of Object.keys(plugin.tools ?? {})) {
      chains.push([`${under(`${scope}.tools`, toolName)}.`, `${scope}.`, '']);
    }
  }
  return chains;
}

interface Side {
  /** Path that would set it in this scope. */
  readonly path: string;
  /** Path that the value comes from. */
  readonly from: string;
  readonly value: number;
  readonly source: string;
  /** True if this scope sets the value itself. */
  readonly here: boolean;
}

function checkRelation(
  { low, high, room = 0, because }: Relation,
  scopes: readonly string[],
  found: FoundByPath,
  refused: ReadonlySet<string>,
): Problem | undefined {
  const lower = lookUp(low, scopes, found);
  const upper = lookUp(high, scopes, found);
  if (lower === undefined || upper === undefined || !(lower.here || upper.here)) return undefined;
  if (scopes.some((scope) => refused.has(scope + low) || refused.has(scope + high))) return undefined;
  const least = lower.value + room;
  if (least <= upper.value) return undefined;
  const most = upper.value - room;
  if (lower.here && (lower.source !== 'default' || upper.source === 'default'))
    return {
      where: lower.source,
      setting: lower.path,
      wrong: `${lower.value} is above ${most}, since ${upper.from} is ${upper.value} and ${because}`,
      fix: `set it to ${most} or less, or ${upper.path} to ${least} or more`,
    };
  return {
    where: upper.source,
    setting: upper.path,
    wrong: `${upper.value} is below ${least}, since ${lower.from} is ${lower.value} and ${because}`,
    fix: `set it to ${least} or more, or ${lower.path} to ${most} or less`,
  };
}

function lookUp(path: string, scopes: readonly string[], found: FoundByPath): Side | undefined {
  for (const scope of scopes) {
    const entry = found.get(scope + path);
    if (entry === undefined || typeof entry.value !== 'number') continue;
    const settable = path.startsWith('limits.') ? scopes[0] + path : path;
    return { path: settable, from: scope + path, value: entry.value, source: entry.source, here: scope === scopes[0] };
  }
  return undefined;
}

/** The first missing need of each setting that is set. A setting is set if it differs from its default. */
export function* needProblems({ found, refused, report }: Checked): Generator<Problem> {
  const isSet = (path: string): boolean =>
    JSON.stringify(found.get(path)?.value) !== JSON.stringify(SETTING_BY_PATH.get(path)?.default);
  for (const [path, { needs = [] }] of SETTING_BY_PATH) {
    if (needs.length === 0 || !isSet(path)) continue;
    const missing = needs.find((need) => !need.split(' or ').some((other) => refused.has(other) || isSet(other)));
    if (missing !== undefined) yield* report(path, `it needs ${missing}, which is not set`, `set ${missing}, too`);
  }
}
