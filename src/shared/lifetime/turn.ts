// Lets processes change a file one after the other. Any process.
//
// A process that wants its turn leaves a ticket: a file whose name has a number, one more than the highest there is. The lowest ticket has the turn.
// A process first leaves its ticket and then looks at the others. If there is a higher one by then, its own number was too old, and it takes a new one.
// So two processes never both find themselves first. Each ticket has its own name, so removing a killed process's ticket cannot hit another's.

import { randomUUID } from 'node:crypto';
import { readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type OwnPath, ownPath } from './belongings.ts';

const LOOK_EVERY_MS = 20;
/** A ticket that was not touched for this long belongs to a process that was killed or stopped. */
const STALE_MS = 3_000;
/** How often a ticket is touched within that time. */
const TOUCHES = 10;
/** Digits of a number, so that names sort like numbers. */
const DIGITS = 15;

/** Thrown if this process was stopped for so long that another one may have its turn. */
export class TurnLost extends Error {
  override name = 'TurnLost';
}

/** The file whose changers take turns: its folder and name. */
export interface SharedFile {
  readonly folder: string;
  readonly name: string;
}

/** The start of the names of its tickets, which are files next to it. */
const prefixOf = ({ name }: SharedFile): string => `.${name}.turn.`;

/** A process's place in the queue. A timer touches its file until the process leaves. */
class Ticket {
  readonly name: string;
  readonly #own: OwnPath;
  readonly #staleMs: number;
  readonly #touch: NodeJS.Timeout;

  private constructor(folder: string, name: string, staleMs: number) {
    this.name = name;
    this.#staleMs = staleMs;
    this.#own = ownPath(join(folder, name));
    // If the file is gone, another process took this one for dead; stillMine() says so.
    this.#touch = setInterval(() => void this.#renew().catch(() => {}), staleMs / TOUCHES);
  }

  static async take(file: SharedFile, staleMs: number): Promise<Ticket> {
    const prefix = prefixOf(file);
    const last = (await ticketsFor(file)).at(-1);
    const number = last === undefined ? 1 : Number(last.slice(prefix.length, prefix.length + DIGITS)) + 1;
    const name = `${prefix}${String(number).padStart(DIGITS, '0')}.${randomUUID()}`;
    const ticket = new Ticket(file.folder, name, staleMs);
    try {
      await writeFile(ticket.#own.path, '', { flag: 'wx' });
      await ticket.#renew();
      return ticket;
    } catch (error) {
      ticket.leave();
      throw error;
    }
  }

  /** Uses this machine's clock, because a file server's own may differ. */
  #renew(): Promise<void> {
    const now = new Date();
    return utimes(this.#own.path, now, now);
  }

  async stillMine(): Promise<void> {
    if ((await ageOf(this.#own.path)) > this.#staleMs) throw new TurnLost('another process has taken the turn');
  }

  leave(): void {
    clearInterval(this.#touch);
    this.#own.remove();
  }
}

const ticketsFor = async (file: SharedFile): Promise<readonly string[]> =>
  (await readdir(file.folder)).filter((name) => name.startsWith(prefixOf(file))).sort();

/** Milliseconds since a file was touched; infinity if it is gone. */
const ageOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => Number.POSITIVE_INFINITY,
  );

/** Tickets of other living processes, in order. Removes those that were left behind. */
const othersThan = async (file: SharedFile, own: string, staleMs: number): Promise<readonly string[]> => {
  const others: string[] = [];
  for (const name of await ticketsFor(file)) {
    if (name === own) continue;
    const path = join(file.folder, name);
    if ((await ageOf(path)) <= staleMs) others.push(name);
    else ownPath(path).remove();
  }
  return others;
};

const queueFor = async (file: SharedFile, staleMs: number): Promise<Ticket> => {
  for (;;) {
    const ticket = await Ticket.take(file, staleMs);
    try {
      let others = await othersThan(file, ticket.name, staleMs);
      if (others.every((name) => name < ticket.name)) {
        while (others.some((name) => name < ticket.name)) {
          await setTimeout(LOOK_EVERY_MS);
          others = await othersThan(file, ticket.name, staleMs);
        }
        return ticket;
      }
    } catch (error) {
      ticket.leave();
      throw error;
    }
    ticket.leave();
  }
};

/**
 * Runs `work` while no other process that uses this function for the same file runs its own. `work` calls `stillMine` right before an action that must
 * not happen out of turn. It throws {@link TurnLost} if this process was stopped for longer than `staleMs`, 3 s by default.
 */
export const inTurn = async <Result>(
  file: SharedFile,
  work: (stillMine: () => Promise<void>) => Promise<Result>,
  staleMs = STALE_MS,
): Promise<Result> => {
  const ticket = await queueFor(file, staleMs);
  try {
    return await work(() => ticket.stillMine());
  } finally {
    ticket.leave();
  }
};
