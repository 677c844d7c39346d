// Takes a body off the wire that is sent as it is, which nearly all are: no parser, no inflater, no second copy.

import type { IncomingMessage } from 'node:http';
import type { ByteBudget, Holding } from '../protocol/byte-budget.ts';
import type { CallSignal } from '../protocol/call.ts';
import type { CallError } from '../protocol/errors.ts';
import { bodyTooLarge } from './body-guard.ts';
import { heldTooLong, senderOf } from './held-bytes.ts';

/** What a body may take. */
export interface BodyRoom {
  readonly bodyBytes: number;
  /** What all bodies under way share; nothing where absent. */
  readonly held?: ByteBudget;
  readonly tooLarge?: (bodyBytes: number) => CallError;
}

/**
 * Resolves with the body's bytes, none where there is no body.
 *
 * Fails with: payload_too_large, as `tooLarge` says it, as soon as `bodyBytes` are passed; overloaded, where it has to make room for others; and,
 * where the connection is lost, with what the signal says. Whether the body is as long as it was declared is for Node's parser to see, which ends the connection.
 */
export const readPlainBody = (
  req: IncomingMessage,
  signal: CallSignal,
  { bodyBytes, held, tooLarge = bodyTooLarge }: BodyRoom,
): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let sentBytes = 0;
    const declaredBytes = Number(req.headers['content-length']);
    let holding: Holding | undefined;
    const release = (): void => {
      chunks = [];
      holding?.release();
      signal.removeEventListener('abort', onAbort);
    };
    const fail = (reason: unknown): void => {
      release();
      req.off('data', onData).off('end', onEnd).pause();
      reject(reason);
    };
    const onAbort = (): void => fail(signal.reason);
    const onData = (chunk: Buffer): void => {
      sentBytes += chunk.length;
      if (sentBytes > bodyBytes) fail(tooLarge(bodyBytes));
      else {
        chunks.push(chunk);
        // What is whole goes on in this turn, and holds nothing that could make room: nearly all bodies come in one piece.
        if (sentBytes === declaredBytes) return;
        holding ??= held?.open(senderOf(req), () => fail(heldTooLong()));
        holding?.hold(chunk.length);
      }
    };
    const onEnd = (): void => {
      const [first, second] = chunks;
      resolve(first !== undefined && second === undefined ? first : Buffer.concat(chunks, sentBytes));
      release();
    };
    if (signal.aborted) return reject(signal.reason);
    signal.addEventListener('abort', onAbort);
    req.on('data', onData).on('end', onEnd);
  });
