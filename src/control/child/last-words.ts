// Reads what a process writes on standard error before it says `hello`, to report why it did not start. After that a plugin may run in the
// process, and nothing is read. Control thread.

import type { Readable } from 'node:stream';

/** Only the end is kept. */
const KEPT_CHARACTERS = 4_000;
const REPORTED_CHARACTERS = 300;

/** A line that names what went wrong, as Node, the loader and the system's tools write it. */
const TELLING =
  /error|cannot|can't|denied|not permitted|no such|not found|failed|refuses|no Landlock|unrecognized|invalid/i;
/** Lines of a Node stack trace. */
const STACK = /^\s*(?:at |\^+$|node:|file:|throw\b|\(Use |Node\.js v)/;

/** Keeps at most 4000 characters. */
export class LastWords {
  #text = '';
  #source: Readable | undefined;

  /** Adds a cause that the host knows itself. */
  add(text: string): void {
    this.#text = `${this.#text}${text}\n`.slice(-KEPT_CHARACTERS);
  }

  listenTo(source: Readable | undefined): void {
    if (source === undefined) return;
    this.#source = source;
    source.setEncoding('utf8').on('data', (part: string) => {
      if (this.#source) this.#text = (this.#text + part).slice(-KEPT_CHARACTERS);
    });
    source.on('error', () => {});
  }

  /** Forgets everything and closes the pipe. */
  stop(): void {
    this.#source?.destroy();
    this.#source = undefined;
    this.#text = '';
  }

  /** `how` the process ended, with the most telling line. */
  after(how: string): string {
    const line = tellingLine(this.#text);
    return line === undefined ? how : `${line} (${how})`;
  }
}

/** The most telling line, without control characters; undefined if there is none. */
export const tellingLine = (text: string): string | undefined => {
  const lines = text
    .split(/[\r\n]+/)
    .map((line) => line.replaceAll(/\p{C}/gu, ' ').trim())
    .filter((line) => line !== '' && !STACK.test(line));
  return (lines.find((line) => TELLING.test(line)) ?? lines.at(-1))?.slice(0, REPORTED_CHARACTERS);
};
