// Callers that ask for long replies, many at a time: how much memory a real server needs if nobody reads them.

import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { writePlugins } from '../support/host.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';

const PLUGINS = 10;
const TOOLS_OF_EACH = 30;
const DESCRIPTION = 'Gives back what it was given, as other tools of this plugin do. '.repeat(20);
const CONNECTIONS = 16;
const LISTS = 100;
const ANSWERS_AFTERWARDS = 20;
/** Room for one reply of each connection, and for what it takes to write so many. */
const MOST_BYTES = 150_000_000;
const ANSWER_BYTES = 250_000;

const plugin = (place: number) => {
  const names = Array.from({ length: TOOLS_OF_EACH }, (_, at) => `tool${place}x${at}`);
  return {
    source: names.map((name) => `export const ${name} = (given) => given;`).join('\n'),
    tools: Object.fromEntries(names.map((name) => [name, { description: DESCRIPTION }])),
  };
};

const list = (id: number): string => JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/list' });
const post = (body: string, headers = ''): string =>
  `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${headers}Content-Length: ${body.length}\r\n\r\n${body}`;
const BATCH = post(`[${Array.from({ length: LISTS }, (_, id) => list(id)).join(',')}]`);
const ONE_BY_ONE = Array.from({ length: LISTS }, (_, id) => post(list(id))).join('');
const CALL = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'long', arguments: {} } });
const REPEAT = post(CALL, 'Idempotency-Key: one\r\n');
const PLAIN = 'GET /mcp/metadata HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(LISTS);

const residentBytes = ({ child }: ServerProcess): number => {
  const [, kb] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
  return Number(kb) * 1_024;
};

/** The most memory that the server has while `work` lasts, and for some answers afterwards, each of which takes a turn of its own. */
const greatestBytes = async (server: ServerProcess, work: Promise<unknown>): Promise<number> => {
  let most = 0;
  let isOver = false;
  void work.then(() => {
    isOver = true;
  });
  for (let left = ANSWERS_AFTERWARDS; left > 0; left -= isOver ? 1 : 0) {
    expect((await fetch(`${server.url}/livez`)).status).to.equal(200);
    most = Math.max(most, residentBytes(server));
    await pause(25);
  }
  return most;
};

describe('replies that nobody reads', function () {
  this.timeout(120_000);
  let plugins: string;
  let server: ServerProcess;
  before(async () => {
    plugins = writePlugins({
      ...Object.fromEntries(Array.from({ length: PLUGINS }, (_, place) => [`plugin-${place}`, plugin(place)])),
      answers: { source: `export const long = () => 'x'.repeat(${ANSWER_BYTES});`, tools: { long: {} } },
    });
    server = await startServer({ plugins, config: { idempotency: { enabled: true } } });
  });
  after(async () => {
    await server?.end();
    server?.remove();
    rmSync(plugins, { recursive: true, force: true });
  });

  const growthOf = async (request: string): Promise<number> => {
    const before = residentBytes(server);
    const sockets = Array.from({ length: CONNECTIONS }, () => {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
      socket.on('error', () => {});
      socket.write(request);
      return socket;
    });
    // Each has the beginning of a reply, and reads no more than that, or was closed.
    const begun = sockets.map((socket) => Promise.race([once(socket, 'readable'), once(socket, 'close')]));
    const most = await greatestBytes(server, Promise.all(begun));
    for (const socket of sockets) socket.destroy();
    return most - before;
  };

  for (const [title, request] of [
    ['batches', BATCH],
    ['lists of MCP, one after the other', ONE_BY_ONE],
    ['plain lists', PLAIN],
  ] as const)
    it(`are made one at a time for each connection: ${title}`, async () => {
      const listBytes = (await (await fetch(`${server.url}/mcp/metadata`)).text()).length;
      expect(listBytes).to.be.above(350_000);
      expect(await growthOf(request)).to.be.below(MOST_BYTES);
    });

  it('are made one at a time for each connection: answers that are given again', async () => {
    const [head = '', body = ''] = REPEAT.split('\r\n\r\n');
    const headers = Object.fromEntries(
      head
        .split('\r\n')
        .slice(2)
        .map((line) => line.split(': ') as [string, string]),
    );
    const first = await fetch(`${server.url}/mcp`, { method: 'POST', headers, body });
    expect((await first.text()).length).to.be.above(2 * ANSWER_BYTES);
    expect(await growthOf(REPEAT.repeat(LISTS))).to.be.below(MOST_BYTES);
  });
});
