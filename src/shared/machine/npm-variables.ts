// Variables of the environment that lead npm to its registry. Any process.

/** Settings of npm and of Node that lead to a registry. Others, such as npm's tokens for every registry, are left out. */
const LEADS_TO_REGISTRY =
  /^(?:npm_config_(?:registry|proxy|https_proxy|noproxy|cafile)|https?_proxy|no_proxy|NODE_EXTRA_CA_CERTS)$/i;

/** Those of an environment. */
export const npmVariables = (env: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).filter(
      (one): one is [string, string] => one[1] !== undefined && LEADS_TO_REGISTRY.test(one[0]),
    ),
  );
