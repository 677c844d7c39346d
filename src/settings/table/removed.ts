// Settings that are gone, for the configurations that still set them. Data only; any process.

/** Path → what holds instead. A path of `limits` stands for the same limit of a plugin, a tool or a rule. */
export const REMOVED: Readonly<Record<string, string>> = {
  'server.bodyDepth': 'bodies nest 64 levels at most',
  'server.headersTimeoutMs': 'headers have 5 seconds, or `requestTimeoutMs` if that is less',
  'server.heldBytes': 'bodies and replies share 256 MB; `maxConnections` and `bodyBytes` bound them, too',
  'pool.spares': 'one runner is always started ahead',
  'pool.recycleAfterCalls': 'a runner is replaced after 500,000 calls',
  'pool.recycleAfterIsolates': 'a runner is replaced after 5,000 isolates',
  quarantine:
    'a plugin that costs five runners within a minute is paused for a second, each further time for twice as long, up to a minute',
  'egress.heldBytes': 'responses for tools share 256 MB; `limits.fetchResponseBytes` bounds each',
  'plugins.loadMs': 'a bundle has 5 seconds to load',
  'plugins.tryOutAtStart': '24 new bundles are tried out before the server listens, the others afterwards',
  'plugins.bundleFiles': 'a bundle has 200 files at most',
};

/** What holds instead of the setting at `path`; undefined if there never was one. */
export const removedSetting = (path: string): string | undefined => {
  const found = Object.keys(REMOVED).find((known) => path === known || path.endsWith(`.${known}`));
  return found === undefined ? undefined : REMOVED[found];
};
