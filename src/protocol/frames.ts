// How messages cross the wall between a broker and a runner: length-prefixed frames, so that a length is known and
// checked before anything is kept or parsed. A frame is u32 head bytes, u32 body bytes (little endian), head, body. The head is JSON, or one of
// call-heads.ts; the body is text that travels without being escaped again.

const PREFIX_BYTES = 8;

/** The most a frame may hold, in bytes. A longer one is a protocol violation: the other side is not to be believed. */
export interface FrameCaps {
  readonly headBytes: number;
  readonly bodyBytes: number;
}

/** Thrown by {@link FrameReader.push} when a frame is longer than its cap. */
export class FrameViolation extends Error {
  override name = 'FrameViolation';
}

/** A part of a message: text, or its UTF-8. */
export type FramePart = string | Uint8Array;

interface Frame {
  readonly head: FramePart;
  readonly body: FramePart;
  readonly headBytes: number;
  readonly bodyBytes: number;
}

const bytesOf = (part: FramePart): number => (typeof part === 'string' ? Buffer.byteLength(part) : part.length);

const frameOf = (head: FramePart, body: FramePart): Frame => ({
  head,
  body,
  headBytes: bytesOf(head),
  bodyBytes: body === '' ? 0 : bytesOf(body),
});

const sizeOf = ({ headBytes, bodyBytes }: Frame): number => PREFIX_BYTES + headBytes + bodyBytes;

const writePart = (bytes: Buffer, at: number, part: FramePart): void => {
  if (typeof part === 'string') bytes.write(part, at);
  else bytes.set(part, at);
};

const writeFrame = (bytes: Buffer, at: number, { head, body, headBytes, bodyBytes }: Frame): void => {
  bytes.writeUInt32LE(headBytes, at);
  bytes.writeUInt32LE(bodyBytes, at + 4);
  writePart(bytes, at + PREFIX_BYTES, head);
  if (body !== '') writePart(bytes, at + PREFIX_BYTES + headBytes, body);
};

/** One message as bytes. */
export const encodeFrame = (head: FramePart, body: FramePart = ''): Buffer => {
  const frame = frameOf(head, body);
  const bytes = Buffer.allocUnsafe(sizeOf(frame));
  writeFrame(bytes, 0, frame);
  return bytes;
};

/** A body so long is handed on as it is: to copy it would cost more than one more piece in the write. */
const LONG_BODY_BYTES = 16_384;

/** Messages that leave together, in one write: a write for each would wake the other side for each. */
export class FrameBatch {
  #frames: Frame[] = [];

  get isEmpty(): boolean {
    return this.#frames.length === 0;
  }

  /** A long body given as bytes is not copied: it may not change before it has left. */
  add(head: FramePart, body: FramePart): void {
    this.#frames.push(frameOf(head, body));
  }

  /** What was added since this was last asked, as pieces of one stream. */
  take(): readonly Uint8Array[] {
    const frames = this.#frames;
    this.#frames = [];
    const pieces: Uint8Array[] = [];
    let from = 0;
    for (const [index, frame] of frames.entries()) {
      if (!isLong(frame)) continue;
      pieces.push(together(frames, from, index + 1), frame.body as Uint8Array);
      from = index + 1;
    }
    if (from < frames.length) pieces.push(together(frames, from, frames.length));
    return pieces;
  }
}

const isLong = ({ body, bodyBytes }: Frame): boolean => bodyBytes >= LONG_BODY_BYTES && typeof body !== 'string';

/** Some frames as one piece, without their long bodies: only the last of them may have one. */
const together = (frames: readonly Frame[], from: number, to: number): Buffer => {
  let size = 0;
  for (let index = from; index < to; index += 1) {
    const frame = frames[index] as Frame;
    size += isLong(frame) ? sizeOf(frame) - frame.bodyBytes : sizeOf(frame);
  }
  const bytes = Buffer.allocUnsafe(size);
  for (let index = from, at = 0; index < to; index += 1) {
    const frame = frames[index] as Frame;
    writeFrame(bytes, at, isLong(frame) ? { ...frame, body: '' } : frame);
    at += sizeOf(frame);
  }
  return bytes;
};

/** Cuts a byte stream into frames. Holds at most one incomplete frame, within its caps. */
export class FrameReader {
  readonly #caps: FrameCaps;
  readonly #onFrame: (head: Buffer, body: Buffer) => void;
  #chunks: Buffer[] = [];
  #heldBytes = 0;
  #wantedBytes = PREFIX_BYTES;

  /** `onFrame` is given views of what was pushed: whoever keeps one keeps the whole piece that came with it. */
  constructor(caps: FrameCaps, onFrame: (head: Buffer, body: Buffer) => void) {
    this.#caps = caps;
    this.#onFrame = onFrame;
  }

  /** Takes the next bytes of the stream and reports every frame they complete. Throws {@link FrameViolation}. */
  push(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#heldBytes += chunk.length;
    if (this.#heldBytes < this.#wantedBytes) return;
    let bytes = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks, this.#heldBytes);
    for (let taken = this.#takeFrame(bytes); taken > 0; taken = this.#takeFrame(bytes)) bytes = bytes.subarray(taken);
    this.#chunks = bytes.length > 0 ? [bytes] : [];
    this.#heldBytes = bytes.length;
  }

  /** Bytes of the frame at the start of `bytes`, or 0 where it is not all there yet. */
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
