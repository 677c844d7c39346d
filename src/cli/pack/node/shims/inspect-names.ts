// What `util.inspect` calls an object, which keys it shows, and how it writes text. Runs inside the isolate, as part of the packed entry.

/** The constructor's name, null without a prototype; and the tag, if it says more. */
export const namesIn = (value: object): { readonly name: string | null; readonly tag: string } => {
  let name: string | null = null;
  for (let at: object | null = value; at !== null; at = Object.getPrototypeOf(at) as object | null) {
    // In realm mode every constructor is an accessor; elsewhere only this one, which Node leaves out.
    if (at === globalThis.Iterator?.prototype) continue;
    const descriptor = Object.getOwnPropertyDescriptor(at, 'constructor');
    const made: unknown = descriptor && ('value' in descriptor ? descriptor.value : descriptor.get?.call(at));
    if (typeof made === 'function' && made.name !== '' && value instanceof (made as unknown as new () => object)) {
      name = made.name;
      break;
    }
  }
  const tag: unknown = Reflect.get(value, Symbol.toStringTag);
  const isOwn = Object.prototype.propertyIsEnumerable.call(value, Symbol.toStringTag);
  const says = typeof tag === 'string' && tag !== '' && tag !== name && !isOwn;
  return { name, tag: says ? tag : '' };
};

/** The keys that are shown: enumerable ones, or all of them. */
export const visibleKeys = (value: object, showHidden: boolean): PropertyKey[] => {
  const symbols = Object.getOwnPropertySymbols(value);
  const isItem = (key: string): boolean =>
    (Array.isArray(value) || ArrayBuffer.isView(value)) && /^(?:0|[1-9]\d{0,9})$/.test(key);
  if (showHidden) return [...Object.getOwnPropertyNames(value).filter((key) => !isItem(key)), ...symbols];
  const shown = symbols.filter((key) => Object.prototype.propertyIsEnumerable.call(value, key));
  return [...Object.keys(value).filter((key) => !isItem(key)), ...shown];
};

const ESCAPES: Readonly<Record<string, string>> = {
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\f': '\\f',
  '\r': '\\r',
  '\\': '\\\\',
};

const escaped = (character: string): string => {
  const known = ESCAPES[character];
  if (known !== undefined) return known;
  const code = character.charCodeAt(0);
  return code < 256 ? `\\x${code.toString(16).toUpperCase().padStart(2, '0')}` : `\\u${code.toString(16)}`;
};

/** Control characters, the backslash, and halves of pairs. */
const UNPRINTABLE = /[\p{Cc}\\]|\p{Cs}/gu;

/** Text in the quotation marks that need the fewest escapes. */
export const quoted = (text: string): string => {
  const mark = !text.includes("'")
    ? "'"
    : !text.includes('"')
      ? '"'
      : !text.includes('`') && !text.includes('${')
        ? '`'
        : "'";
  const inner = text.replace(UNPRINTABLE, escaped);
  return `${mark}${mark === "'" ? inner.replaceAll("'", "\\'") : inner}${mark}`;
};
