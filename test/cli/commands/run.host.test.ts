// `toolcell run` with a real server.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { startTestHost, type TestHost } from '../../support/host.ts';
import { runBin, runHere, temporaryFolder } from '../run-command.ts';

const READS = { annotations: { readOnlyHint: true } };
const PLUGINS = {
  shop: {
    source: `export const listOrders = () => [{ id: 1 }, { id: 2 }];
export const getOrder = ({ id }) => { if (id > 2) throw new Error('there is no order ' + id); return { id, value: id * 10 }; };`,
    tools: { listOrders: READS, getOrder: READS },
  },
};
const SCRIPT = `interface Order { id: number; value: number }
const orders: Order[] = await Promise.all((await tools.listOrders()).map(({ id }) => tools.getOrder({ id })));
console.log('found', orders.length);
orders.map(({ value }) => value)
`;

describe('toolcell run', function () {
  this.timeout(60_000);
  const folder = temporaryFolder();
  let host: TestHost;
  before(async () => {
    host = await startTestHost({ plugins: PLUGINS, scripts: { enabled: true } });
    writeFileSync(join(folder.path, 'orders.ts'), SCRIPT);
  });
  after(async () => {
    await host?.close();
    folder.remove();
  });

  const run = (words: readonly string[], input = '') => runHere(['run', ...words], { cwd: folder.path, input });

  it('prints the result, and on standard error what the script logged and called', async () => {
    const { code, stdout, stderr } = await runBin(['run', 'orders.ts', '--url', host.url], { cwd: folder.path });
    expect([code, stdout]).to.deep.equal([0, '[10,20]\n']);
    expect(stderr).to.match(
      /^\w+ found 2\nlistOrders {2}ok {2}[\d.]+ ms {2}\S+\.1\ngetOrder {2}ok .*\ngetOrder {2}ok .*\n3 calls, [\d.]+ ms, [\d.]+ ms of CPU time\n$/,
    );
  });

  it('reads standard input, keeps to --tools, and gives all as JSON', async () => {
    const given = await run(['-', '--url', host.url, '--json'], 'return (await tools.listOrders()).length;');
    expect(given.code).to.equal(0);
    expect(JSON.parse(given.stdout))
      .to.deep.include({ result: 2 })
      .and.to.have.keys('result', 'logs', 'calls', 'usage');
    const refused = await run(['orders.ts', '--url', host.url, '--tools', 'list*', '--json'], '');
    expect(refused.code).to.equal(1);
    const { code, script } = JSON.parse(refused.stdout);
    expect(code).to.equal('script_error');
    expect(script.calls[0]).to.include({ tool: 'listOrders', code: 'ok' });
  });

  it('shows the line of a script that fails, with the calls that it made', async () => {
    const { code, stdout, stderr } = await run(
      ['-', '--url', host.url],
      'await tools.listOrders();\nawait tools.getOrder({ id: 3 });',
    );
    expect([code, stdout]).to.deep.equal([1, '']);
    expect(stderr)
      .to.match(/listOrders {2}ok/)
      .and.to.match(/script_error: .*there is no order 3/);
    expect(stderr)
      .to.match(/> 2 \| await tools\.getOrder/)
      .and.to.match(/2 calls/);
  });

  it('says what is wrong: the file, the address, a server that is away, one that runs no scripts', async () => {
    const cases = [
      [['none.ts'], 2, /FILE: none\.ts cannot be read: ENOENT/],
      [['orders.ts', '--url', 'nowhere'], 2, /--url: nowhere is not an address of a server/],
      [['orders.ts', '--url', 'http://127.0.0.1:1'], 3, /127\.0\.0\.1:1 cannot be reached/],
    ] as const;
    for (const [words, exit, message] of cases) {
      const { code, stderr } = await run(words);
      expect([code, stderr]).to.satisfy(([, said]: [number, string]) => code === exit && message.test(said), stderr);
    }
    const plain = await startTestHost({ plugins: PLUGINS });
    const { code, stderr } = await run(['orders.ts', '--url', plain.url]).finally(() => plain.close());
    expect(code).to.equal(1);
    expect(stderr).to.match(/scripts/);
  });
});
