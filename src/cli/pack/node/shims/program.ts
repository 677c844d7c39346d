// What `process` shows of the program around it: its environment, its arguments, its streams and its end. A program that embeds a server of its own replaces
// this module by one with the same exports. Runs inside the isolate, as part of the packed entry.

import { environment } from 'toolcell:bundle';
import { textOf } from './buffer-encodings.ts';
import { notInTool } from './errors.ts';
import Emitter from './events.ts';

type Log = (text: string) => void;

/** A stream whose lines are lines of the call's log. */
const logStream = (fd: number, log: Log): object => {
  let rest = '';
  const put = (chunk: string | Uint8Array): void => {
    const lines = (rest + (typeof chunk === 'string' ? chunk : textOf(chunk, 'utf8'))).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) log(line);
  };
  const doneOf = (values: readonly unknown[]): (() => void) | undefined =>
    values.find((value): value is () => void => typeof value === 'function');
  return Object.assign(new Emitter(), {
    fd,
    isTTY: false,
    writable: true,
    columns: 80,
    write(chunk: string | Uint8Array, ...values: unknown[]): boolean {
      put(chunk);
      const done = doneOf(values);
      if (done) queueMicrotask(done);
      return true;
    },
    end(...values: unknown[]): void {
      if (typeof values[0] === 'string' || values[0] instanceof Uint8Array) put(values[0]);
      if (rest !== '') put('\n');
      const done = doneOf(values);
      if (done) queueMicrotask(done);
    },
    getColorDepth: () => 1,
    hasColors: () => false,
  });
};

/** An input that has ended. */
const emptyInput = (): object => {
  const input = new Emitter();
  const self: object = Object.assign(input, {
    fd: 0,
    isTTY: false,
    readable: false,
    setEncoding: () => self,
    resume: () => self,
    pause: () => self,
    unref: () => self,
    ref: () => self,
    read: () => null,
    async *[Symbol.asyncIterator]() {},
  });
  input.on('newListener', (type: string) => {
    if (type === 'end' || type === 'close') queueMicrotask(() => input.emit(type));
  });
  return self;
};

/** Name → value: `process.env`. */
export const env: Record<string, string> = { ...environment };
export const argv: string[] = ['/usr/bin/node', '/plugin/index.js'];
export const stdin: object = emptyInput();
export const stdout: object = logStream(1, (text) => console.log(text));
export const stderr: object = logStream(2, (text) => console.error(text));

/** Ends the program. A tool is not one, so the call fails. */
export const exit = (code: number): never => {
  throw notInTool(`process.exit(${code})`, 'throw an error, or return a result');
};
