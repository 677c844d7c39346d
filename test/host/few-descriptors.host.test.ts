// A server with few descriptors under a flood of connections: it takes fewer, so runners start and no tool is lost.

import { rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { expect } from 'chai';
import { writePlugins } from '../support/config.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { onWindows, skipWithout } from '../support/skip.ts';

const DESCRIPTORS = 256;
const CONNECTIONS = 300;
const FLOOD_MS = 5_000;

describe('a server with few descriptors', function () {
  this.timeout(120_000);
  let plugins: string | undefined;
  let server: ServerProcess | undefined;
  after(() => {
    server?.remove();
    if (plugins !== undefined) rmSync(plugins, { recursive: true, force: true });
  });

  /** The status and code of one call, on a connection of its own without an agent; `reset` if the server did not take the connection. */
  const call = (toolName: string, agent: Agent | false = false): Promise<string> =>
    new Promise((resolve) => {
      const sent = request(`${server?.url}/mcp/callTool`, {
        method: 'POST',
        agent,
        headers: { 'content-type': 'application/json' },
      });
      sent.on('error', () => resolve('reset'));
      sent.on('response', (reply) => {
        let text = '';
        reply.setEncoding('utf8').on('data', (part: string) => (text += part));
        reply.on('error', () => resolve('reset'));
        reply.on('end', () =>
          resolve(reply.statusCode === 200 ? '200' : `${reply.statusCode} ${/"code":"(\w+)"/.exec(text)?.[1]}`),
        );
      });
      sent.end(JSON.stringify({ toolName, arguments: {} }));
    });

  it('answers no call with 404 under a flood of connections, and all with 200 after it', async function () {
    skipWithout(this, 'a server with few descriptors', onWindows());
    plugins = writePlugins(
      Object.fromEntries(
        ['a', 'b', 'c'].map((name) => [
          name,
          { source: `export const ${name}Tool = () => '${name}';`, tools: { [`${name}Tool`]: {} } },
        ]),
      ),
    );
    server = await startServer({
      plugins,
      config: { log: { format: 'json' }, pool: { runners: 4 } },
      within: ['/bin/sh', '-c', `ulimit -n ${DESCRIPTORS} && exec "$0" "$@"`],
    });
    const warned = await server.entry(({ detail }) => String(detail).startsWith('server.maxConnections is 1000'));
    expect(warned.detail).to.match(/it may open 256; the server takes 120 connections/);
    expect(await call('aTool')).to.equal('200');
    let isOver = false;
    const answers: string[] = [];
    const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
    const caller = async (_: unknown, number: number): Promise<void> => {
      // Neither plugin b nor c has a runner yet.
      while (!isOver) answers.push(await call(['aTool', 'bTool', 'cTool'][number % 3] as string, agent));
    };
    const callers = Array.from({ length: CONNECTIONS }, caller);
    await new Promise((resolve) => setTimeout(resolve, FLOOD_MS));
    isOver = true;
    await Promise.all(callers);
    agent.destroy();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const told = JSON.stringify([...Map.groupBy(answers, (each) => each)].map(([each, all]) => [each, all.length]));
    // A busy machine may read a request too late.
    for (const answer of answers) expect(answer, told).to.match(/^(?:200|reset|503 \w+|408 request_timeout)$/);
    expect(answers, told).to.include('200');
    expect(await Promise.all(['aTool', 'bTool', 'cTool'].map((tool) => call(tool))), told).to.deep.equal([
      '200',
      '200',
      '200',
    ]);
    expect(server.stderr()).to.not.match(/cannot be read|was not taken up|serves no more/);
  });
});
