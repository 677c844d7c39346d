// Checks that the settings of `metrics` fit together. Front process and command line.

import type { Config } from '../config.ts';
import type { Found } from '../file/check-file.ts';
import type { Problem } from '../problem.ts';
import { isLoopback } from './access-relations.ts';

const OPEN_LINE = '"metrics": { "open": true }';

/** Refuses figures that other machines can read if the operator has not said so, and two listeners on one port. */
export function checkMetrics(
  { metrics, server }: Pick<Config, 'metrics' | 'server'>,
  found: ReadonlyMap<string, Found>,
  refused: ReadonlySet<string>,
): readonly Problem[] {
  if (!metrics.enabled) return [];
  const problem = (setting: string, wrong: string, fix: string): readonly Problem[] =>
    refused.has(setting) ? [] : [{ where: found.get(setting)?.source ?? 'default', setting, wrong, fix }];
  return [
    ...(metrics.open || isLoopback(metrics.host)
      ? []
      : problem(
          'metrics.host',
          `other machines can reach ${JSON.stringify(metrics.host)}, and the figures there need no key`,
          `let Prometheus run on this machine and leave metrics.host out; or let every machine on that network read: ${OPEN_LINE}`,
        )),
    ...(metrics.port === 0 || metrics.port !== server.port
      ? []
      : problem(
          'metrics.port',
          `it is also server.port (${server.port}), and tools and figures have a port each`,
          'choose another port for one of them',
        )),
  ];
}
