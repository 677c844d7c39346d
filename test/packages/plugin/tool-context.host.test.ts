// Every member of the context that an author's types promise is there, in both modes, if the source names that member and nothing else.

import { expect } from 'chai';
import type { ToolContext } from '../../../packages/plugin/src/tool.ts';
import { startTestHost, type TestHost } from '../../support/host.ts';

/** What a member is, as an expression of it. The compiler wants one line for each member of the type. */
const MEMBERS: Readonly<Record<keyof ToolContext, readonly [expression: string, value: unknown]>> = {
  callId: ['typeof callId', 'string'],
  toolName: ['toolName', 'ofToolName'],
  pluginName: ['pluginName', 'context-pluginname'],
  caller: ['typeof caller', 'string'],
  deadline: ['deadline > Date.now()', true],
  signal: ['[typeof signal, signal.aborted]', ['object', false]],
  progress: ['typeof progress', 'function'],
  store: ['typeof store.get', 'function'],
  secrets: ['typeof secrets.sign', 'function'],
};

const NAMES = Object.keys(MEMBERS) as (keyof ToolContext)[];
const toolOf = (name: string): string => `of${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** One plugin for each member, since a group of web APIs that one member brings would serve the others too. */
const PLUGINS = Object.fromEntries(
  NAMES.map((name) => [
    `context-${name.toLowerCase()}`,
    {
      source: `export const ${toolOf(name)} = (_, { ${name} }) => ${MEMBERS[name][0]};`,
      tools: { [toolOf(name)]: {} },
    },
  ]),
);

for (const freshState of ['isolate', 'realm'] as const)
  describe(`the context of tools, in ${freshState} mode`, function () {
    this.timeout(120_000);
    let host: TestHost;
    before(async function () {
      this.timeout(120_000);
      host = await startTestHost({ freshState, plugins: PLUGINS, pool: { cordons: { all: Object.keys(PLUGINS) } } });
    });
    after(() => host.close());

    for (const name of NAMES)
      it(`has ${name} if nothing else is named`, async () => {
        const { body } = await host.call(toolOf(name));
        expect(body).to.deep.equal(MEMBERS[name][1]);
      });
  });
