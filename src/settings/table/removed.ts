// Settings that are gone, for the configurations that still set them. Data only; any process.

/** Path → what holds instead. A path of `limits` stands for the same limit of a plugin, a tool or a rule. */
export const REMOVED: Readonly<Record<string, string>> = {
  'server.bodyDepth': 'bodies nest 64 levels at most',
  'server.headersTimeoutMs': 'headers have 5 seconds, or `requestTimeoutMs` if that is less',
  'server.heldBytes': 'bodies and replies share 256 MB; `maxConnections` and `bodyBytes` bound them, too',
  'server.threads': 'one thread reads requests; with `server.reusePort`, several servers share one port',
  'pool.brokers': 'one thread starts and watches all runners; with `server.reusePort`, several servers share one port',
  'pool.spares': 'one runner is always started ahead',
  'pool.recycleAfterCalls': 'a runner is replaced after 500,000 calls',
  'pool.recycleAfterIsolates': 'a runner is replaced after 5,000 isolates',
  quarantine:
    'a plugin that costs five runners within a minute is paused for a second, each further time for twice as long, up to a minute',
  'egress.heldBytes': 'responses for tools share 256 MB; `limits.fetchResponseBytes` bounds each',
  'plugins.loadMs': 'a bundle has 5 seconds to load',
  'plugins.tryOutAtStart': '24 new bundles are tried out before the server listens, the others afterwards',
  'plugins.bundleFiles': 'a bundle has 200 files at most',
  'log.rotateBytes': '`log.file` is renamed at a gigabyte; a program such as logrotate may come first',
  'log.rotateDays': '`log.file` is renamed after a year; a program such as logrotate may come first',
  'log.keepFiles': 'ten renamed files of the log are kept; a program such as logrotate may remove more',
  'audit.rotateBytes': '`audit.file` is renamed at 10 MB',
  'audit.rotateDays': '`audit.file` is renamed after 90 days',
  'audit.keepFiles': 'a thousand renamed files of the audit log are kept',
  'metrics.names': '200 tools have figures of their own, and as many plugins and clients',
  'idempotency.answerBytes': 'answers up to 256 kB are kept',
  'idempotency.keptBytes': 'answers take 64 MB of this server together',
  'access.oauth.algorithms': 'every asymmetric algorithm of the issuer counts',
  'access.oauth.clockSkewMs': 'clocks may differ by 30 seconds',
  'access.oauth.clientClaim': '`client_id`, `azp`, `appid` or `cid` names the client',
  'access.oauth.scopeClaim': '`scope` or `scp` has the scopes',
  'access.oauth.clientPrefix': 'the name of each client of a token begins with `oauth:`',
  'limits.resultDepth': 'results nest 64 levels at most; a manifest may ask for less',
  'limits.killGraceMs': 'a runner has 250 ms to report that a limit was passed',
  'discovery.embeddings.enabled': 'searches are ranked by meaning if `discovery.embeddings.url` is set',
  'server.adminKeyHash': 'each key has a name, a hash and a role in `server.adminKeys`',
  'store.kind': 'the store is in Redis if `store.redisUrl` or `store.redisUrlEnv` is set',
  'access.keys': 'keys are in Redis if `store.shared` has "keys"',
  'throttling.store': 'quotas are counted in Redis if `store.shared` has "quotas"',
  'idempotency.store': 'answers are kept in Redis if `store.shared` has "answers"',
};

/** What holds instead of the setting at `path`; undefined if there never was one. */
export const removedSetting = (path: string): string | undefined => {
  const found = Object.keys(REMOVED).find(
    (known) => path === known || (known.startsWith('limits.') && path.endsWith(`.${known}`)),
  );
  return found === undefined ? undefined : REMOVED[found];
};
