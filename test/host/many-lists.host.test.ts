// Callers that ask for lists of many tools, many at a time: how much memory a real server needs if nobody reads them.

import { readFileSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { HTTP_BOUNDS } from '../../src/front/http/bounds.ts';
import { writePlugins } from '../support/host.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';

const PLUGINS = 10;
const TOOLS_OF_EACH = 30;
const DESCRIPTION = 'Gives back what it was given, as other tools of this plugin do. '.repeat(20);
const CONNECTIONS = 16;
const LISTS = 100;
const QUICK_ANSWERS = 40;
const QUICK_MS = 30;
/** What a server may need besides, to write so many lists. */
const MARGIN_BYTES = 150_000_000;

const plugin = (place: number) => {
  const names = Array.from({ length: TOOLS_OF_EACH }, (_, at) => `tool${place}x${at}`);
  return {
    source: names.map((name) => `export const ${name} = (given) => given;`).join('\n'),
    tools: Object.fromEntries(names.map((name) => [name, { description: DESCRIPTION }])),
  };
};

const list = (id: number): string => JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/list' });
const post = (body: string): string =>
  `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const BATCH = post(`[${Array.from({ length: LISTS }, (_, id) => list(id)).join(',')}]`);
const ONE_BY_ONE = Array.from({ length: LISTS }, (_, id) => post(list(id))).join('');
const PLAIN = 'GET /mcp/metadata HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(LISTS);

const residentBytes = ({ child }: ServerProcess): number => {
  const [, kb] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
  return Number(kb) * 1_024;
};

/** The most memory that the server has until it has nothing left to do: it answers at once, many times in a row. */
const greatestBytes = async (server: ServerProcess): Promise<number> => {
  let most = 0;
  for (let quick = 0; quick < QUICK_ANSWERS; quick += 1) {
    const startMs = performance.now();
    expect((await fetch(`${server.url}/livez`)).status).to.equal(200);
    if (performance.now() - startMs > QUICK_MS) quick = 0;
    most = Math.max(most, residentBytes(server));
    await pause(50);
  }
  return most;
};

describe('lists that nobody reads', function () {
  this.timeout(120_000);
  let plugins: string;
  let server: ServerProcess;
  before(async () => {
    plugins = writePlugins(
      Object.fromEntries(Array.from({ length: PLUGINS }, (_, place) => [`plugin-${place}`, plugin(place)])),
    );
    server = await startServer({ plugins });
  });
  after(async () => {
    await server?.end();
    server?.remove();
    rmSync(plugins, { recursive: true, force: true });
  });

  for (const [title, request] of [
    ['batches', BATCH],
    ['lists of MCP, one after the other', ONE_BY_ONE],
    ['plain lists', PLAIN],
  ] as const)
    it(`hold no more memory than replies may: ${title}`, async () => {
      const listBytes = (await (await fetch(`${server.url}/mcp/metadata`)).text()).length;
      expect(listBytes).to.be.above(350_000);
      const before = residentBytes(server);
      const sockets: Socket[] = [];
      for (let connection = 0; connection < CONNECTIONS; connection += 1) {
        const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
        socket.on('error', () => {});
        sockets.push(socket.pause());
        socket.write(request);
      }
      const most = await greatestBytes(server);
      for (const socket of sockets) socket.destroy();
      expect(most - before).to.be.below(HTTP_BOUNDS.heldBytes + MARGIN_BYTES);
    });
});
