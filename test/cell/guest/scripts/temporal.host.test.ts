// Plugins have Temporal if their source shows that they may use it. None finds a clock finer than Date.

import { expect } from 'chai';
import { startTestHost, type TestHost } from '../../../support/host.ts';

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
    this.timeout(120_000);
    let host: TestHost;
    before(async () => {
      host = await startTestHost({ freshState, plugins: PLUGINS });
    });
    after(() => host.close());

    const answerOf = async (tool: string) => (await host.call(tool)).body;

    it('exists if the plugin names it, or makes code from text', async () => {
      for (const tool of ['named', 'evaluated', 'constructed']) expect(await answerOf(tool), tool).to.equal('object');
    });

    it('is absent if no text of the plugin shows that it may use it', async () => {
      expect(await answerOf('hidden')).to.equal('undefined');
    });

    it('cannot be reached through a date either', async () => {
      expect(await answerOf('dated')).to.equal('undefined');
    });
  });
