// The first call of a plugin, in a realm that was prepared for any plugin: its results are checked against its schemas like all later ones.

import { expect } from 'chai';
import { startTestHost, type TestHost } from '../support/host.ts';

const SOURCE = `
export const give = ({ value }) => value;
export const bend = () => { RegExp.prototype.test = () => true; return 'aaa'; };
`;
// Modules of the schema library that are loaded before the plugin is known, and others.
const OUTPUT = { type: ['string', 'array'], maxLength: 3, pattern: '^a+$', uniqueItems: true };

const plugin = (name: string) => ({
  source: SOURCE.replaceAll('give', `give${name}`).replaceAll('bend', `bend${name}`),
  tools: { [`give${name}`]: { outputSchema: OUTPUT }, [`bend${name}`]: { outputSchema: OUTPUT } },
});

describe('the first call of a plugin in realm mode', function () {
  this.timeout(120_000);
  let host: TestHost;
  before(async () => {
    const names = ['One', 'Two', 'Three'];
    const plugins = Object.fromEntries(names.map((name) => [name.toLowerCase(), plugin(name)]));
    host = await startTestHost({ freshState: 'realm', plugins });
  });
  after(() => host.close());

  /** Whether a result passes the tool's schema. */
  const passes = async (name: string, value: unknown): Promise<boolean> => {
    const { code } = await host.call(`give${name}`, { value });
    if (code !== undefined) expect(code).to.equal('invalid_result');
    return code === undefined;
  };

  it('has its result checked, whether it is good or bad', async () => {
    expect(await passes('One', 'aaaa')).to.equal(false);
    expect(await passes('Two', 'aaa')).to.equal(true);
    expect(await passes('Three', [{ a: 1 }, { a: 1 }])).to.equal(false);
  });

  it('is followed by calls with the same checks, also after one that tried to bend them', async () => {
    const verdicts = async () => [
      await passes('One', '\u{1f600}'),
      await passes('One', 'aaa'),
      await passes('One', [1, 1]),
      await passes('One', [1, '1']),
    ];
    const before = await verdicts();
    expect(before).to.deep.equal([false, true, false, true]);
    expect((await host.call('bendOne')).code).to.equal('tool_error');
    expect(await verdicts()).to.deep.equal(before);
  });
});
