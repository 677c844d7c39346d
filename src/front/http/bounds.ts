// Bounds of an HTTP server that no operator has a reason to change. Front process.

/** What every HTTP server bounds besides its settings. */
export interface HttpBounds {
  /** Levels of arrays and objects in the body of a call; the body and its `arguments` are the first two. */
  readonly bodyDepth: number;
  /** Time from a connection's first byte to the end of a request's headers, or of a handshake. */
  readonly headersTimeoutMs: number;
  /**
   * Bytes of arriving bodies and unread replies, over all connections. Above it, or if one address or plugin has more than half, the body or reply
   * that has held most for longest is dropped.
   */
  readonly heldBytes: number;
}

/**
 * Honest calls nest less than 64 levels. Headers are one packet, which does not take five seconds. Half of the bytes, which one address or plugin
 * may hold, has room for the largest body and the largest result that settings allow.
 */
export const HTTP_BOUNDS: HttpBounds = Object.freeze({
  bodyDepth: 64,
  headersTimeoutMs: 5_000,
  heldBytes: 256_000_000,
});
