// How messages cross the wall between a broker and a runner: length-prefixed frames, so that a length is known and
// checked before anything is kept or parsed. A frame is u32 head bytes, u32 body bytes (little endian), head, body.

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

/** One message as bytes: `head` is small JSON, `body` a text that travels without being escaped again. */
export const encodeFrame = (head: string, body = ''): Buffer => {
  const headBytes = Buffer.byteLength(head);
  const bodyBytes = body === '' ? 0 : Buffer.byteLength(body);
  const frame = Buffer.allocUnsafe(PREFIX_BYTES + headBytes + bodyBytes);
  frame.writeUInt32LE(headBytes, 0);
  frame.writeUInt32LE(bodyBytes, 4);
  frame.write(head, PREFIX_BYTES);
  if (bodyBytes > 0) frame.write(body, PREFIX_BYTES + headBytes);
  return frame;
};

/** Cuts a byte stream into frames. Holds at most one incomplete frame, within its caps. */
export class FrameReader {
  readonly #caps: FrameCaps;
  readonly #onFrame: (head: string, body: string) => void;
  #chunks: Buffer[] = [];
  #heldBytes = 0;
  #wantedBytes = PREFIX_BYTES;

  constructor(caps: FrameCaps, onFrame: (head: string, body: string) => void) {
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
    this.#onFrame(bytes.toString('utf8', PREFIX_BYTES, bodyStart), bytes.toString('utf8', bodyStart, frameBytes));
    return frameBytes;
  }
}
