// Frames between a broker and a runner. The length comes first, so that it is checked before anything is kept or parsed. A frame is u32 head
// bytes, u32 body bytes (little endian), head, body. The head is JSON, or one of call-heads.ts; the body is text that is not escaped again.

const PREFIX_BYTES = 8;

/** The most bytes that a frame may hold. A longer frame is a protocol violation, after which the other side is not trusted. */
export interface FrameCaps {
  readonly headBytes: number;
  readonly bodyBytes: number;
}

/** Thrown by {@link FrameReader.push} if a frame is longer than its cap. */
export class FrameViolation extends Error {
  override name = 'FrameViolation';
}

/** A part of a message: text, or its UTF-8. */
export type FramePart = string | Uint8Array;

/** Bodies of at least this length are not copied: copying costs more than one more piece in the write. */
const LONG_BODY_BYTES = 16_384;

interface Frame {
  readonly head: FramePart;
  readonly body: FramePart;
  readonly headBytes: number;
  readonly bodyBytes: number;
  /** The body is a piece of its own. */
  readonly isLong: boolean;
  /** Without a long body. */
  readonly pieceBytes: number;
}

const bytesOf = (part: FramePart): number => (typeof part === 'string' ? Buffer.byteLength(part) : part.length);

const frameOf = (head: FramePart, body: FramePart): Frame => {
  const headBytes = bytesOf(head);
  const bodyBytes = body === '' ? 0 : bytesOf(body);
  const isLong = bodyBytes >= LONG_BODY_BYTES && typeof body !== 'string';
  return { head, body, headBytes, bodyBytes, isLong, pieceBytes: PREFIX_BYTES + headBytes + (isLong ? 0 : bodyBytes) };
};

const writePart = (bytes: Buffer, at: number, part: FramePart): void => {
  if (typeof part === 'string') bytes.write(part, at);
  else bytes.set(part, at);
};

/** Writes a frame without a long body. */
const writeFrame = (bytes: Buffer, at: number, { head, body, headBytes, bodyBytes, isLong }: Frame): void => {
  bytes.writeUInt32LE(headBytes, at);
  bytes.writeUInt32LE(bodyBytes, at + 4);
  writePart(bytes, at + PREFIX_BYTES, head);
  if (bodyBytes > 0 && !isLong) writePart(bytes, at + PREFIX_BYTES + headBytes, body);
};

/** Encodes one message. */
export const encodeFrame = (head: FramePart, body: FramePart = ''): Buffer => {
  const frame = frameOf(head, body);
  const bytes = Buffer.allocUnsafe(PREFIX_BYTES + frame.headBytes + frame.bodyBytes);
  writeFrame(bytes, 0, frame);
  if (frame.isLong) writePart(bytes, PREFIX_BYTES + frame.headBytes, body);
  return bytes;
};

/** Collects messages for one write, because each write wakes the other side. */
export class FrameBatch {
  #frames: Frame[] = [];

  /** Adds a message. True if it is the first. A long body given as bytes is not copied, so it must not change before it is written. */
  add(head: FramePart, body: FramePart): boolean {
    return this.#frames.push(frameOf(head, body)) === 1;
  }

  /** Takes the messages added since the last time, as pieces of one stream. */
  take(): readonly Uint8Array[] {
    const frames = this.#frames;
    this.#frames = [];
    const pieces: Uint8Array[] = [];
    let from = 0;
    for (const [index, frame] of frames.entries()) {
      if (!frame.isLong) continue;
      pieces.push(together(frames, from, index + 1), frame.body as Uint8Array);
      from = index + 1;
    }
    if (from < frames.length) pieces.push(together(frames, from, frames.length));
    return pieces;
  }
}

/** Joins frames into one piece, without long bodies. Only the last of them may have a long body. */
const together = (frames: readonly Frame[], from: number, to: number): Buffer => {
  let size = 0;
  for (let index = from; index < to; index += 1) size += (frames[index] as Frame).pieceBytes;
  const bytes = Buffer.allocUnsafe(size);
  for (let index = from, at = 0; index < to; index += 1) {
    const frame = frames[index] as Frame;
    writeFrame(bytes, at, frame);
    at += frame.pieceBytes;
  }
  return bytes;
};

/** Cuts a byte stream into frames. Keeps at most one incomplete frame, within the caps. */
export class FrameReader {
  readonly #caps: FrameCaps;
  readonly #onFrame: (head: Buffer, body: Buffer) => void;
  readonly #isReused: boolean;
  #chunks: Buffer[] = [];
  #heldBytes = 0;
  #wantedBytes = PREFIX_BYTES;

  /**
   * `onFrame` gets views of the pushed chunks: keeping a view keeps the whole chunk in memory. `isReused`: a chunk's memory is used again after
   * {@link push} returns, and then views may not be kept.
   */
  constructor(caps: FrameCaps, onFrame: (head: Buffer, body: Buffer) => void, { isReused = false } = {}) {
    this.#caps = caps;
    this.#onFrame = onFrame;
    this.#isReused = isReused;
  }

  /** Takes the next bytes of the stream and reports every frame they complete. Throws {@link FrameViolation}. */
  push(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#heldBytes += chunk.length;
    if (this.#heldBytes < this.#wantedBytes) {
      if (this.#isReused) this.#keepLast();
      return;
    }
    let bytes = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks, this.#heldBytes);
    for (let taken = this.#takeFrame(bytes); taken > 0; taken = this.#takeFrame(bytes)) bytes = bytes.subarray(taken);
    this.#chunks = bytes.length > 0 ? [bytes] : [];
    this.#heldBytes = bytes.length;
    if (this.#isReused) this.#keepLast();
  }

  /** Copies the last chunk, whose memory is used again. Those before it are copies. */
  #keepLast(): void {
    const last = this.#chunks.at(-1);
    if (last) this.#chunks[this.#chunks.length - 1] = Buffer.from(last);
  }

  /** Reports the frame at the start of `bytes` and returns its length, or 0 if it is incomplete. */
  #takeFrame(bytes: Buffer): number {
    this.#wantedBytes = PREFIX_BYTES;
    if (bytes.length < PREFIX_BYTES) return 0;
    const headBytes = bytes.readUInt32LE(0);
    const bodyBytes = bytes.readUInt32LE(4);
    if (headBytes > this.#caps.headBytes || bodyBytes > this.#caps.bodyBytes) {
      throw new FrameViolation(`a frame of ${headBytes} + ${bodyBytes} bytes is over the cap`);
    }
    const frameBytes = PREFIX_BYTES + headBytes + bodyBytes;
    this.#wantedBytes = frameBytes;
    if (bytes.length < frameBytes) return 0;
    const bodyStart = PREFIX_BYTES + headBytes;
    this.#onFrame(bytes.subarray(PREFIX_BYTES, bodyStart), bytes.subarray(bodyStart, frameBytes));
    return frameBytes;
  }
}
