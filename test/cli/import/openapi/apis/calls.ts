// Calls every tool of an imported plugin in the sandbox, then asks for what lies next to its operations.

import { dirname } from 'node:path';
import { startHost } from '../../../../../src/server/host.ts';
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
  return status >= 400 && status !== 422 && violations === undefined && found?.hasSuccess === false;
};

/** Calls every tool, then asks for what lies next to them. */
export const callAll = async (
  { manifest, folder }: Imported,
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
  const { name, capabilities = {}, tools } = manifest;
  const host = await startHost({
    config: testConfig(dirname(folder), { grants: { [name]: { privateFetch: [front.origin] } } }),
    searchPath: process.env.PATH ?? '',
    ...SHARED_CACHE,
    onCall: () => {},
    onGuestLog: () => {},
    externalValues: {
      ...NO_EXTERNAL_VALUES,
      secrets: (capabilities.secrets ?? []).map(({ name: secret, origin }) => ({
        ...{ name: secret, plugin: name, origin, from: { value: `value-of-${secret}-0123456789`.slice(0, 60) } },
      })),
    },
  });
  const unanswered: string[] = [];
  const through: string[] = [];
  try {
    if (host.catalog.refused.length > 0) throw new Error(`refused: ${JSON.stringify(host.catalog.refused)}`);
    for (const tool of tools) {
      const all = argumentsFor(tool);
      if (all.length === 0) unanswered.push(`${tool.name}: no arguments were found that fit its schema`);
      for (const args of all) {
        const { status, body } = await callTool(host.url, tool.name, args);
        if (status !== 200 && !isOnlyAnswer(front, operations, base))
          unanswered.push(
            `${tool.name} ${JSON.stringify(args).slice(0, 300)}: ${JSON.stringify(body).slice(0, 900)} ${front.answers.at(-1)?.violations ?? ''}`,
          );
      }
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
