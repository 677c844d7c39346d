// Reads a body as it was sent, without a copy if it arrives in one piece. A long one is read and joined in turns. Front process. Decision 0009.

import type { IncomingMessage } from 'node:http';
import type { ByteBudget, Holding } from '../../shared/protocol/byte-budget.ts';
import type { CallSignal } from '../../shared/protocol/call.ts';
import type { CallError } from '../../shared/protocol/errors.ts';
import { bodyTooLarge } from './body-guard.ts';
import type { AddressOf } from './client-address.ts';
import { heldTooLong, senderOf } from './held-bytes.ts';
import { joinedInTurns, nextTurn, SHORT_BYTES } from './turns.ts';

export interface BodyRoom {
  readonly bodyBytes: number;
  /** The budget that all arriving bodies share; nothing is counted if absent. */
  readonly held?: ByteBudget;
  /** Finds the address that the bytes are counted for; the peer's if absent. */
  readonly addressOf?: AddressOf;
  /** Makes the failure of a body above `bodyBytes`; the one of calls if absent. */
  readonly tooLarge?: (bodyBytes: number) => CallError;
}

/**
 * Resolves with the body's bytes, which are none if there is no body.
 *
 * Fails with: payload_too_large (worded by `tooLarge`) as soon as `bodyBytes` are passed; overloaded, if it has to make room for others; and with
 * the signal's reason if the connection is lost. Node's parser ends the connection if the body is not as long as declared.
 */
export const readPlainBody = (
  req: IncomingMessage,
  signal: CallSignal,
  { bodyBytes, held, addressOf, tooLarge = bodyTooLarge }: BodyRoom,
): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let sentBytes = 0;
    const declaredBytes = Number(req.headers['content-length']);
    let holding: Holding | undefined;
    let isOver = false;
    const release = (): void => {
      isOver = true;
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
    // The system may have megabytes of a body ready, and Node would read them all before it looks at another connection.
    const readOnInTurn = (): void => {
      req.pause();
      void nextTurn().then(() => isOver || req.resume());
    };
    const onData = (chunk: Buffer): void => {
      sentBytes += chunk.length;
      if (sentBytes > bodyBytes) fail(tooLarge(bodyBytes));
      else {
        chunks.push(chunk);
        // A complete body is passed on in this turn and could not make room, so it is not counted. Nearly all bodies arrive in one piece.
        if (sentBytes === declaredBytes) return;
        holding ??= held?.open(senderOf(req, addressOf), () => fail(heldTooLong()));
        holding?.hold(chunk.length);
        if (!isOver && (declaredBytes > SHORT_BYTES || sentBytes > SHORT_BYTES)) readOnInTurn();
      }
    };
    const onEnd = (): void => {
      const [first, second] = chunks;
      if (first !== undefined && second === undefined) resolve(first);
      else if (sentBytes <= SHORT_BYTES) resolve(Buffer.concat(chunks, sentBytes));
      else return void joinedInTurns(chunks, sentBytes).then(resolve).finally(release);
      release();
    };
    if (signal.aborted) return reject(signal.reason);
    signal.addEventListener('abort', onAbort);
    req.on('data', onData).on('end', onEnd);
  });
