// Checks that no two settings take the same file, port or plugin, and that figures stay where they belong. Front process and command line.

import { type Problem, under } from '../problem.ts';
import { isLoopback } from './access-relations.ts';
import type { Checked } from './report.ts';

/** Files that a server or a command writes, each in a format of its own. */
const WRITTEN = ['store.file', 'log.file', 'audit.file', 'access.keysFile'] as const;

const OPEN_LINE = '"metrics": { "open": true }';

/** Refuses what two settings claim. */
export function* placeProblems(checked: Checked): Generator<Problem> {
  yield* fileProblems(checked);
  yield* portProblems(checked);
  yield* cordonProblems(checked);
  yield* scriptProblems(checked);
}

/** Each writer of a file would destroy what another one wrote. */
function* fileProblems({ found, refused, report }: Checked): Generator<Problem> {
  const users = new Map<unknown, string>();
  for (const setting of WRITTEN) {
    const value = found.get(setting)?.value;
    if (value === undefined || value === '' || refused.has(setting)) continue;
    const other = users.get(value);
    users.set(value, setting);
    if (other !== undefined)
      yield* report(setting, `it is also ${other}, and each writes its own file`, 'name another file');
  }
}

/** A script holds a runner while its calls need another one. */
function* scriptProblems({ config: { scripts, pool }, report }: Checked): Generator<Problem> {
  if (scripts.enabled && pool.runners < 2)
    yield* report(
      'scripts.enabled',
      'with pool.runners 1 a script would hold the only runner, and the tools that it calls would have none',
      'raise pool.runners to 2 or more, or leave scripts off',
    );
}

/** Refuses figures that other machines can read if the operator has not said so. */
export function* figuresProblems({ config: { metrics }, report }: Checked): Generator<Problem> {
  if (metrics.enabled && !metrics.open && !isLoopback(metrics.host))
    yield* report(
      'metrics.host',
      `other machines can reach ${JSON.stringify(metrics.host)}, and the figures there need no key`,
      `let Prometheus run on this machine and leave metrics.host out; or let every machine on that network read: ${OPEN_LINE}`,
    );
}

function* portProblems({ config: { metrics, server }, report }: Checked): Generator<Problem> {
  if (metrics.enabled && metrics.port !== 0 && metrics.port === server.port)
    yield* report(
      'metrics.port',
      `it is also server.port (${server.port}), and tools and figures have a port each`,
      'choose another port for one of them',
    );
}

function* cordonProblems({ config, found }: Checked): Generator<Problem> {
  const cordonOf = new Map<string, string>();
  for (const [cordon, pluginNames] of Object.entries(config.pool.cordons)) {
    const setting = under('pool.cordons', cordon);
    for (const [index, pluginName] of pluginNames.entries()) {
      const earlier = cordonOf.get(pluginName);
      cordonOf.set(pluginName, earlier ?? cordon);
      if (earlier === undefined) continue;
      const where = found.get(setting)?.itemSources?.[index] ?? 'default';
      const wrong = `"${pluginName}" is already in the cordon "${earlier}"`;
      yield { where, setting, wrong, fix: 'keep it in one of the two' };
    }
  }
}
