// Ends streams that would outlast the credential of their caller: a revoked key, a token whose time is over. Front process.
//
// A stream of changes lasts for days. So once a second each open stream is asked what a new request with the same headers would be asked. If the
// answer is no, or another caller, the stream ends with an error that says why, and its call is stopped. One rule covers keys, tokens and
// certificates, and nothing has to announce a change. Rejected: a timer for each credential's end, which needs a second way for each kind of
// revocation; calls that may go on, whose result would go to somebody who is not let in any more. Changed access rules end no stream: calls keep
// the rules by which they began. A reply that is no stream is sent. Costs: one or two microseconds of CPU a second per stream.

import { identityOf } from '../../shared/protocol/caller.ts';
import { CallError, failureOf } from '../../shared/protocol/errors.ts';
import type { Context } from './context.ts';
import { unauthenticated } from './credential.ts';
import type { Identify } from './identify.ts';

/** A key that is revoked is refused within a second; so is its stream. */
const ASK_EVERY_MS = 1_000;

/** Calls `work` again and again, until the function that it returns is called. */
export type Repeat = (work: () => void) => () => void;

const everySecond: Repeat = (work) => {
  const timer = setInterval(work, ASK_EVERY_MS).unref();
  return () => clearInterval(timer);
};

interface Stay {
  readonly identity: string;
  readonly end: (why: CallError) => void;
  isAsking: boolean;
}

/** Asks of each open stream, once a second, what would be asked of a new request. It has a timer only while streams are open. */
export class Stays {
  readonly #identify: Identify | undefined;
  readonly #repeat: Repeat;
  readonly #open = new Map<Context, Stay>();
  #stop: (() => void) | undefined;

  /** Without `identify`, everyone may stay. */
  constructor(identify: Identify | undefined, repeat = everySecond) {
    this.#identify = identify;
    this.#repeat = repeat;
  }

  get size(): number {
    return this.#open.size;
  }

  /** Calls `end` once, with the reason, as soon as the sender of a request would not be let in as the same caller. */
  add(ctx: Context, end: (why: CallError) => void): void {
    const identify = this.#identify;
    if (identify === undefined) return;
    this.#open.set(ctx, { identity: identityOf(ctx.state.caller), end, isAsking: false });
    this.#stop ??= this.#repeat(() => {
      for (const [asked, stay] of this.#open) if (!stay.isAsking) void this.#ask(asked, stay, identify);
    });
  }

  remove(ctx: Context): void {
    this.#open.delete(ctx);
    if (this.#open.size > 0) return;
    this.#stop?.();
    this.#stop = undefined;
  }

  /** An issuer may take its time to answer. */
  async #ask(ctx: Context, stay: Stay, identify: Identify): Promise<void> {
    stay.isAsking = true;
    const why = await refusalOf(ctx, stay, identify);
    stay.isAsking = false;
    if (why === undefined || this.#open.get(ctx) !== stay) return;
    this.remove(ctx);
    stay.end(why);
  }
}

/** Why the caller may not stay; undefined if it may. */
const refusalOf = async (ctx: Context, { identity }: Stay, identify: Identify): Promise<CallError | undefined> => {
  try {
    const found = await identify(ctx);
    if ('wrong' in found) return unauthenticated(found.wrong, 'invalid_token');
    if (identityOf(found) === identity) return undefined;
    return new CallError('unauthenticated', 'The credential of the request names another caller now.');
  } catch (error) {
    if (error instanceof CallError) return error;
    const { code, detail } = failureOf(error);
    return new CallError(code, detail, { cause: error });
  }
};
