// Checks the settings of what the server and its tools may reach: each secret has one source, the store one address, the embedding endpoint a
// secret of its own. Front process and command line.

import { isSafeAddress } from '../../shared/text/network.ts';
import type { SecretBinding } from '../config.ts';
import { type Fault, type Problem, under } from '../problem.ts';
import type { Checked } from './report.ts';
import { keyKindOf } from './signing-key.ts';

/** Refuses secrets without a plugin, an origin and one source, two addresses of one store, and an endpoint that others could read on the way. */
export function* reachProblems(checked: Checked): Generator<Problem> {
  yield* secretProblems(checked);
  yield* storeProblems(checked);
  yield* endpointProblems(checked);
}

const SOURCES = ['env', 'file', 'command', 'callerHeader'] as const;

function* secretProblems({ config: { secrets, discovery }, report }: Checked): Generator<Problem> {
  for (const [name, binding] of Object.entries(secrets)) {
    const fault = bindingFault(binding, name === discovery.embeddings.secret);
    if (fault) yield* report(under('secrets', name), fault.wrong, fault.fix);
  }
}

/** `isOwn`: the server itself sends the secret. */
const bindingFault = (binding: SecretBinding, isOwn: boolean): Fault | undefined => {
  if (binding.plugin === undefined && !isOwn)
    return { wrong: 'it has no "plugin"', fix: 'name the one plugin that may send it' };
  const { algorithms } = binding;
  if (algorithms !== undefined) return signingFault(binding, algorithms, isOwn) ?? sourceFault(binding);
  if (binding.origin === undefined)
    return {
      wrong: 'it has no "origin"',
      fix: 'name the one origin that it is sent to, or with "algorithms" what the plugin may sign with it',
    };
  return sourceFault(binding);
};

/** What is wrong with a secret that the host signs with. */
const signingFault = (
  { origin, callerHeader }: SecretBinding,
  algorithms: readonly string[],
  isOwn: boolean,
): Fault | undefined => {
  if (isOwn) return { wrong: 'the server itself sends it, and has nothing to sign', fix: 'remove "algorithms"' };
  if (origin !== undefined)
    return {
      wrong: 'it has both "origin" and "algorithms"',
      fix: 'remove one of them: a key that the host signs with is sent nowhere',
    };
  if (callerHeader !== undefined)
    return { wrong: 'a caller cannot bring a key to sign with', fix: 'set one of env, file and command instead' };
  if (algorithms.length === 0) return { wrong: '"algorithms" is empty', fix: 'name at least one' };
  if (new Set(algorithms.map(keyKindOf)).size === 1) return undefined;
  return {
    wrong: `no key fits all of ${algorithms.join(', ')}`,
    fix: 'keep those of one kind: HS256, HS384 and HS512, or RS256, or ES256',
  };
};

const sourceFault = (binding: SecretBinding): Fault | undefined => {
  const sources = SOURCES.filter((source) => binding[source] !== undefined);
  if (sources.length === 0) return { wrong: 'it has no source', fix: `set one of ${SOURCES.join(', ')}` };
  if (sources.length === 1) return undefined;
  return { wrong: `it has the sources ${sources.join(' and ')}`, fix: 'keep one of them' };
};

function* storeProblems({ config: { store }, report }: Checked): Generator<Problem> {
  if (store.redisUrl !== '' && store.redisUrlEnv !== '')
    yield* report('store.redisUrlEnv', 'store.redisUrl sets the address already', 'keep one of the two');
}

function* endpointProblems({ config: { discovery, secrets }, report }: Checked): Generator<Problem> {
  const { url, allowHttp, secret } = discovery.embeddings;
  const address = URL.parse(url);
  if (address !== null && !allowHttp && !isSafeAddress(address))
    yield* report(
      'discovery.embeddings.url',
      'it is no address with https, and leads away from this machine',
      'write one that begins with https://, or set discovery.embeddings.allowHttp',
    );
  if (secret === '') return;
  const setting = under('secrets', secret);
  const binding = Object.hasOwn(secrets, secret) ? secrets[secret] : undefined;
  const fault = endpointSecretFault(binding, setting, address?.origin);
  if (fault) yield* report('discovery.embeddings.secret', fault.wrong, fault.fix);
}

const endpointSecretFault = (
  binding: SecretBinding | undefined,
  setting: string,
  origin: string | undefined,
): Fault | undefined => {
  if (binding === undefined) {
    const fix = `add ${setting} with the origin of the endpoint and one of env, file and command`;
    return { wrong: `there is no ${setting}`, fix };
  }
  if (binding.plugin !== undefined || binding.callerHeader !== undefined) {
    const wrong = `${setting} is for a plugin or a caller`;
    return { wrong, fix: 'name a secret that has no "plugin" and no "callerHeader"' };
  }
  if (origin === undefined || binding.origin === origin) return undefined;
  return { wrong: `${setting} is for another origin`, fix: `set ${setting}.origin to "${origin}"` };
};
