// `querystring` of Node. Our own, because the npm packages lag behind Node. Runs inside the isolate, as part of the packed entry.

type Coder = (text: string) => string;

interface Options {
  readonly encodeURIComponent?: Coder;
  readonly decodeURIComponent?: Coder;
  readonly maxKeys?: number;
}

const escapeText = (value: unknown): string => {
  const text = typeof value === 'object' ? String(value) : `${value as string}`;
  return encodeURIComponent(text);
};

/** Bytes of a text whose escapes are not all valid. */
const unescapeBuffer = (text: string): Uint8Array => {
  const bytes: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const [, hex] = /^%([0-9a-fA-F]{2})/.exec(text.slice(at, at + 3)) ?? [];
    bytes.push(hex === undefined ? text.charCodeAt(at) & 255 : Number.parseInt(hex, 16));
    if (hex !== undefined) at += 2;
  }
  return Uint8Array.from(bytes);
};

const unescapeText = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(unescapeBuffer(text));
  }
};

const primitive = (value: unknown): string => {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
      return Number.isFinite(value) ? String(value) : '';
    case 'bigint':
    case 'boolean':
      return String(value);
    default:
      return '';
  }
};

const stringify = (
  value: unknown,
  separator: string | null = '&',
  equals: string | null = '=',
  { encodeURIComponent: encode = escapeOf }: Options = {},
): string => {
  if (typeof value !== 'object' || value === null) return '';
  return Object.entries(value)
    .flatMap(([key, one]: [string, unknown]) =>
      (Array.isArray(one) ? one : [one]).map(
        (item) => `${encode(primitive(key))}${equals || '='}${encode(primitive(item))}`,
      ),
    )
    .join(separator || '&');
};

const parse = (
  text: unknown,
  separator: string | null = '&',
  equals: string | null = '=',
  { decodeURIComponent: given = (one: string) => module.unescape(one), maxKeys = 1000 }: Options = {},
): Record<string, string | string[]> => {
  const found: Record<string, string | string[]> = Object.create(null) as Record<string, string | string[]>;
  if (typeof text !== 'string' || text === '') return found;
  const decode = (one: string): string => {
    const spaced = one.replaceAll('+', ' ');
    try {
      return given(spaced);
    } catch {
      return module.unescape(spaced);
    }
  };
  const parts = text.split(separator || '&').filter((part) => part !== '');
  for (const part of maxKeys > 0 ? parts.slice(0, maxKeys) : parts) {
    const at = part.indexOf(equals || '=');
    const key = decode(at === -1 ? part : part.slice(0, at));
    const value = at === -1 ? '' : decode(part.slice(at + (equals || '=').length));
    const known = found[key];
    found[key] = known === undefined ? value : [known, value].flat();
  }
  return found;
};

const module = {
  decode: parse,
  encode: stringify,
  escape: escapeText,
  parse,
  stringify,
  unescape: unescapeText,
  unescapeBuffer,
};
const escapeOf = (text: string): string => module.escape(text);

export default module;
