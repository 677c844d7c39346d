// Lets processes change toolcell.lock one after the other. Any process.
//
// Each that wants its turn leaves a ticket, a file with a number in its name: one more than the highest there is. The lowest ticket has the turn. A process
// first leaves its ticket and then looks at the others. If there is a higher one by then, its own number was too old, and it takes another: so no two
// ever find themselves first. Every ticket has a name of its own, so removing that of a process that was killed cannot hit another's.

import { randomUUID } from 'node:crypto';
import { readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type OwnPath, ownPath } from '../../lifetime/belongings.ts';

const PREFIX = '.toolcell.lock.turn.';
const LOOK_EVERY_MS = 20;
/** A ticket that was not touched for so long was left by a process that was killed, or stopped. */
const STALE_MS = 3_000;
/** How often a ticket is touched within that time. */
const TOUCHES = 10;
/** Digits of a number, so that names sort as numbers do. */
const DIGITS = 15;

/** Thrown when this process was stopped for so long that another one may have its turn. */
export class TurnLost extends Error {
  override name = 'TurnLost';
}

/** A process's place in the queue, touched until it leaves. */
class Ticket {
  readonly name: string;
  readonly #own: OwnPath;
  readonly #staleMs: number;
  readonly #touch: NodeJS.Timeout;

  private constructor(folder: string, name: string, staleMs: number) {
    this.name = name;
    this.#staleMs = staleMs;
    this.#own = ownPath(join(folder, name));
    // One that has gone was taken for a dead process's; stillMine() says so.
    this.#touch = setInterval(() => void this.#renew().catch(() => {}), staleMs / TOUCHES);
  }

  static async take(folder: string, staleMs: number): Promise<Ticket> {
    const last = (await ticketsIn(folder)).at(-1);
    const number = last === undefined ? 1 : Number(last.slice(PREFIX.length, PREFIX.length + DIGITS)) + 1;
    const ticket = new Ticket(folder, `${PREFIX}${String(number).padStart(DIGITS, '0')}.${randomUUID()}`, staleMs);
    try {
      await writeFile(ticket.#own.path, '', { flag: 'wx' });
      await ticket.#renew();
      return ticket;
    } catch (error) {
      ticket.leave();
      throw error;
    }
  }

  /** By the clock of this machine: a file server's own may be another. */
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

const ticketsIn = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder)).filter((name) => name.startsWith(PREFIX)).sort();

/** Milliseconds since a file was touched; infinitely many if it has gone. */
const ageOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => Number.POSITIVE_INFINITY,
  );

/** Tickets of other processes that live, in their order. Removes those that were left behind. */
const othersThan = async (folder: string, own: string, staleMs: number): Promise<readonly string[]> => {
  const others: string[] = [];
  for (const name of await ticketsIn(folder)) {
    if (name === own) continue;
    const path = join(folder, name);
    if ((await ageOf(path)) <= staleMs) others.push(name);
    else ownPath(path).remove();
  }
  return others;
};

const queueFor = async (folder: string, staleMs: number): Promise<Ticket> => {
  for (;;) {
    const ticket = await Ticket.take(folder, staleMs);
    try {
      let others = await othersThan(folder, ticket.name, staleMs);
      if (others.every((name) => name < ticket.name)) {
        while (others.some((name) => name < ticket.name)) {
          await setTimeout(LOOK_EVERY_MS);
          others = await othersThan(folder, ticket.name, staleMs);
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
 * Runs `work` while no other process that asks for its turn in this folder runs its own. `work` calls `stillMine` right before what must not happen
 * out of turn; that throws {@link TurnLost} if this process was stopped for longer than `staleMs`, 3 s by default.
 */
export const inTurn = async <Result>(
  folder: string,
  work: (stillMine: () => Promise<void>) => Promise<Result>,
  staleMs = STALE_MS,
): Promise<Result> => {
  const ticket = await queueFor(folder, staleMs);
  try {
    return await work(() => ticket.stillMine());
  } finally {
    ticket.leave();
  }
};
