// Sends a reply to a request whose body was not read to its end, and closes the connection without losing that reply.

import type { IncomingMessage } from 'node:http';
import type { Context } from './context.ts';

/** True while some of a request's body is still to come or unread. */
export const hasUnreadBody = (req: IncomingMessage): boolean =>
  !req.readableEnded &&
  (req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0);

/**
 * Writes the reply at once, then throws away what the caller still sends, for at most `lingerMs` milliseconds.
 *
 * Why: a socket closed while bytes lie unread in it is reset, and a reset can take back a reply that was on its way.
 */
export const sendAndLinger = (ctx: Context, lingerMs: number): void => {
  const { req, res } = ctx;
  ctx.respond = false;
  ctx.set('Connection', 'close');
  if (ctx.method !== 'HEAD' && typeof ctx.body === 'string') res.write(ctx.body);
  else res.flushHeaders();

  const timer = setTimeout(finish, lingerMs);
  function finish(): void {
    clearTimeout(timer);
    res.end();
  }
  req.once('end', finish);
  req.once('close', finish);
  req.resume();
};
