// The web APIs in both modes: they follow their standards, and a plugin has only those that its text names.

import { expect } from 'chai';
import { WEB_GROUPS } from '../../../src/cell/runner/isolates/web-groups.ts';
import { startTestHost, type TestHost } from '../../support/host.ts';
import { FETCH_USES } from './fetch-uses.ts';
import { USES } from './web-uses.ts';

const ALL_USES = { ...USES, ...FETCH_USES };

const PLUGINS = {
  ...Object.fromEntries(
    Object.entries(ALL_USES).map(([name, [body]]) => [
      name.toLowerCase(),
      { source: `export async function ${name}() { ${body} }`, tools: { [name]: {} } },
    ]),
  ),
  plain: {
    source: `
      export const found = ({ names }) => names.map((parts) => typeof globalThis[parts.join('')]);
      export const evaluated = ({ names }) => names.map((parts) => (0, eval)('typeof ' + parts.join('')));`,
    tools: { found: {}, evaluated: {} },
  },
};
const NAMES = WEB_GROUPS.flatMap(({ globals }) => globals);
const BETWEEN = /(?<=^.)/;

for (const freshState of ['isolate', 'realm'] as const)
  describe(`web APIs, in ${freshState} mode`, function () {
    this.timeout(120_000);
    let host: TestHost;
    before(async function () {
      this.timeout(120_000);
      const cordons = { all: Object.keys(PLUGINS) };
      host = await startTestHost({ freshState, plugins: PLUGINS, pool: { cordons } });
    });
    after(() => host.close());

    for (const [name, [, result]] of Object.entries(ALL_USES))
      it(
        name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
        async () => {
          // Called twice: nothing of the first call may show in the second.
          for (const time of ['first', 'second'])
            expect((await host.call(name)).body, `${time} call`).to.deep.equal(result);
        },
      );

    it('are absent if the text of the plugin does not name them, even under a name that it puts together', async () => {
      const names = NAMES.map((name) => name.split(BETWEEN));
      for (const tool of ['found', 'evaluated'])
        expect((await host.call(tool, { names })).body, tool).to.deep.equal(NAMES.map(() => 'undefined'));
    });
  });
