// Asks the running servers of a plugins folder what became of the configuration, by their sockets there (command-socket.ts). Command line, and a server
// that starts.

import { readdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type ConfigurationState, IN_FORCE } from './configuration-state.ts';

/** What a server answers to each connection, as JSON, or that it does not. */
export interface ServerAnswer extends ConfigurationState {
  readonly processId: number;
  /** Its configuration file, or where it would be. Empty if it is silent. */
  readonly file: string;
  /** False if only SIGHUP makes it take up changes, by `plugins.watch`. */
  readonly isFollowing: boolean;
  /** `starting`: it reads its configuration once more before it serves. `silent`: it did not answer, so the rest is not known. */
  readonly state: 'serving' | 'starting' | 'silent';
}

/** Begins the name of a socket; the server's process number follows. */
export const SOCKET_PREFIX = '.toolcell-server.';
/** How long a server may take to answer: it applies a configuration between two other things that it does. */
const ANSWER_MS = 10_000;
/** A server that has no connection left for this one ends it without an answer. It has one again in a moment. */
const AGAIN_MS = 50;
/** Far more than all problems of a configuration. */
const ANSWER_CHARACTERS = 1_000_000;

/** Asks every server of a folder that this user may ask. Never rejects. */
export const askServers = async (folder: string, withinMs = ANSWER_MS): Promise<readonly ServerAnswer[]> => {
  const answers = await Promise.all(
    (await socketsIn(folder)).map(async (path) => {
      const answer = await ask(path, withinMs);
      return answer === 'silent' ? silent(path) : answer;
    }),
  );
  return answers.filter((answer) => typeof answer === 'object');
};

export const socketsIn = async (folder: string): Promise<readonly string[]> => {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => name.startsWith(SOCKET_PREFIX)).map((name) => join(folder, name));
};

/** The answer of the server behind a socket. `gone`: there is none; `denied`: this user may not ask it. */
export const ask = async (path: string, withinMs = ANSWER_MS): Promise<ServerAnswer | 'gone' | 'denied' | 'silent'> => {
  const untilMs = performance.now() + withinMs;
  while (performance.now() < untilMs) {
    const connection = connect(path);
    try {
      const text = await textOf(connection, untilMs - performance.now());
      if (text !== '') return JSON.parse(text) as ServerAnswer;
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (GONE.has(code)) return 'gone';
      if (DENIED.has(code)) return 'denied';
      if (!FULL.has(code)) return 'silent';
    } finally {
      connection.destroy();
    }
    await wait(AGAIN_MS);
  }
  return 'silent';
};

const GONE: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ENOENT']);
const DENIED: ReadonlySet<string> = new Set(['EACCES', 'EPERM']);
const FULL: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'EAGAIN']);

const textOf = async (connection: Socket, ms: number): Promise<string> => {
  connection.setEncoding('utf8');
  const late = setTimeout(() => connection.destroy(new Error('no answer in time')), ms);
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

const silent = (path: string): ServerAnswer => {
  const processId = Number(path.slice(path.lastIndexOf(SOCKET_PREFIX) + SOCKET_PREFIX.length));
  return { processId, file: '', isFollowing: false, state: 'silent', ...IN_FORCE };
};
