// Counts the bytes that the server holds for its callers: bodies that are arriving, and replies that are not read yet. All connections share one
// budget ({@link HttpBounds}). A body counts for the address or IPv6 network that sends it, because it arrives before its sender is known. A reply counts
// for its caller, or for the network of a caller whom nobody has checked. Front process.

import type { IncomingMessage } from 'node:http';
import type { ByteBudget, Holding } from '../../shared/protocol/byte-budget.ts';
import { networkSharer } from '../../shared/protocol/caller.ts';
import { CallError } from '../../shared/protocol/errors.ts';
import type { AddressOf } from './client-address.ts';
import { type Context, remoteAddressOf } from './context.ts';
import { ownerOf } from './shares.ts';

/** The holder of a body: the network that sends it; the peer's if `addressOf` is absent. */
export const senderOf = (req: IncomingMessage, addressOf?: AddressOf): string =>
  networkSharer(addressOf ? addressOf(req) : remoteAddressOf(req.socket));

export const heldTooLong = (): CallError =>
  new CallError(
    'overloaded',
    'Requests that are arriving hold as many bytes as all of them may, and this one has held most of them for longest. Send it again, without pauses.',
    { more: { limit: 'heldBytes', retryAfterMs: 1_000 } },
  );

/** Counts a reply of `bytes` bytes as held until the caller has read it. If it has to make room, its connection is cut. */
export const holdReply = (ctx: Context, bytes: number, held: ByteBudget): void => {
  const holding = holdPart(ctx, bytes, held);
  ctx.res.once('close', () => holding.release());
};

/** Counts a part of a reply as held until it is released. If it has to make room, its connection is cut. */
export const holdPart = (ctx: Pick<Context, 'req' | 'state'>, bytes: number, held: ByteBudget): Holding => {
  const holding = held.open(ownerOf(ctx), () => ctx.req.socket.destroy());
  holding.hold(bytes);
  return holding;
};
