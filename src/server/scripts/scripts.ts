// Compiles scripts, and keeps what it compiled by the digest of the text. Front process, main thread. Decision 0068.

import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { ReadyScript } from '../../front/scripts/script.ts';
import { SideBusy, type SidePool, type SideWork } from '../../shared/lifetime/side-pool.ts';
import { CallError, RETRY_AFTER_MS } from '../../shared/protocol/errors.ts';
import type { CompiledScript } from './compile-thread.ts';
import { programOf } from './frame.ts';
import { frameAt, placeIn } from './places.ts';

const SCRIPTS: SideWork = {
  file: fileURLToPath(new URL('./compile-thread.ts', import.meta.url)),
  // It waits for esbuild, and lets go of the thread meanwhile.
  atATime: 4,
  mostWaiting: 64,
  heapMb: 128,
};

/** Texts that are kept, and characters of all of them with what was made of them. The one that was not asked for for longest goes first. */
const MOST_SCRIPTS = 500;
const MOST_CHARACTERS = 8_000_000;

const BUSY = `${SCRIPTS.mostWaiting} other scripts wait to be compiled. Send the script again later.`;

const LATE = 'The machine is too busy to compile the script in time. Send it again later.';

const overloaded = (detail: string): CallError =>
  new CallError('overloaded', detail, { more: { retryAfterMs: RETRY_AFTER_MS } });

interface Kept {
  readonly script: ReadyScript;
  readonly characters: number;
}

export class Scripts {
  readonly #side: Pick<SidePool, 'run'>;
  readonly #kept = new Map<string, Kept>();
  #characters = 0;

  constructor(side: Pick<SidePool, 'run'>) {
    this.#side = side;
  }

  /** Resolves with the program of a script. Rejects with: invalid_script, overloaded. */
  async compile(code: string): Promise<ReadyScript> {
    const digest = `sha256-${createHash('sha256').update(code).digest('hex')}`;
    const known = this.#kept.get(digest);
    if (known !== undefined) {
      // The newest last.
      this.#kept.delete(digest);
      this.#kept.set(digest, known);
      return known.script;
    }
    const compiled = await this.#ask(code);
    if (!compiled.ok) throw compiled.isLate ? overloaded(LATE) : refused(code, compiled.fault);
    const script: ReadyScript = {
      program: programOf(digest, compiled.factoryCode),
      placeOf: (stack) => {
        const place = placeIn(stack, code, compiled);
        return place && { ...place, frame: frameAt(code, place) };
      },
    };
    this.#keep(digest, {
      script,
      characters: 2 * code.length + compiled.factoryCode.length + (compiled.map?.length ?? 0),
    });
    return script;
  }

  async #ask(code: string): Promise<CompiledScript> {
    try {
      return await this.#side.run<string, CompiledScript>(SCRIPTS, code);
    } catch (error) {
      if (error instanceof SideBusy) throw overloaded(BUSY);
      // The text has ended the thread, which is limited for this: it was too deep or too large.
      throw refused(code, { message: 'The script takes too much to compile. Simplify it.' });
    }
  }

  #keep(digest: string, kept: Kept): void {
    this.#characters += kept.characters - (this.#kept.get(digest)?.characters ?? 0);
    this.#kept.set(digest, kept);
    for (const [oldest, { characters }] of this.#kept) {
      if (this.#kept.size <= MOST_SCRIPTS && this.#characters <= MOST_CHARACTERS) return;
      this.#kept.delete(oldest);
      this.#characters -= characters;
    }
  }
}

const refused = (
  code: string,
  { message, line, column }: Extract<CompiledScript, { ok: false }>['fault'],
): CallError => {
  const place = line !== undefined && column !== undefined ? { line, column } : undefined;
  const where = place ? ` at line ${place.line}, column ${place.column}` : '';
  return new CallError('invalid_script', `The script cannot be compiled${where}: ${message.slice(0, 500)}`, {
    more: {
      script: {
        ...(place && { ...place, frame: frameAt(code, place) }),
        logs: [],
        calls: [],
        usage: { queueMs: 0, ms: 0, cpuMs: 0, calls: 0, dataBytes: 0 },
      },
    },
  });
};
