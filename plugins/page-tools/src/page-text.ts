// Decodes the bytes of a page, in the encoding that a byte order mark, the server or the page names, or that fits the bytes.

/** HTML must name its encoding within this number of bytes. */
const PRESCAN_BYTES = 1_024;

/** Decodes a page. `contentType` is the header. Throws if the encoding is unknown. */
export function textIn(bytes: Uint8Array, contentType: string): string {
  const named = markOf(bytes) ?? labelIn(contentType) ?? labelIn(metaOf(bytes));
  return named === undefined ? textByItself(bytes) : decoderFor(named).decode(bytes);
}

/** The encoding of a byte order mark, which overrides the header and the page. */
function markOf([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xff && second === 0xfe ? 'utf-16le' : undefined;
}

/** `<meta charset=…>`, or the older `<meta http-equiv=… content="…; charset=…">`. */
function metaOf(bytes: Uint8Array): string {
  const head = new TextDecoder('windows-1252').decode(bytes.subarray(0, PRESCAN_BYTES));
  const [meta = ''] = /<meta[^>]{1,300}charset[^>]{1,100}>/i.exec(head) ?? [];
  // A page whose tag can be read as ASCII is not in UTF-16, even if the tag says so.
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

/** Decodes a page without a named encoding: as UTF-8 if it is valid, else as windows-1252, as old pages are. */
function textByItself(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
