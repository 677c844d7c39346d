// Puts the author's own files and lines into stacks that guests log, before they reach the server's log. Front process.

import { setTimeout } from 'node:timers/promises';
import type { GuestLogLine, OnGuestLog } from '../../shared/protocol/task.ts';
import type { MapLink, MappedBundle } from './map-link.ts';
import type { RunPlace } from './map-thread.ts';

export interface MappedLogParts {
  /** Path of the bundle with this digest; undefined if it does not serve. */
  readonly pathOf: (digest: string) => string | undefined;
  readonly link: Pick<MapLink, 'placesOf'>;
  readonly write: OnGuestLog;
}

/** Batches of lines that may wait. If more arrive, their lines are not mapped. */
const MOST_WAITING = 64;
const MOST_PLACES = 64;

/** A line of a stack: the part up to the name of the function, and its place. */
interface Frame {
  readonly head: string;
  readonly place: RunPlace;
}

const FRAME_CHARACTERS = 1_000;
const AT = /^[ \t]{1,16}at (?:async (?!.*\())?/;
const PLACE = /^([^()\s]+):(\d{1,9}):(\d{1,9})$/;

/**
 * Reads `at name (file:line:column)`, or the same without a name. Each step looks at each character once, because a guest writes these lines and
 * this is the listening thread. The host's own scripts in an isolate are named `toolcell:…` and are left alone.
 */
const frameIn = (line: string): Frame | undefined => {
  const [at] = (line.length <= FRAME_CHARACTERS && AT.exec(line)) || [];
  if (at === undefined) return undefined;
  const isNamed = line.endsWith(')');
  const open = isNamed ? line.lastIndexOf(' (') : at.length;
  const [, file, row, column] = PLACE.exec(isNamed ? line.slice(open + 2, -1) : line.slice(open)) ?? [];
  if (file === undefined || file.startsWith('toolcell:')) return undefined;
  const place = { file, line: Number(row), column: Number(column) };
  return { head: at, place: isNamed ? { ...place, where: line.slice(at.length, open) } : place };
};

const framesIn = (lines: readonly GuestLogLine[]): readonly Frame[] =>
  lines.flatMap(({ text }) => (text.includes('\n') ? text.split('\n').flatMap((line) => frameIn(line) ?? []) : []));

/** The text with the author's places. Takes one place from the front of `answer` for each frame. */
const withPlaces = (text: string, answer: (string | null)[]): string =>
  text
    .split('\n')
    .map((line) => {
      const frame = frameIn(line);
      const place = frame && answer.shift();
      return frame && typeof place === 'string' ? frame.head + place : line;
    })
    .join('\n');

/** Maps and writes lines of guests. The lines of one call keep their order, and a line that cannot be mapped soon is written unchanged. */
export class MappedLog {
  readonly #parts: MappedLogParts;
  /** Call → resolves when its lines so far are written. */
  readonly #waiting = new Map<string, Promise<void>>();

  constructor(parts: MappedLogParts) {
    this.#parts = parts;
  }

  /** Writes lines of a call: at once if there is nothing to map and no earlier line of that call waits. */
  readonly write: OnGuestLog = (origin, lines) => {
    const { callId, digest } = origin;
    const before = this.#waiting.get(callId);
    const frames = this.#waiting.size < MOST_WAITING ? framesIn(lines) : [];
    const places = frames.slice(0, MOST_PLACES).map(({ place }) => place);
    const path = places.length > 0 ? this.#parts.pathOf(digest) : undefined;
    if (before === undefined && path === undefined) return this.#parts.write(origin, lines);
    const mapped = path === undefined ? lines : this.#map({ digest, path }, places, lines);
    const written = Promise.all([mapped, before]).then(([done]) => {
      if (this.#waiting.get(callId) === written) this.#waiting.delete(callId);
      this.#parts.write(origin, done);
    });
    this.#waiting.set(callId, written);
  };

  /** Resolves when all lines so far are written, or `withinMs` milliseconds have passed. */
  async settled(withinMs = Number.POSITIVE_INFINITY): Promise<void> {
    const all = Promise.all(this.#waiting.values());
    if (withinMs === Number.POSITIVE_INFINITY) return void (await all);
    const late = new AbortController();
    await Promise.race([all, setTimeout(withinMs, undefined, { signal: late.signal }).catch(() => {})]);
    late.abort();
  }

  async #map(
    bundle: MappedBundle,
    places: readonly RunPlace[],
    lines: readonly GuestLogLine[],
  ): Promise<readonly GuestLogLine[]> {
    const answer = [...(await this.#parts.link.placesOf(bundle, places))];
    return lines.map((line) => (line.text.includes('\n') ? { ...line, text: withPlaces(line.text, answer) } : line));
  }
}
