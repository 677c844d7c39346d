// Settings that are gone, for the configurations that still set them. Data only; any process.

/** Path → what holds instead. A path of `limits` stands for the same limit of a plugin, a tool or a rule. */
export const REMOVED: Readonly<Record<string, string>> = {
  'server.bodyDepth': 'bodies nest 64 levels at most',
  'server.headersTimeoutMs': 'headers have 5 seconds, or `requestTimeoutMs` if that is less',
  'server.heldBytes': 'bodies and replies share 256 MB; `maxConnections` and `bodyBytes` bound them, too',
};

/** What holds instead of the setting at `path`; undefined if there never was one. */
export const removedSetting = (path: string): string | undefined => {
  const found = Object.keys(REMOVED).find((known) => path === known || path.endsWith(`.${known}`));
  return found === undefined ? undefined : REMOVED[found];
};
