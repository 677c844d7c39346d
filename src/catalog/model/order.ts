// The one order of names. Front process and command line.

/** Orders by code point, where `<` would order by UTF-16 unit. The same on every machine, unlike a locale's order. */
export const byCodePoint = (left: string, right: string): number =>
  Buffer.compare(Buffer.from(left), Buffer.from(right));
