// Checks the networks of trusted proxies. Front process and command line.

import { networkIn } from '../../shared/text/network.ts';
import type { Config } from '../config.ts';
import type { Found } from '../file/check-file.ts';
import type { Problem } from '../problem.ts';

const PATH = 'server.trustedProxies';

/** Refuses what is no network, and a network that has every address in it. */
export function checkProxies(
  { server }: Config,
  found: ReadonlyMap<string, Found>,
  refused: ReadonlySet<string>,
): readonly Problem[] {
  if (refused.has(PATH)) return [];
  const where = found.get(PATH)?.source ?? 'default';
  const problem = (text: string, wrong: string, fix: string): Problem => ({
    where,
    setting: PATH,
    wrong: `${JSON.stringify(text)} ${wrong}`,
    fix,
  });
  return server.trustedProxies.flatMap((text) => {
    const network = networkIn(text);
    if (network === undefined)
      return [problem(text, 'is not an address or a network', 'write it as 10.0.0.7, 10.0.0.0/8 or fd00::/8')];
    if (network.bits > 0) return [];
    return [
      problem(text, 'is every address: all callers could take any address', 'name the addresses of your proxies'),
    ];
  });
}
