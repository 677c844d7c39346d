// Who is given Temporal: every plugin that can ask for it, as far as its source tells. No one finds a finer clock than Date.

import { expect } from 'chai';
import { startTestHost, type TestHost } from '../support/host.ts';

const HIDDEN_NAME = `['Tem', 'poral'].join('')`;
const PLUGINS = {
  names: { source: 'export const named = () => typeof Temporal;', tools: { named: {} } },
  evaluates: {
    source: `export const evaluated = () => (0, eval)('typeof ' + ${HIDDEN_NAME});`,
    tools: { evaluated: {} },
  },
  constructs: {
    source: `export const constructed = () => new Function('return typeof ' + ${HIDDEN_NAME})();`,
    tools: { constructed: {} },
  },
  hides: {
    source: `
      export const hidden = () => typeof globalThis[${HIDDEN_NAME}];
      export const dated = () => typeof new Date(5)[['toTempor', 'alInstant'].join('')];`,
    tools: { hidden: {}, dated: {} },
  },
};

for (const freshState of ['isolate', 'realm'] as const)
  describe(`Temporal, in ${freshState} mode`, function () {
    this.timeout(60_000);
    let host: TestHost;
    before(async () => {
      host = await startTestHost({ freshState, plugins: PLUGINS });
    });
    after(() => host.close());

    const answerOf = async (tool: string) => (await host.call(tool)).body;

    it('is there for a plugin that names it, or makes code from text', async () => {
      for (const tool of ['named', 'evaluated', 'constructed']) expect(await answerOf(tool), tool).to.equal('object');
    });

    it('is not there where no text of the plugin says that it may be asked for', async () => {
      expect(await answerOf('hidden')).to.equal('undefined');
    });

    it('is not reached through a date either, past what is frozen', async () => {
      expect(await answerOf('dated')).to.equal('undefined');
    });
  });
