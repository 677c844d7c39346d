// What `process` shows to an imported server: fixed variables, standard streams that lead to the client, and an end that ends the call. It stands in for
// shims/program.ts of packing. Runs inside the isolate, as part of the packed entry.

import Emitter from '../../../pack/node/shims/events.ts';
import { attachServer, type Message, toClient } from './endpoint.ts';

/** What the importer wrote down for a server's process. */
export interface ProcessSettings {
  readonly environment: Readonly<Record<string, string>>;
  /** The words after the server's own file. */
  readonly args: readonly string[];
  /** The server's own file, as it sees it. */
  readonly main: string;
}

type Listener = (...values: unknown[]) => void;
type Fields = Record<string, unknown>;

/** Characters of what a server wrote before it ended. */
const LAST_WORDS = 400;

let end: (error: Error) => void;

/** Rejects as soon as the server ends its program. */
export const programEnded: Promise<never> = new Promise((_resolve, reject) => {
  end = reject;
});
programEnded.catch(() => {});

let lastWords = '';

let hasEnded = false;

/** Ends the program, and throws, so that the server's code stops here. Often the server catches that, and ends again. */
export const exit = (code: unknown = 0): void => {
  if (hasEnded) return;
  hasEnded = true;
  const words = lastWords.trim().slice(-LAST_WORDS);
  const message = `The server ended its program with code ${code}${words === '' ? '' : `: ${words}`}`;
  const error = Object.assign(new Error(message), { name: 'ServerEnded' });
  end(error);
  throw error;
};

const utf8 = new TextEncoder();
const texts = new TextDecoder();

const textOf = (chunk: unknown): string => (typeof chunk === 'string' ? chunk : texts.decode(chunk as Uint8Array));

/** What a server gets from its standard input: a Buffer, or bytes that are a text as a Buffer is, since most servers want no more of it. */
const chunkOf = (message: Message): Uint8Array => {
  const bytes = utf8.encode(`${JSON.stringify(message)}\n`);
  const { Buffer: Bytes } = globalThis as { Buffer?: { from(bytes: ArrayBuffer): Uint8Array } };
  if (Bytes) return Bytes.from(bytes.buffer as ArrayBuffer);
  return Object.defineProperty(bytes, 'toString', { value: () => texts.decode(bytes) });
};

/** Standard input. A server that listens to it is attached by that. */
const inputStream = (): Fields => {
  const emitter = new Emitter();
  const { on } = emitter;
  let takesText = false;
  const take = (message: Message): void => {
    const chunk = chunkOf(message);
    emitter.emit('data', takesText ? textOf(chunk) : chunk);
  };
  const listen = (name: string, listener: Listener) => {
    on.call(emitter, name, listener);
    if (name === 'data') attachServer(take);
    return own;
  };
  const setEncoding = () => {
    takesText = true;
    return own;
  };
  const same = () => own;
  const own: Fields = Object.assign(emitter as unknown as Fields, {
    ...{ on: listen, addListener: listen, setEncoding, resume: same, pause: same, ref: same, unref: same },
    ...{ fd: 0, isTTY: false, readable: true },
  });
  return own;
};

const outputStream = (fd: number, take: (text: string) => void): Fields => {
  const done = (values: unknown[]): void => {
    const then = values.find((value) => typeof value === 'function') as (() => void) | undefined;
    if (then) Promise.resolve().then(then);
  };
  return Object.assign(new Emitter() as unknown as Fields, {
    ...{ fd, isTTY: false, writable: true, columns: 80 },
    write: (chunk: unknown, ...rest: unknown[]) => {
      take(textOf(chunk));
      done(rest);
      return true;
    },
    end: (...rest: unknown[]) => done(rest),
  });
};

let rest = '';

/** Reads the server's messages line by line. Other lines are for nobody. */
const takeOutput = (text: string): void => {
  const lines = (rest + text).split('\n');
  rest = lines.pop() ?? '';
  for (const line of lines) {
    let message: Message;
    try {
      message = JSON.parse(line);
    } catch {
      continue;
    }
    if (typeof message === 'object' && message !== null) toClient(message);
  }
};

const takeErrors = (text: string): void => {
  lastWords = (lastWords + text).slice(-LAST_WORDS);
  console.error(text.trimEnd());
};

/** The variables, by their names. */
export const env: Record<string, string> = Object.create(null);
export const argv = ['/usr/bin/node', '/plugin/index.js'];
export const stdin = inputStream();
export const stdout = outputStream(1, takeOutput);
export const stderr = outputStream(2, takeErrors);

/** Sets variables, before the server's module is evaluated. */
export const setVariables = (variables: Readonly<Record<string, string>>): void => {
  Object.assign(env, variables);
};

/** Sets what the importer wrote down, before the server's module is evaluated. */
export const configureProcess = ({ environment, args, main }: ProcessSettings): void => {
  setVariables(environment);
  argv.splice(1, argv.length, main, ...args);
};
