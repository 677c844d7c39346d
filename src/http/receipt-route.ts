// GET /calls/{callId}: the receipt of a call, for the caller who made it and asked for one. Front process.

import { CallError } from '../protocol/errors.ts';
import { callerOf } from './caller.ts';
import type { Middleware } from './context.ts';
import type { Receipts } from './receipts.ts';

/** The same whether there is none, it has gone, or somebody else made the call. */
const NOT_FOUND =
  'There is no receipt here for this caller. Ask for one with the call (Prefer: receipt), and fetch it within ten minutes with the same Authorization.';

/** Answers with a receipt. Fails with: not_found. */
export const createReceiptRoute =
  (receipts: Receipts): Middleware =>
  async (ctx) => {
    const text = await receipts.find(String(ctx.params.callId), callerOf(ctx.req));
    if (text === undefined) throw new CallError('not_found', NOT_FOUND);
    ctx.set('Cache-Control', 'no-store');
    ctx.set('Content-Type', 'application/json');
    ctx.body = text;
  };
