// Keeps receipts in the memory of the front process, few and for a short time, until their callers fetch them from GET /calls/{callId}.

import { type Caller, identityOf, sharerOf } from '../../shared/protocol/caller.ts';
import { CallError } from '../../shared/protocol/errors.ts';
import { answerJson, type Middleware } from './context.ts';

export interface ReceiptBounds {
  readonly count: number;
  /** Characters of all receipts. They are nearly all ASCII, so this is bytes. */
  readonly characters: number;
  readonly ageMs: number;
}

/** These are no settings, because the log has the same figures for longer. */
export const RECEIPT_BOUNDS: ReceiptBounds = { count: 1_000, characters: 4_000_000, ageMs: 600_000 };

export interface Receipts {
  /** Keeps a call's receipt for the caller. Whoever has most makes room, its oldest receipt first. */
  keep(callId: string, caller: Caller, text: string): void;
  /** The receipt's text, if it is still kept and this caller made the call. */
  find(callId: string, caller: Caller): string | undefined;
}

interface Kept {
  readonly identity: string;
  readonly sharer: Sharer;
  readonly text: string;
  readonly endsAtMs: number;
}

/** What one caller has, or all whom nobody checks; see protocol/caller.ts. */
interface Sharer {
  readonly name: string;
  /** Oldest first. */
  readonly callIds: Set<string>;
  characters: number;
}

/** Keeps receipts within the bounds; `nowMs` never goes back. */
export const createReceipts = (bounds = RECEIPT_BOUNDS, nowMs = (): number => performance.now()): Receipts => {
  // Oldest first, which is also the order in which they expire.
  const kept = new Map<string, Kept>();
  const sharers = new Map<string, Sharer>();
  let characters = 0;
  const drop = (callId: string): void => {
    const { sharer, text } = kept.get(callId) as Kept;
    kept.delete(callId);
    characters -= text.length;
    sharer.callIds.delete(callId);
    sharer.characters -= text.length;
    if (sharer.callIds.size === 0) sharers.delete(sharer.name);
  };
  const dropExpired = (): void => {
    const now = nowMs();
    for (const [callId, { endsAtMs }] of kept) {
      if (endsAtMs > now) return;
      drop(callId);
    }
  };
  /** Whoever has less than an equal share loses nothing. */
  const makeRoom = (): void => {
    while (kept.size > bounds.count) dropOldestOf(largestBy(sharers, ({ callIds }) => callIds.size));
    while (characters > bounds.characters) dropOldestOf(largestBy(sharers, (sharer) => sharer.characters));
  };
  const dropOldestOf = ({ callIds }: Sharer): void => {
    const [oldest] = callIds;
    drop(oldest as string);
  };
  return {
    keep(callId, caller, text) {
      const name = sharerOf(caller);
      const sharer = sharers.get(name) ?? { name, callIds: new Set(), characters: 0 };
      sharers.set(name, sharer);
      sharer.callIds.add(callId);
      sharer.characters += text.length;
      kept.set(callId, { identity: identityOf(caller), sharer, text, endsAtMs: nowMs() + bounds.ageMs });
      characters += text.length;
      dropExpired();
      makeRoom();
    },
    find(callId, caller) {
      dropExpired();
      const receipt = kept.get(callId);
      return receipt?.identity === identityOf(caller) ? receipt.text : undefined;
    },
  };
};

/** There is at least one. */
const largestBy = (sharers: ReadonlyMap<string, Sharer>, sizeOf: (sharer: Sharer) => number): Sharer => {
  let largest: Sharer | undefined;
  for (const sharer of sharers.values())
    if (largest === undefined || sizeOf(sharer) > sizeOf(largest)) largest = sharer;
  return largest as Sharer;
};

/** The same whether there was no receipt, it has expired, or another caller made the call. */
const NOT_FOUND =
  'There is no receipt here for this caller. Ask for one with the call (Prefer: receipt), and fetch it within ten minutes with the same Authorization.';

/** Answers with the receipt of a call, if this caller made the call and asked for a receipt. Fails with: not_found. */
export const createReceiptRoute =
  (receipts: Receipts): Middleware =>
  (ctx) => {
    const text = receipts.find(String(ctx.params.callId), ctx.state.caller);
    if (text === undefined) throw new CallError('not_found', NOT_FOUND);
    answerJson(ctx, text);
  };
