// Bounds what a reply waits for: the rest of a body that was not read to its end, and a caller that reads slowly. Front process.

import type { IncomingMessage } from 'node:http';
import type { Context } from './context.ts';

/** How long a connection is read on after the reply to a refused request, so that the reply is not lost. */
export const LINGER_MS = 1_000;

export const hasUnreadBody = (req: IncomingMessage): boolean =>
  !req.readableEnded &&
  (req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0);

/**
 * Writes the reply at once, then discards what the caller still sends, for at most a second.
 *
 * Why: a socket that is closed over unread bytes is reset, which can lose a reply on its way.
 */
export const sendAndLinger = (ctx: Context): void => {
  const { req, res } = ctx;
  ctx.respond = false;
  ctx.set('Connection', 'close');
  if (ctx.method !== 'HEAD' && typeof ctx.body === 'string') res.write(ctx.body);
  else res.flushHeaders();

  const timer = setTimeout(finish, LINGER_MS);
  function finish(): void {
    clearTimeout(timer);
    res.end();
  }
  req.once('end', finish);
  req.once('close', finish);
  req.resume();
};

/**
 * Closes the request when its reply has left. Cuts the connection if the caller takes longer than `replyTimeoutMs` milliseconds to read it.
 * Node has no limit for that.
 */
export const boundReading = ({ res, state }: Context, replyTimeoutMs: number): void => {
  const timer = setTimeout(() => res.destroy(), replyTimeoutMs);
  timer.unref();
  res.once('close', () => {
    clearTimeout(timer);
    state.signal.close();
  });
};
