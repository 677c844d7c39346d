// Streams of changes at POST /mcp: how many one caller may have, and whose own list has to change before it hears of that.

import { EventEmitter } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import type { ServerEvents } from '../../../src/front/http/mcp-parts.ts';
import { ownerOf, Shares } from '../../../src/front/http/shares.ts';
import { type Front, type FrontOptions, startFront } from './front.ts';

const REVISION = '2026-07-28';
const META = {
  'io.modelcontextprotocol/protocolVersion': REVISION,
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
const LISTEN = JSON.stringify({
  ...{ jsonrpc: '2.0', id: 7, method: 'subscriptions/listen' },
  params: { notifications: { toolsListChanged: true }, _meta: META },
});

interface Stream {
  readonly status: number;
  /** What has arrived. */
  readonly text: () => string;
  end(): void;
}

const listen = ({ port }: Front, path = '/mcp', headers = {}): Promise<Stream> =>
  new Promise((resolve, reject) => {
    const outgoing = httpRequest({
      ...{ port, host: '127.0.0.1', method: 'POST', path, agent: false },
      headers: {
        ...{ 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
        ...{ 'MCP-Protocol-Version': REVISION, 'Mcp-Method': 'subscriptions/listen', ...headers },
      },
    });
    outgoing.on('error', reject).on('response', (incoming: IncomingMessage) => {
      let text = '';
      incoming.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      incoming.on('error', () => {});
      resolve({ status: incoming.statusCode ?? 0, text: () => text, end: () => outgoing.destroy() });
    });
    outgoing.end(LISTEN);
  });

const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await pause(10);
};

const CHANGED = 'notifications/tools/list_changed';

describe('streams of changes', () => {
  let front: Front;
  const start = async (options: FrontOptions): Promise<Front> => {
    front = await startFront(options);
    return front;
  };
  afterEach(() => front.close());

  it('are half of the connections, of which one caller may have half', async () => {
    await start({ server: { maxConnections: 8, trustedProxies: ['127.0.0.1'] } });
    const from = (address: string) => listen(front, '/mcp', { 'X-Forwarded-For': address });
    const greedy = [await from('192.0.2.1'), await from('192.0.2.1'), await from('192.0.2.1')];
    expect(greedy.map(({ status }) => status)).to.deep.equal([200, 200, 503]);
    await until(() => greedy[2]?.text() !== '');
    const { error, id } = JSON.parse(greedy[2]?.text() ?? '');
    expect(id).to.equal(7);
    expect(error.code).to.equal(-32_000);
    expect(error.data).to.deep.include({ code: 'overloaded', fault: 'host', limit: 'maxConnections' });
    const [other] = [await from('192.0.2.2')];
    expect(other.status).to.equal(200);
    greedy[0]?.end();
    await pause(100);
    expect((await from('192.0.2.1')).status).to.equal(200);
  });

  it('tell of a change of the own list only', async () => {
    const events: ServerEvents = new EventEmitter();
    const etags: Record<string, string> = { mine: '"1"', theirs: '"1"' };
    await start({
      events,
      metadata: (_caller, selection) => ({ text: '{"tools":[]}', etag: etags[selection?.tools?.[0] ?? ''] ?? '"0"' }),
    });
    const mine = await listen(front, '/mcp?tools=mine');
    const theirs = await listen(front, '/mcp?tools=theirs');
    etags.theirs = '"2"';
    events.emit('toolsChanged');
    await until(() => theirs.text().includes(CHANGED));
    etags.mine = '"2"';
    events.emit('toolsChanged');
    await until(() => mine.text().includes(CHANGED));
    await pause(50);
    for (const stream of [mine, theirs]) expect(stream.text().split(CHANGED)).to.have.lengthOf(2);
  });
});

describe('the owner of a share', () => {
  const owner = (caller: object, remoteAddress = '192.0.2.1'): string =>
    ownerOf({ state: { caller: { name: 'name', scopes: [], ...caller }, remoteAddress } } as never);

  it('is an identity that was checked, and else the address, of which an IPv6 client has a whole network', () => {
    expect(owner({ name: 'bearer:made-up' })).to.equal(owner({ name: 'bearer:other' }));
    expect(owner({})).not.to.equal(owner({}, '192.0.2.2'));
    expect(owner({}, '2001:db8::1')).to.equal(owner({}, '2001:db8::2'));
    expect(owner({ client: 'a' })).to.equal(owner({ client: 'a' }, '192.0.2.2'));
    expect(owner({ client: 'a', org: 'b' })).not.to.equal(owner({ client: 'a' }));
  });

  it('may have half, and one at least', () => {
    const shares = new Shares(5);
    expect(['a', 'a', 'a', 'b', 'c', 'c'].map((name) => shares.take(name))).to.deep.equal([
      ...[true, true, false],
      ...[true, true, true],
    ]);
    expect(shares.take('d')).to.equal(false);
    shares.giveBack('a');
    expect([shares.take('d'), shares.take('e')]).to.deep.equal([true, false]);
    expect(new Shares(0).take('a')).to.equal(true);
  });
});
