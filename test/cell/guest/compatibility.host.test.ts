// Runs idioms of ordinary libraries in a frozen realm: each must give the same result as in an isolate of its own. Also runs the
// idioms that cannot work in a frozen realm: a plugin that uses one of them runs in isolates.

import { expect } from 'chai';
import { startTestHost, type TestHost } from '../../support/host.ts';
import { IDIOMS, REFUSED } from './idioms.ts';

const source = (idioms: Readonly<Record<string, string>>): string =>
  Object.entries(idioms)
    .map(([name, body]) => `export function ${name}() {\n${body}\n}`)
    .join('\n');
const toolsOf = (idioms: Readonly<Record<string, string>>, mode: string) =>
  Object.fromEntries(Object.keys(idioms).map((name) => [`${mode}-${name}`, { export: name }]));

describe('library idioms', function () {
  this.timeout(120_000);
  const hosts = new Map<string, TestHost>();
  before(async () => {
    for (const freshState of ['isolate', 'realm'] as const) {
      const all = { ...IDIOMS, ...REFUSED };
      const plugins = { idioms: { source: source(all), tools: toolsOf(all, freshState) } };
      hosts.set(freshState, await startTestHost({ freshState, plugins }));
    }
  });
  after(() => Promise.all([...hosts.values()].map((host) => host.close())));

  const answer = async (mode: 'isolate' | 'realm', name: string) => hosts.get(mode)?.call(`${mode}-${name}`);

  for (const name of Object.keys(IDIOMS))
    it(`${name} works in a frozen realm`, async () => {
      const alone = await answer('isolate', name);
      const frozen = await answer('realm', name);
      expect(alone?.code, JSON.stringify(alone?.body)).to.equal(undefined);
      expect(frozen?.code, JSON.stringify(frozen?.body)).to.equal(undefined);
      expect(frozen?.body).to.deep.equal(alone?.body);
    });

  for (const name of Object.keys(REFUSED))
    it(`${name} fails with a message in a frozen realm`, async () => {
      expect((await answer('isolate', name))?.code).to.equal(undefined);
      const frozen = await answer('realm', name);
      expect(frozen?.code).to.equal('tool_error');
      expect(JSON.stringify(frozen?.body)).to.match(
        /read only|not extensible|Cannot assign|is not defined|Cannot delete/,
      );
    });
});
