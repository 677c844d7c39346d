// Bounds the reading of replies: Node has no limit of its own on a caller that takes one a byte at a time, or never.

import type { Context } from './context.ts';

/**
 * Closes the request once its reply has left; the connection is cut where the caller takes longer than `replyTimeoutMs`
 * to read it. A reply that waits behind another one's is not late yet: from its turn on the caller has the whole time, and at most twice as long.
 */
export const boundReading = ({ res, state }: Context, replyTimeoutMs: number): void => {
  let hasWaited = false;
  const timer = setTimeout(() => {
    // One that waited has had its connection for a part of the time at most.
    if (res.socket === null || hasWaited) timer.refresh();
    else res.socket.destroy();
    hasWaited = res.socket === null;
  }, replyTimeoutMs);
  timer.unref();
  res.once('close', () => {
    clearTimeout(timer);
    state.signal.close();
  });
};
