// Tells commands whether this server has taken up the configuration that they have changed. Front process, main thread.
//
// A socket in the plugins folder, which a server and the commands for it have in common. Nothing is read from a connection: each one makes the server
// read its configuration as SIGHUP does, and gets the outcome. Whoever may put plugins into the folder may connect. The system closes a socket with its
// process, however that ends, so an answer is never about a server that is gone; a file of state could be, and its process number another's.

import { chmod, readdir, rm, stat } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { ownPath } from '../shared/lifetime/belongings.ts';
import type { ConfigurationState } from './configuration-state.ts';

/** What a server answers to each connection, as JSON. */
export interface ServerAnswer extends ConfigurationState {
  readonly processId: number;
  /** Its configuration file, or where it would be. */
  readonly file: string;
  /** False if only SIGHUP makes it take up changes, by `plugins.watch`. */
  readonly isFollowing: boolean;
}

const PREFIX = '.toolcell-server.';
/** Connections at a time. A command makes one. */
const MOST_CONNECTIONS = 16;
/** A server that has made its socket listens long before. */
const LEFT_AFTER_MS = 10_000;
/** How long a server may take to answer: it applies a configuration between two other things that it does. */
const ANSWER_MS = 10_000;
/** Far more than all problems of a configuration. */
const ANSWER_CHARACTERS = 1_000_000;

export interface CommandSocket {
  close(): void;
}

/** Begins to answer commands. Rejects with the system's error if the folder or its path does not allow a socket. */
export const openCommandSocket = async (
  folder: string,
  answer: () => Promise<ServerAnswer>,
): Promise<CommandSocket> => {
  await removeLeft(folder);
  const own = ownPath(join(folder, `${PREFIX}${process.pid}`));
  const server = createServer((connection) => {
    connection.on('error', ignore);
    void answer().then((state) => connection.end(JSON.stringify(state)));
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

/** Asks every server of a folder that this user may ask. Never rejects; a server that does not answer in time is left out. */
export const askServers = async (folder: string): Promise<readonly ServerAnswer[]> => {
  const answers = await Promise.all((await socketsIn(folder)).map(ask));
  return answers.flatMap((answer) => (typeof answer === 'object' ? answer : []));
};

const socketsIn = async (folder: string): Promise<readonly string[]> => {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => name.startsWith(PREFIX)).map((name) => join(folder, name));
};

type NoAnswer = 'gone' | 'silent';

const ask = async (path: string): Promise<ServerAnswer | NoAnswer> => {
  const connection = connect(path);
  try {
    return JSON.parse(await textOf(connection)) as ServerAnswer;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ECONNREFUSED' ? 'gone' : 'silent';
  } finally {
    connection.destroy();
  }
};

const textOf = async (connection: Socket): Promise<string> => {
  connection.setEncoding('utf8');
  const late = setTimeout(() => connection.destroy(new Error('no answer in time')), ANSWER_MS);
  let text = '';
  try {
    for await (const part of connection) {
      text += part;
      if (text.length > ANSWER_CHARACTERS) throw new Error('the answer is too long');
    }
  } finally {
    clearTimeout(late);
  }
  return text;
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
