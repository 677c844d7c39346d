// Reads a compressed body as plain-body.ts reads any other, and then inflates it in zlib's threads. Front process.

import type { IncomingMessage } from 'node:http';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Holding } from '../../shared/protocol/byte-budget.ts';
import type { CallSignal } from '../../shared/protocol/call.ts';
import { CallError } from '../../shared/protocol/errors.ts';
import { bodyTooLarge, type Encoding } from './body-guard.ts';
import { heldTooLong, senderOf } from './held-bytes.ts';
import { type BodyRoom, readPlainBody } from './plain-body.ts';
import { joinedInTurns, SHORT_BYTES } from './turns.ts';

const INFLATERS = { gzip: createGunzip, deflate: createInflate, br: createBrotliDecompress } as const;
type Inflater = ReturnType<(typeof INFLATERS)[Encoding]>;

/**
 * Resolves with the inflated bytes of a body, which is empty if there is none.
 *
 * Fails with: payload_too_large (as soon as `bodyBytes` are passed), invalid_request (it cannot be inflated, or bytes follow its end),
 * overloaded (it has to make room for others), and with the signal's reason if the connection is lost.
 */
export const readEncodedBody = async (
  req: IncomingMessage,
  signal: CallSignal,
  encoding: Encoding,
  room: BodyRoom & Pick<Required<BodyRoom>, 'held'>,
): Promise<Buffer> => {
  const { bodyBytes, held, addressOf } = room;
  const sent = await readPlainBody(req, signal, room);
  if (sent.length === 0) return sent;
  const inflater = INFLATERS[encoding]();
  const holding = held.open(senderOf(req, addressOf), () => inflater.destroy(heldTooLong()));
  const giveUp = (): void => void inflater.destroy();
  signal.addEventListener('abort', giveUp);
  try {
    return await inflated(sent, inflater, bodyBytes, holding);
  } catch (error) {
    throw signal.aborted ? signal.reason : bodyFailure(error, encoding);
  } finally {
    signal.removeEventListener('abort', giveUp);
    holding.release();
  }
};

/** Works piece by piece, so that each piece counts as held at once, and inflating stops at the first one above the cap. */
const inflated = async (sent: Buffer, inflater: Inflater, bodyBytes: number, holding: Holding): Promise<Buffer> => {
  const pieces: Buffer[] = [];
  let bytes = 0;
  // The longer of the two forms counts, so that any body within the cap fits into the smallest budget that is allowed.
  let heldBytes = sent.length;
  holding.hold(heldBytes);
  inflater.end(sent);
  for await (const piece of inflater as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > bodyBytes) throw bodyTooLarge(bodyBytes);
    pieces.push(piece);
    if (bytes <= heldBytes) continue;
    holding.hold(bytes - heldBytes);
    heldBytes = bytes;
  }
  // zlib ignores bytes after the end, but a proxy in between may have read them.
  const extraBytes = sent.length - inflater.bytesWritten;
  if (extraBytes > 0) throw new Error(`${extraBytes} bytes follow its end`);
  return bytes <= SHORT_BYTES ? Buffer.concat(pieces, bytes) : joinedInTurns(pieces, bytes);
};

const bodyFailure = (error: unknown, encoding: Encoding): unknown => {
  if (error instanceof CallError || !(error instanceof Error)) return error;
  const detail = `The body is declared as ${encoding}, but cannot be inflated: ${error.message}.`;
  return new CallError('invalid_request', detail, { cause: error });
};
