// The order of names. Front process and command line.

/** Orders by code point, whereas `<` orders by UTF-16 unit. It is the same on every machine, unlike a locale's order. */
export const byCodePoint = (left: string, right: string): number =>
  Buffer.compare(Buffer.from(left), Buffer.from(right));
