// Calls every tool of an imported plugin in the sandbox, then asks for what lies next to its operations.

import { dirname } from 'node:path';
import { type Host, startHost } from '../../../../../src/server/host.ts';
import { NO_EXTERNAL_VALUES } from '../../../../../src/settings/load/secrets.ts';
import { SHARED_CACHE } from '../../../../support/cache.ts';
import { testConfig } from '../../../../support/config.ts';
import { callTool } from '../../../../support/host.ts';
import { argumentsFor } from './arguments.ts';
import type { Front } from './front.ts';
import { expressionFor, type Requested } from './neighbours.ts';
import type { Described, Imported } from './plugins.ts';

/** True if the mock found nothing wrong with the last request, and answered with an error because the document has no other answer. */
const isOnlyAnswer = ({ answers, received }: Front, operations: readonly Described[], base: string): boolean => {
  const { status = 0, violations } = answers.at(-1) ?? {};
  const { method, url = '' } = received.at(-1) ?? {};
  const path = new URL(url, 'http://x').pathname.slice(base.length);
  const found = operations.find((one) => one.method === method && expressionFor(one.path).test(path));
  return status >= 300 && status !== 422 && violations === undefined && found?.hasSuccess === false;
};

/** A host with this plugin. A machine that is too busy to try it out gets two more chances. */
const startedHost = async ({ manifest, folder }: Imported, origin: string, chances = 3): Promise<Host> => {
  const { name, capabilities = {} } = manifest;
  const host = await startHost({
    config: testConfig(dirname(folder), { grants: { [name]: { privateFetch: [origin] } } }),
    searchPath: process.env.PATH ?? '',
    ...SHARED_CACHE,
    onCall: () => {},
    onGuestLog: () => {},
    externalValues: {
      ...NO_EXTERNAL_VALUES,
      secrets: (capabilities.secrets ?? []).map((wish) => ({
        ...{ name: wish.name, plugin: name, origin: wish.origin },
        from: { value: `value-of-${wish.name}-0123456789`.slice(0, 60) },
      })),
    },
  });
  const { refused } = host.catalog;
  if (refused.length === 0) return host;
  await host.close();
  const isBusy = refused.every(({ isHostFault, reason }) => isHostFault === true || reason.includes('too long'));
  if (isBusy && chances > 1) return startedHost({ manifest, folder } as Imported, origin, chances - 1);
  throw new Error(`refused: ${JSON.stringify(refused)}`);
};

/** Calls every tool, then asks for what lies next to them. */
export const callAll = async (
  imported: Imported,
  {
    front,
    base,
    neighbours,
    operations,
  }: {
    readonly front: Front;
    readonly base: string;
    readonly neighbours: readonly Requested[];
    readonly operations: readonly Described[];
  },
): Promise<{ readonly unanswered: readonly string[]; readonly let: readonly string[] }> => {
  const { tools } = imported.manifest;
  const host = await startedHost(imported, front.origin);
  const unanswered: string[] = [];
  const through: string[] = [];
  try {
    for (const tool of tools) {
      const all = argumentsFor(tool);
      if (all.length === 0) unanswered.push(`${tool.name}: no arguments were found that fit its schema`);
      const faults: string[] = [];
      for (const args of all) {
        const { status, body } = await callTool(host.url, tool.name, args);
        if (status !== 200 && !isOnlyAnswer(front, operations, base))
          faults.push(
            `${tool.name} ${JSON.stringify(args).slice(0, 300)}: ${JSON.stringify(body).slice(0, 900)} ${front.answers.at(-1)?.violations ?? ''}`,
          );
      }
      // Everything at once is too much for an API whose document says "one of these".
      const isChoice = JSON.stringify(tool.inputSchema).includes('"anyOf"');
      if (faults.length > 0 && (!isChoice || faults.length === all.length)) unanswered.push(...faults);
    }
    const before = front.received.length;
    const connections = front.connections.made;
    for (const { method, path } of neighbours) {
      const { body } = await callTool(host.url, 'reach', { url: `${front.origin}${path}`, method });
      if (body !== 'NotAllowedError') through.push(`${method} ${path}: ${JSON.stringify(body)}`);
    }
    if (front.received.length !== before || front.connections.made !== connections)
      through.push('a connection was made');
  } finally {
    await host.close();
  }
  return { unanswered, let: through };
};
