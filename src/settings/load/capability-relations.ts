// Checks the settings of granted capabilities: origins are valid, each secret has one source, the store has an address. Front process and
// command line.

import { isIP } from 'node:net';
import { type OriginFault, originFault, originPatternFault } from '../../shared/protocol/origins.ts';
import { excerpt } from '../../shared/text/excerpt.ts';
import { type Config, isRedisStore, type SecretBinding } from '../config.ts';
import type { Found } from '../file/check-file.ts';
import { type Fault, type Problem, under } from '../problem.ts';

type FoundByPath = ReadonlyMap<string, Found>;

/** The source of the first of these paths that is set. */
const sourceOf = (found: FoundByPath, ...paths: readonly string[]): string =>
  paths.map((path) => found.get(path)?.source).find((source) => source !== undefined) ?? 'default';

/** A pattern for every host would reach every address of a private network. */
const privatePatternFault = (pattern: string): OriginFault | undefined =>
  /^https?:\/\/\*$/.test(pattern)
    ? { wrong: 'means every host', fix: 'name each origin that is not public' }
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
        yield { where, setting, wrong: `"${excerpt(pattern)}" ${fault.wrong}`, fix: fault.fix };
      }
    }
  }
}

const SOURCES = ['env', 'file', 'command', 'callerHeader'] as const;

/** Headers that callers and proxies set for other reasons. Callers send the keys of this server as `x-api-key`. */
const TAKEN_HEADER =
  /^(x-api-key|x-forwarded-.*|x-real-ip|x-http-method(-override)?|x-request-id|toolcell-call-id|toolcell-caller)$/;

function* secretProblems(
  { secrets, discovery }: Config,
  found: FoundByPath,
  refused: ReadonlySet<string>,
): Generator<Problem> {
  for (const [name, binding] of Object.entries(secrets)) {
    const setting = under('secrets', name);
    // A refused member has its problem already, and may be the one that seems to be missing.
    if ([...refused].some((path) => path === setting || path.startsWith(`${setting}.`))) continue;
    const members = Object.keys(binding).map((member) => `${setting}.${member}`);
    const problem = bindingProblem(binding, name === discovery.embeddings.secret);
    if (!problem) continue;
    const { member, wrong, fix } = problem;
    const path = member === undefined ? setting : `${setting}.${member}`;
    yield { where: sourceOf(found, path, ...members, 'secrets'), setting: path, wrong, fix };
  }
}

interface BindingProblem extends Fault {
  readonly member?: keyof SecretBinding;
}

/** `isOwn`: the server itself sends the secret. */
const bindingProblem = (binding: SecretBinding, isOwn: boolean): BindingProblem | undefined => {
  const { plugin, origin, callerHeader } = binding;
  if (plugin === undefined && !isOwn)
    return { wrong: 'it has no "plugin"', fix: 'name the one plugin that may send it' };
  if (origin === undefined) return { wrong: 'it has no "origin"', fix: 'name the one origin that it is sent to' };
  const fault = originFault(origin);
  if (fault) return { member: 'origin', wrong: `"${excerpt(origin)}" ${fault.wrong}`, fix: fault.fix };
  const sources = SOURCES.filter((source) => binding[source] !== undefined);
  if (sources.length === 0) return { wrong: 'it has no source', fix: `set one of ${SOURCES.join(', ')}` };
  if (sources.length > 1) return { wrong: `it has the sources ${sources.join(' and ')}`, fix: 'keep one of them' };
  if (callerHeader === undefined || !TAKEN_HEADER.test(callerHeader)) return undefined;
  const wrong = `"${excerpt(callerHeader)}" has another meaning already`;
  return { member: 'callerHeader', wrong, fix: 'use a name for this secret only, such as "x-weather-key"' };
};

function* storeProblems({ store }: Config, found: FoundByPath): Generator<Problem> {
  const { redisUrl, redisUrlEnv } = store;
  const problem = (setting: string, wrong: string, fix: string): Problem => {
    return { where: sourceOf(found, setting), setting, wrong, fix };
  };
  if (redisUrl !== '' && !URL.canParse(redisUrl))
    yield problem('store.redisUrl', 'it is not an address', 'write it as redis://host:6379 or rediss://host:6380/0');
  if (redisUrl !== '' && redisUrlEnv !== '')
    yield problem('store.redisUrlEnv', 'store.redisUrl sets the address already', 'keep one of the two');
  if (store.shared.length > 0 && !isRedisStore(store)) {
    const fix = 'set store.redisUrl, or store.redisUrlEnv to the variable that holds it';
    yield problem('store.shared', 'the store is not in Redis', fix);
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
    yield { where, setting, wrong: `"${excerpt(server)}" is not the address of a name server`, fix };
  }
}

/** Checks the settings of granted capabilities. `found` has the source of each value; paths in `refused` have a problem already. */
export const checkCapabilities = (
  config: Config,
  found: FoundByPath,
  refused: ReadonlySet<string>,
): readonly Problem[] => [
  ...grantProblems(config, found),
  ...secretProblems(config, found, refused),
  ...storeProblems(config, found),
  ...egressProblems(config, found),
];
