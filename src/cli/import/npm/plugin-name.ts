// Names a plugin after a package of npm. Runs on the author's machine.

/** Parts of a package's name that say only that it is a server of MCP. */
const PREFIX = /^(?:mcp-server-|server-|mcp-)+/;
const SUFFIX = /(?:-mcp-server|-mcp|-server)+$/;

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 64);

/** `slack` for `@modelcontextprotocol/server-slack`, `currents` for `@currents/mcp`. */
export const pluginNameOf = (packageName: string): string => {
  const [scope, own = ''] = packageName.startsWith('@') ? packageName.slice(1).split('/') : [undefined, packageName];
  const short = plain(own).replace(PREFIX, '').replace(SUFFIX, '');
  if (short !== '' && short !== 'mcp' && short !== 'server') return short;
  return plain(scope ?? own) || 'imported';
};
