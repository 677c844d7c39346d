// Counts the bytes that the server holds for its callers: bodies that are arriving, and replies that are not read yet. All connections share one
// budget ({@link HttpBounds}). A body counts for the address or IPv6 network that sends it, a result for the plugin that made it, and a reply of the
// server itself, such as a list of tools, for the address or network that asked for it. Front process.

import type { IncomingMessage } from 'node:http';
import type { ByteBudget, Holding } from '../../shared/protocol/byte-budget.ts';
import { CallError } from '../../shared/protocol/errors.ts';
import { senderNetwork } from '../../shared/text/network.ts';
import type { AddressOf } from './client-address.ts';
import { type Context, remoteAddressOf } from './context.ts';

/** The holder of a body: the network that sends it; the peer's if `addressOf` is absent. */
export const senderOf = (req: IncomingMessage, addressOf?: AddressOf): string =>
  `from ${senderNetwork((addressOf ? addressOf(req) : remoteAddressOf(req.socket)) ?? 'nowhere')}`;

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
export const holdPart = ({ req, state }: Context, bytes: number, held: ByteBudget): Holding => {
  const { route, remoteAddress = 'nowhere' } = state;
  const owner = route === undefined ? `from ${remoteAddress}` : `of ${route.pluginName}`;
  const holding = held.open(owner, () => req.socket.destroy());
  holding.hold(bytes);
  return holding;
};
