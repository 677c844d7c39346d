// The line of a call in the log of a real server: who called, by which credential, and what was sent and returned if the operator asks for it.

import { rmSync } from 'node:fs';
import { expect } from 'chai';
import { runHere } from '../../cli/run-command.ts';
import { writePlugins } from '../../support/config.ts';
import { callTool } from '../../support/host.ts';
import { type ServerProcess, startServer } from '../../support/server-process.ts';

const SECRET = 'the-value-of-a-secret-4711';

describe('the log of calls', function () {
  this.timeout(120_000);
  let plugins: string;
  let server: ServerProcess | undefined;
  before(() => {
    const source = 'export const echo = (args) => args; export const other = (args) => args;';
    plugins = writePlugins({ echoes: { source, tools: { echo: {}, other: {} } } });
  });
  afterEach(() => server?.remove());
  after(() => rmSync(plugins, { recursive: true }));

  it('has arguments and results of the named tool alone', async () => {
    server = await startServer({
      plugins,
      env: { SOME_KEY: SECRET },
      config: {
        secrets: { SOME_KEY: { plugin: 'echoes', origin: 'https://a.example', env: 'SOME_KEY' } },
        log: { payloads: { echo: { arguments: true, results: true } } },
      },
    });
    const sent = { text: 'hello', token: 'abc', note: `it is ${SECRET}` };
    expect((await callTool(server.url, 'echo', sent)).body).to.deep.equal(sent);
    await callTool(server.url, 'other', sent);
    const line = await server.entry(({ msg, toolName }) => msg === 'call' && toolName === 'echo');
    const shown = '{"text":"hello","token":"[redacted]","note":"it is [redacted]"}';
    expect(line).to.include({ arguments: shown, result: shown, code: 'ok' });
    expect(line).not.to.have.property('payload');
    const other = await server.entry(({ msg, toolName }) => msg === 'call' && toolName === 'other');
    expect(other).to.not.have.any.keys('arguments', 'result', 'payload');
    expect(server.stderr()).not.to.contain(SECRET);
  });

  it('has client and organisation of the caller, in both formats', async () => {
    for (const format of ['json', 'pretty']) {
      server = await startServer({
        plugins,
        env: { TOOLCELL_LOG: format },
        config: { access: { keysFile: 'keys.json' }, log: { payloads: { echo: { arguments: true } } } },
      });
      const { folder, url } = server;
      const made = await runHere(['key', 'create', '--client', 'ada', '--org', 'acme'], { cwd: folder });
      const send = (): Promise<Response> =>
        fetch(`${url}/mcp/callTool`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-api-key': made.stdout.trim() },
          body: JSON.stringify({ toolName: 'echo', arguments: { a: 1 } }),
        });
      for (let status = 0; status !== 200; status = (await send()).status)
        await new Promise((resolve) => setTimeout(resolve, 100));
      if (format === 'json') {
        const line = await server.entry(({ msg, code }) => msg === 'call' && code === 'ok');
        expect(line).to.include({ caller: 'client:ada', client: 'ada', org: 'acme', arguments: '{"a":1}' });
        expect(line).not.to.have.any.keys('user', 'traceId');
      }
      await server.end();
      if (format === 'pretty')
        expect(server.stderr()).to.match(
          / info {2}call echo: 200 [\d.]+ ms {2}echoes \S+ {2}127\.0\.0\.1 client:ada acme {2}(cpu [\d.]+ ms {2})?\S{36}\n {13}│ arguments \{"a":1\}\n/,
        );
      server.remove();
    }
  });
});
