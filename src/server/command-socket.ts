// Tells commands whether this server has taken up the configuration that they have changed. Front process, main thread.
//
// A socket in the plugins folder, which a server and the commands for it have in common. Nothing is read from a connection: each one makes the server
// read its configuration as SIGHUP does, and gets the outcome. Whoever may put plugins into the folder may connect. The system closes a socket with its
// process, however that ends, so an answer is never about a server that is gone; a file of state could be, and its process number another's.

import { chmod, rm, stat } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { ownPath } from '../shared/lifetime/belongings.ts';
import { ask, type ServerAnswer, SOCKET_PREFIX, socketsIn } from './ask-servers.ts';

/** Connections at a time. A command makes one, which ends with its answer. */
const MOST_CONNECTIONS = 64;
/** A command that does not read its answer for so long is cut off. */
const UNREAD_MS = 1_000;
/** A server that has made its socket listens long before. */
const LEFT_AFTER_MS = 10_000;

export interface CommandSocket {
  close(): void;
}

/** Begins to answer commands; `answer` never rejects. Rejects with the system's error if the folder or its path does not allow a socket. */
export const openCommandSocket = async (
  folder: string,
  answer: () => Promise<ServerAnswer>,
): Promise<CommandSocket> => {
  await removeLeft(folder);
  const own = ownPath(join(folder, `${SOCKET_PREFIX}${process.pid}`));
  const answerNext = oneForAll(answer);
  const server = createServer((connection) => {
    connection.on('error', ignore);
    void answerNext().then((state) => tell(connection, state));
  });
  server.maxConnections = MOST_CONNECTIONS;
  own.remove();
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(own.path, resolve));
  server.on('error', ignore);
  server.unref();
  const close = (): void => {
    server.close();
    own.remove();
  };
  try {
    await chmod(own.path, (await stat(folder)).mode & 0o666);
  } catch (error) {
    close();
    throw error;
  }
  return { close };
};

/** Sends the answer and ends the connection. One that stayed open, or whose answer nobody reads, would keep a command out. */
const tell = (connection: Socket, state: ServerAnswer): void => {
  const late = setTimeout(() => connection.destroy(), UNREAD_MS).unref();
  connection.once('close', () => clearTimeout(late));
  // The system has the whole answer by then, and gives it to whoever reads it after the end, too.
  connection.end(JSON.stringify(state), () => connection.destroy());
};

/** `make` never rejects. Those who ask while an answer is being made get the next one, which is made once for all of them: however many ask, the configuration is read one time after the other. */
const oneForAll = <Answer>(make: () => Promise<Answer>): (() => Promise<Answer>) => {
  let current: Promise<unknown> | undefined;
  let next: Promise<Answer> | undefined;
  const begin = (): Promise<Answer> => {
    next = undefined;
    const made = make();
    current = made.finally(() => {
      if (next === undefined) current = undefined;
    });
    return made;
  };
  return () => {
    if (current === undefined) return begin();
    next ??= current.then(begin);
    return next;
  };
};

/** Removes the sockets of servers that were killed. */
const removeLeft = async (folder: string): Promise<void> => {
  for (const path of await socketsIn(folder)) {
    const made = await stat(path).catch(() => undefined);
    if (made === undefined || Date.now() - made.mtimeMs < LEFT_AFTER_MS) continue;
    if ((await ask(path)) === 'gone') await rm(path, { force: true }).catch(ignore);
  }
};

const ignore = (): void => {};
