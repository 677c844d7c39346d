// Keeps receipts in the memory of the front process, few and for a short time, until their callers fetch them from GET /calls/{callId}.

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
  /** Keeps a call's receipt for the caller. The oldest receipts make room. */
  keep(callId: string, caller: string, text: string): void;
  /** The receipt's text, if it is still kept and this caller made the call. */
  find(callId: string, caller: string): string | undefined;
}

interface Kept {
  readonly caller: string;
  readonly text: string;
  readonly endsAtMs: number;
}

/** Keeps receipts within the bounds; `nowMs` never goes back. */
export const createReceipts = (bounds = RECEIPT_BOUNDS, nowMs = (): number => performance.now()): Receipts => {
  // Oldest first, which is also the order in which they expire.
  const kept = new Map<string, Kept>();
  let characters = 0;
  const drop = (callId: string, { text }: Kept): void => {
    kept.delete(callId);
    characters -= text.length;
  };
  const makeRoom = (): void => {
    const now = nowMs();
    for (const [callId, receipt] of kept) {
      const isWithin = kept.size <= bounds.count && characters <= bounds.characters;
      if (isWithin && receipt.endsAtMs > now) return;
      drop(callId, receipt);
    }
  };
  return {
    keep(callId, caller, text) {
      kept.set(callId, { caller, text, endsAtMs: nowMs() + bounds.ageMs });
      characters += text.length;
      makeRoom();
    },
    find(callId, caller) {
      makeRoom();
      const receipt = kept.get(callId);
      return receipt?.caller === caller ? receipt.text : undefined;
    },
  };
};

/** The same whether there was no receipt, it has expired, or another caller made the call. */
const NOT_FOUND =
  'There is no receipt here for this caller. Ask for one with the call (Prefer: receipt), and fetch it within ten minutes with the same Authorization.';

/** Answers with the receipt of a call, if this caller made the call and asked for a receipt. Fails with: not_found. */
export const createReceiptRoute =
  (receipts: Receipts): Middleware =>
  (ctx) => {
    const text = receipts.find(String(ctx.params.callId), ctx.state.caller.name);
    if (text === undefined) throw new CallError('not_found', NOT_FOUND);
    answerJson(ctx, text);
  };
