// A network that keeps most connections idle gives way to others.

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { notLinux, skipWithout } from '../../support/skip.ts';
import { type Front, startFront } from './front.ts';

const MOST = 20;
const REQUEST = 'GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n';

describe('idle connections', function () {
  this.timeout(30_000);
  let front: Front;
  let opened: Socket[];

  const open = async (localAddress: string): Promise<Socket> => {
    const socket = connect({ port: front.port, host: '127.0.0.1', localAddress });
    socket.on('error', () => {});
    opened.push(socket);
    await once(socket, 'connect');
    return socket;
  };
  const answered = async (socket: Socket): Promise<boolean> => {
    socket.write(REQUEST);
    const [chunk] = await Promise.race([once(socket, 'data'), once(socket, 'close').then(() => [undefined])]);
    return String(chunk).startsWith('HTTP/1.1 200');
  };

  before(function () {
    skipWithout(this, 'several addresses of the machine itself', notLinux());
  });
  beforeEach(async () => {
    opened = [];
    front = await startFront({ server: { maxConnections: MOST, keepAliveTimeoutMs: 60_000 } });
  });
  afterEach(async () => {
    for (const socket of opened) socket.destroy();
    await front.close();
  });

  it('of one network make room for those of others', async () => {
    const idle: Socket[] = [];
    for (let each = 0; each < MOST - 1; each += 1) idle.push(await open('127.0.0.2'));
    for (let each = 0; each < 5; each += 1) {
      expect(await answered(await open('127.0.0.3'))).to.equal(true);
      await pause(20);
    }
    expect(idle.filter(({ closed }) => closed).length).to.be.within(4, 8);
  });

  it('give way only if nearly all are open, and the one that is idle for longest first', async () => {
    const before: Socket[] = [];
    for (let each = 0; each < MOST * 0.9; each += 1) before.push(await open('127.0.0.2'));
    const [first, ...others] = before;
    expect(await answered(first as Socket)).to.equal(true);
    expect(before.some(({ closed }) => closed)).to.equal(false);
    expect(await answered(await open('127.0.0.3'))).to.equal(true);
    while (!others.some(({ closed }) => closed)) await pause(5);
    expect(first?.closed).to.equal(false);
    expect(others.filter(({ closed }) => closed)).to.have.length(1);
  });

  it('do not give way if they are the new ones of a network whose others are all at work', async () => {
    for (let each = 0; each < MOST - 1; each += 1) {
      const begun = once(front.server, 'request');
      const socket = await open('127.0.0.2');
      socket.write(
        'POST /mcp/callTool HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n',
      );
      await begun;
    }
    expect(await answered(await open('127.0.0.2'))).to.equal(true);
    expect(opened.some(({ closed }) => closed)).to.equal(false);
  });
});
