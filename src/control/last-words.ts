// What a process writes on standard error before it is believed to be a runner: the reason why it does not become one. Bounded and made
// printable; once a plugin may run in the process, nothing of it is kept.

import type { Readable } from 'node:stream';

/** Characters kept, of the end. */
const KEPT_CHARACTERS = 4_000;
/** Characters of the line that is told. */
const TOLD_CHARACTERS = 300;

/** A line that names what went wrong, as Node, the loader and the system's tools write it. */
const TELLING =
  /error|cannot|can't|denied|not permitted|no such|not found|failed|refuses|no Landlock|unrecognized|invalid/i;
/** Lines of Node's that only say where it stood. */
const STACK = /^\s*(?:at |\^+$|node:|file:|throw\b|\(Use |Node\.js v)/;

export class LastWords {
  #text = '';
  #source: Readable | undefined;

  /** Something that is known of it beside what it says. */
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

  /** Forgets what was said and closes the door: the other side meets a broken pipe from now on. */
  stop(): void {
    this.#source?.destroy();
    this.#source = undefined;
    this.#text = '';
  }

  /** How a process ended, with the line of its last words that says most. */
  after(how: string): string {
    const line = tellingLine(this.#text);
    return line === undefined ? how : `${line} (${how})`;
  }
}

/** One line, without control characters; undefined if nothing was said. */
export const tellingLine = (text: string): string | undefined => {
  const lines = text
    .split(/[\r\n]+/)
    .map((line) => line.replaceAll(/\p{C}/gu, ' ').trim())
    .filter((line) => line !== '' && !STACK.test(line));
  return (lines.find((line) => TELLING.test(line)) ?? lines.at(-1))?.slice(0, TOLD_CHARACTERS);
};
