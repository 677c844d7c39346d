// The globals beyond ECMAScript, in both modes: they do what their standards say, and are there for who names them only.

import { expect } from 'chai';
import { PLATFORM_GROUPS } from '../../src/runner/isolates/platform-groups.ts';
import { startTestHost, type TestHost } from '../support/host.ts';
import { FETCH_USES } from './fetch-uses.ts';
import { USES } from './platform.ts';

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
const NAMES = PLATFORM_GROUPS.flatMap(({ globals }) => globals);
const BETWEEN = /(?<=^.)/;

for (const freshState of ['isolate', 'realm'] as const)
  describe(`the platform, in ${freshState} mode`, function () {
    this.timeout(60_000);
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
          // Twice: what the first call does must not show in the second.
          for (const time of ['first', 'second'])
            expect((await host.call(name)).body, `${time} call`).to.deep.equal(result);
        },
      );

    it('is not there for a plugin whose text does not name it, not even under a name put together', async () => {
      const names = NAMES.map((name) => name.split(BETWEEN));
      for (const tool of ['found', 'evaluated'])
        expect((await host.call(tool, { names })).body, tool).to.deep.equal(NAMES.map(() => 'undefined'));
    });
  });
