// The bytes of a page → its text, by what the server, the page itself, or else the bytes say of their encoding.

/** Where HTML has to name its encoding. */
const PRESCAN_BYTES = 1_024;

/** Decodes a page; `contentType` is the header. Throws for an encoding that is not known here. */
export function textIn(bytes: Uint8Array, contentType: string): string {
  const named = markOf(bytes) ?? labelIn(contentType) ?? labelIn(metaOf(bytes));
  return named === undefined ? textByItself(bytes) : decoderFor(named).decode(bytes);
}

/** A mark at the beginning is right, whatever is said elsewhere. */
function markOf([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xff && second === 0xfe ? 'utf-16le' : undefined;
}

/** `<meta charset=…>`, or the older `<meta http-equiv=… content="…; charset=…">`. */
function metaOf(bytes: Uint8Array): string {
  const head = new TextDecoder('windows-1252').decode(bytes.subarray(0, PRESCAN_BYTES));
  const [meta = ''] = /<meta[^>]{1,300}charset[^>]{1,100}>/i.exec(head) ?? [];
  // What could be read so far is not UTF-16, whatever it says.
  return meta.replace(/utf-16(le|be)?/i, 'utf-8');
}

const labelIn = (text: string): string | undefined => /charset\s*=\s*["']?\s*([\w.:-]{1,40})/i.exec(text)?.[1];

function decoderFor(label: string): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch {
    throw new Error(`The page is written in the encoding "${label}", which cannot be read here.`);
  }
}

/** Nothing is said: UTF-8 where it is that, else what old pages are in. */
function textByItself(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
