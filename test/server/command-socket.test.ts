// The socket by which commands ask a server, and programs that want to keep them out.

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { askServers, type ServerAnswer } from '../../src/server/ask-servers.ts';
import { type CommandSocket, openCommandSocket } from '../../src/server/command-socket.ts';

const own: ServerAnswer = {
  ...{ processId: process.pid, file: '/etc/toolcell.json', isFollowing: true, state: 'serving' },
  ...{ problems: [], waiting: [] },
};

describe('the socket of commands', function () {
  this.timeout(60_000);
  let folder: string;
  let path: string;
  let socket: CommandSocket;
  let answers = 0;
  const held: Socket[] = [];
  const open = async (answer: () => Promise<ServerAnswer>): Promise<void> => {
    socket = await openCommandSocket(folder, answer);
    path = join(folder, readdirSync(folder)[0] ?? '');
  };
  /** Connects, never reads, never ends, and comes again when it is cut off. */
  const cling = (comesAgain: () => boolean): void => {
    const connection = connect({ path, allowHalfOpen: true });
    held.push(connection);
    connection.on('error', () => {});
    connection.on('close', () => {
      if (comesAgain()) cling(comesAgain);
    });
  };
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'toolcell-socket-'));
    answers = 0;
  });
  afterEach(() => {
    for (const connection of held.splice(0)) connection.destroy();
    socket.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('answers a command while others keep as many connections as they get', async () => {
    await open(async () => {
      answers += 1;
      return own;
    });
    let isOver = false;
    for (let count = 0; count < 64; count += 1) cling(() => !isOver);
    for (let tries = 0; tries < 5; tries += 1) expect(await askServers(folder)).to.deep.equal([own]);
    isOver = true;
  });

  it('ends a connection whose answer nobody reads, however long the answer is', async () => {
    await open(async () => ({ ...own, problems: ['x'.repeat(900_000)] }));
    await new Promise<void>((resolve) => {
      const connection = connect({ path, allowHalfOpen: true });
      held.push(connection);
      connection.pause();
      // The other end is told of each byte, and this end that there is nobody any more.
      const look = setInterval(() => connection.write('?'), 50);
      connection.on('error', () => {
        clearInterval(look);
        resolve();
      });
    });
  });

  it('makes one answer for all that ask meanwhile, and a new one for each that asks after it began', async () => {
    const turns: (() => void)[] = [];
    await open(() => {
      answers += 1;
      return new Promise((resolve) => turns.push(() => resolve({ ...own, waiting: [String(answers)] })));
    });
    const first = askServers(folder);
    while (turns.length < 1) await new Promise(setImmediate);
    const rest = [askServers(folder), askServers(folder), askServers(folder)];
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(answers).to.equal(1);
    turns[0]?.();
    expect((await first)[0]?.waiting).to.deep.equal(['1']);
    while (turns.length < 2) await new Promise(setImmediate);
    turns[1]?.();
    for (const answer of await Promise.all(rest)) expect(answer[0]?.waiting).to.deep.equal(['2']);
  });

  it('says of a server that does not answer that it is silent, and of one that has ended nothing', async () => {
    await open(async () => own);
    socket.close();
    const mute = createServer((connection) => held.push(connection));
    await new Promise<void>((resolve) => mute.listen(join(folder, '.toolcell-server.4711'), resolve));
    const [answer] = await askServers(folder, 500);
    expect(answer).to.include({ processId: 4711, state: 'silent' });
    for (const connection of held.splice(0)) connection.destroy();
    await new Promise((resolve) => mute.close(resolve));
    expect(await askServers(folder)).to.deep.equal([]);
  });
});
