// Receipts that callers may still fetch, in the memory of the front process: few, small, and for a short time.

/** How much is kept, and for how long. */
export interface ReceiptBounds {
  readonly count: number;
  /** Characters of all together, which are bytes: receipts are ASCII but for what a name may hold. */
  readonly characters: number;
  readonly ageMs: number;
}

/** Constants and no settings: whoever wants to keep receipts finds the same figures in the log. */
export const RECEIPT_BOUNDS: ReceiptBounds = { count: 1_000, characters: 4_000_000, ageMs: 600_000 };

/** Receipts by the id of their call. */
export interface Receipts {
  /** Keeps a call's receipt for the caller; the oldest make room. */
  keep(callId: string, caller: string, text: string): void;
  /** The receipt's text, if it is still kept and this caller made the call. */
  find(callId: string, caller: string): string | undefined | Promise<string | undefined>;
}

interface Kept {
  readonly caller: string;
  readonly text: string;
  readonly endsAtMs: number;
}

/** Keeps receipts within the bounds; `nowMs` never goes back. */
export const createReceipts = (bounds = RECEIPT_BOUNDS, nowMs = (): number => performance.now()): Receipts => {
  // In the order they were kept, which is the order they end in.
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
