// Who may call by the settings, and how often: checks that these fit together, and fit the address that the server listens on. Front process and
// command line.

import { isIPv4, isIPv6 } from 'node:net';
import { type Config, isShared } from '../config.ts';
import { type Problem, under } from '../problem.ts';
import type { Checked } from './report.ts';

/** True if only this machine can reach the address. A name other than `localhost` may lead anywhere. */
export const isLoopback = (host: string): boolean =>
  host.toLowerCase() === 'localhost' ||
  (isIPv4(host) && host.startsWith('127.')) ||
  (isIPv6(host) && URL.parse(`http://[${host}]`)?.hostname === '[::1]');

/** True if callers may send an API key. */
export const hasKeys = (config: Pick<Config, 'access' | 'store'>): boolean =>
  config.access.keysFile !== '' || isShared(config, 'keys');

/** True if callers may send a certificate that names them. */
export const hasCertificates = ({ server }: Pick<Config, 'server'>): boolean => server.tls.clientCertificates !== 'off';

/** True if callers may send access tokens of an issuer. */
export const hasTokens = ({ access }: Pick<Config, 'access'>): boolean => access.oauth.issuer !== '';

/** True if something else than an address says who calls. */
export const hasDoor = (config: Pick<Config, 'access' | 'server' | 'store'>): boolean =>
  hasKeys(config) || hasCertificates(config) || hasTokens(config);

/** True if requests without a credential may pass. */
export const allowsAnonymous = (config: Pick<Config, 'access' | 'server' | 'store'>): boolean => {
  const { access, server } = config;
  return access.anonymous === 'allow' || (access.anonymous === 'auto' && !hasDoor(config) && isLoopback(server.host));
};

const KEYS_LINE = '"access": { "keysFile": "toolcell-keys.json" }';
const OPEN_LINE = '"access": { "anonymous": "allow" }';

/** Refuses two places for keys, and quotas that limit nothing. */
export function* accessProblems(checked: Checked): Generator<Problem> {
  yield* keyProblems(checked);
  yield* quotaProblems(checked);
}

const hasTwoPlaces = (config: Config): boolean => isShared(config, 'keys') && config.access.keysFile !== '';

function* keyProblems({ config, refused, report }: Checked): Generator<Problem> {
  if (['access.keysFile', 'store.shared'].some((path) => refused.has(path)) || !hasTwoPlaces(config)) return;
  yield* report('access.keysFile', 'store.shared says that the keys are in Redis', 'keep one of the two');
}

/** Refuses an address that others reach if nothing says who may call, and a server that nobody could call. */
export function* doorProblems({ config, refused, report }: Checked): Generator<Problem> {
  const { access, server } = config;
  const paths = ['server.host', 'access.keysFile', 'store.shared', 'access.anonymous'];
  if (paths.some((path) => refused.has(path)) || hasTwoPlaces(config)) return;
  if (hasDoor(config) || allowsAnonymous(config)) return;
  if (access.anonymous === 'refuse')
    return yield* report(
      'access.anonymous',
      'it refuses callers without a key, and there are no keys: nobody could call',
      `add the file of keys: ${KEYS_LINE}`,
    );
  yield* report(
    'server.host',
    `other machines can reach ${JSON.stringify(server.host)}, and nothing says who may call`,
    `to let callers with a key in: ${KEYS_LINE}, and "toolcell key create" makes a key; to let everyone in: ${OPEN_LINE}`,
  );
}

const AMOUNTS = ['calls', 'concurrentCalls', 'cpuMs', 'egressRequests', 'egressBytes'] as const;

function* quotaProblems({ config, report }: Checked): Generator<Problem> {
  for (const [name, quota] of Object.entries(config.throttling.quotas)) {
    const setting = under('throttling.quotas', name);
    if (AMOUNTS.every((amount) => quota[amount] === undefined))
      yield* report(setting, 'the quota names no amount, so it limits nothing', `add one of ${AMOUNTS.join(', ')}`);
    else if (quota.burst !== undefined && quota.calls === undefined)
      yield* report(`${setting}.burst`, 'it says how many of `calls` may come at once', 'add calls');
  }
}
