// What the server holds for its callers: bodies that are arriving, replies that are not read yet. All connections share one budget
// (`server.heldBytes`): bodies by the address that sends them, replies by the plugin whose results they are.

import type { IncomingMessage } from 'node:http';
import type { ByteBudget } from '../protocol/byte-budget.ts';
import { CallError } from '../protocol/errors.ts';
import type { Context } from './context.ts';
import { remoteAddressOf } from './remote-address.ts';

/** Whose body it is. */
export const senderOf = ({ socket }: IncomingMessage): string => `from ${remoteAddressOf(socket) ?? 'nowhere'}`;

/** What a body fails with that had to make room. */
export const heldTooLong = (): CallError =>
  new CallError(
    'overloaded',
    'Requests that are arriving hold as many bytes as they may together, and this one has held most of them for longest. Send it again, without pauses.',
    { more: { setting: 'server.heldBytes', retryAfterMs: 1_000 } },
  );

/** Holds a reply of so many bytes until the caller has read it; the connection is cut where it has to make room. */
export const holdReply = ({ res, state }: Context, bytes: number, held: ByteBudget): void => {
  const holding = held.open(`of ${state.route?.pluginName ?? 'the server'}`, () => res.socket?.destroy());
  res.once('close', () => holding.release());
  holding.hold(bytes);
};
