// What must hold within the settings of what tools may reach: origins are origins, a secret has one source, a store has a place.

import { isIP } from 'node:net';
import { type OriginFault, originFault, originPatternFault } from '../protocol/origins.ts';
import type { Found } from './check-file.ts';
import type { Config, SecretBinding } from './config.ts';
import { type Problem, shown, under } from './problem.ts';

type FoundByPath = ReadonlyMap<string, Found>;

/** The source of a setting, or of what it stands in. */
const sourceOf = (found: FoundByPath, ...paths: readonly string[]): string =>
  paths.map((path) => found.get(path)?.source).find((source) => source !== undefined) ?? 'default';

/** Every host at once can lead anywhere in a network that is not public. */
const privatePatternFault = (pattern: string): OriginFault | undefined =>
  /^https?:\/\/\*$/.test(pattern)
    ? { wrong: 'stands for every host', fix: 'name the origins that are not public one by one' }
    : originPatternFault(pattern);

function* grantProblems(config: Config, found: FoundByPath): Generator<Problem> {
  for (const [pluginName, { fetch = [], privateFetch = [] }] of Object.entries(config.grants)) {
    const scope = under('grants', pluginName);
    for (const [setting, patterns, faultOf] of [
      [`${scope}.fetch`, fetch, originPatternFault],
      [`${scope}.privateFetch`, privateFetch, privatePatternFault],
    ] as const) {
      for (const [index, pattern] of patterns.entries()) {
        const fault = faultOf(pattern);
        if (!fault) continue;
        const where = found.get(setting)?.itemSources?.[index] ?? sourceOf(found, setting);
        yield { where, setting, wrong: `"${shown(pattern)}" ${fault.wrong}`, fix: fault.fix };
      }
    }
  }
}

const SOURCES = ['env', 'file', 'command', 'callerHeader'] as const;

/** Headers that callers and what stands between them and the server write for other reasons. */
const TAKEN_HEADER =
  /^(x-forwarded-.*|x-real-ip|x-http-method(-override)?|x-request-id|toolcell-call-id|toolcell-caller)$/;

function* secretProblems({ secrets }: Config, found: FoundByPath, refused: ReadonlySet<string>): Generator<Problem> {
  for (const [name, binding] of Object.entries(secrets)) {
    const setting = under('secrets', name);
    // What was refused has had its say, and what is missing may be that.
    if ([...refused].some((path) => path === setting || path.startsWith(`${setting}.`))) continue;
    const members = Object.keys(binding).map((member) => `${setting}.${member}`);
    const problem = bindingProblem(binding);
    if (!problem) continue;
    const { member, wrong, fix } = problem;
    const path = member === undefined ? setting : `${setting}.${member}`;
    yield { where: sourceOf(found, path, ...members, 'secrets'), setting: path, wrong, fix };
  }
}

interface BindingProblem {
  readonly member?: keyof SecretBinding;
  readonly wrong: string;
  readonly fix: string;
}

const bindingProblem = (binding: SecretBinding): BindingProblem | undefined => {
  const { plugin, origin, callerHeader } = binding;
  if (plugin === undefined) return { wrong: 'it says no "plugin"', fix: 'name the one plugin that may send it' };
  if (origin === undefined) return { wrong: 'it says no "origin"', fix: 'name the one origin that it is sent to' };
  const fault = originFault(origin);
  if (fault) return { member: 'origin', wrong: `"${shown(origin)}" ${fault.wrong}`, fix: fault.fix };
  const sources = SOURCES.filter((source) => binding[source] !== undefined);
  if (sources.length === 0) return { wrong: 'it has no source', fix: `set one of ${SOURCES.join(', ')}` };
  if (sources.length > 1) return { wrong: `it comes from ${sources.join(' and ')}`, fix: 'keep one of them' };
  if (callerHeader === undefined || !TAKEN_HEADER.test(callerHeader)) return undefined;
  const wrong = `"${shown(callerHeader)}" has a meaning of its own`;
  return { member: 'callerHeader', wrong, fix: 'use a name that is only for this, such as "x-weather-key"' };
};

function* storeProblems({ store }: Config, found: FoundByPath): Generator<Problem> {
  const { kind, redisUrl, redisUrlEnv } = store;
  if (redisUrl !== '' && !URL.canParse(redisUrl)) {
    const fix = 'write it as redis://host:6379 or rediss://host:6380/0';
    yield { where: sourceOf(found, 'store.redisUrl'), setting: 'store.redisUrl', wrong: 'it is no address', fix };
  }
  if (redisUrl !== '' && redisUrlEnv !== '') {
    const wrong = 'the address is set by store.redisUrl already';
    yield {
      where: sourceOf(found, 'store.redisUrlEnv'),
      setting: 'store.redisUrlEnv',
      wrong,
      fix: 'keep one of the two',
    };
  }
  if (kind === 'redis' && redisUrl === '' && redisUrlEnv === '') {
    const fix = 'set store.redisUrl, or store.redisUrlEnv to the variable that holds it';
    yield { where: sourceOf(found, 'store.kind'), setting: 'store.kind', wrong: 'no address of Redis is set', fix };
  }
}

/** `10.0.0.2`, `10.0.0.2:53`, `fd00::2` or `[fd00::2]:53`. */
const isNameServer = (text: string): boolean => {
  if (isIP(text) !== 0) return true;
  const [, six, four, port = '53'] = /^(?:\[([^\]]+)\]|([0-9.]+))(?::(\d+))?$/.exec(text) ?? [];
  const isAddress = six === undefined ? isIP(four ?? '') === 4 : isIP(six) === 6;
  return isAddress && Number(port) >= 1 && Number(port) <= 65_535;
};

function* egressProblems({ egress }: Config, found: FoundByPath): Generator<Problem> {
  const setting = 'egress.dnsServers';
  for (const [index, server] of egress.dnsServers.entries()) {
    if (isNameServer(server)) continue;
    const where = found.get(setting)?.itemSources?.[index] ?? sourceOf(found, setting);
    const fix = 'write an address such as "10.0.0.2", "10.0.0.2:5353" or "[fd00::2]:53"';
    yield { where, setting, wrong: `"${shown(server)}" is not the address of a name server`, fix };
  }
}

/** Checks what tools may reach. `found` tells each value's source; paths in `refused` have had their say. */
export const checkReach = (config: Config, found: FoundByPath, refused: ReadonlySet<string>): readonly Problem[] => [
  ...grantProblems(config, found),
  ...secretProblems(config, found, refused),
  ...storeProblems(config, found),
  ...egressProblems(config, found),
];
