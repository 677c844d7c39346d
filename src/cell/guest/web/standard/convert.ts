// Conversion of arguments to strings and lists, as in the Web IDL standard. Runs inside the isolate.

/** A string whose characters are bytes. Throws TypeError for a character above U+00FF. */
export const byteStringOf = (value: unknown, what: string): string => {
  const text = `${value as string}`;
  for (let index = 0; index < text.length; index += 1)
    if (text.charCodeAt(index) > 0xff)
      throw new TypeError(`${what} has a character above U+00FF: ${JSON.stringify(text.slice(0, 40))}.`);
  return text;
};

/** A string in which half of a surrogate pair has become U+FFFD. */
export const wellFormed = (value: unknown): string => `${value as string}`.toWellFormed();

/** The text with the capital letters of ASCII, and no others, in lower case. */
export const lowerCase = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** One of these words, or `otherwise` for undefined. Throws TypeError for any other. */
export const wordOf = <Word extends string>(
  value: unknown,
  words: readonly Word[],
  otherwise: Word,
  what: string,
): Word => {
  if (value === undefined) return otherwise;
  const text = `${value as string}`;
  if (!words.includes(text as Word)) throw new TypeError(`${what} must be one of ${words.join(', ')}, not ${text}.`);
  return text as Word;
};

type Step = { readonly done?: unknown; readonly value?: unknown };

/** True for anything that can have members. */
export const isObject = (value: unknown): value is object =>
  (typeof value === 'object' && value !== null) || typeof value === 'function';

/** An object's iterator method, or undefined if it has none. Throws TypeError for anything but an object. */
export const iteratorMethodOf = (value: unknown, what: string): ((this: object) => unknown) | undefined => {
  if (!isObject(value)) throw new TypeError(`${what} must be an object.`);
  const method = (value as { [Symbol.iterator]?: unknown })[Symbol.iterator] ?? undefined;
  if (method !== undefined && typeof method !== 'function') throw new TypeError(`${what} cannot be iterated.`);
  return method as ((this: object) => unknown) | undefined;
};

/** The items of `value`, whose iterator method is read once. Each item is converted before the next one is read. Throws TypeError if `value` cannot be iterated. */
export const sequenceOf = <Item>(value: unknown, what: string, convert: (item: unknown) => Item): Item[] => {
  const method = iteratorMethodOf(value, what);
  if (method === undefined) throw new TypeError(`${what} must be a list.`);
  return itemsOf(value as object, method, what, convert);
};

/** The same, for an iterator method that was read before. */
export const itemsOf = <Item>(
  value: object,
  method: (this: object) => unknown,
  what: string,
  convert: (item: unknown) => Item,
): Item[] => {
  const iterator = Reflect.apply(method, value, []) as { readonly next?: unknown };
  if (!isObject(iterator)) throw new TypeError(`${what} cannot be iterated.`);
  const next = iterator.next as () => unknown;
  const items: Item[] = [];
  for (;;) {
    const step = Reflect.apply(next, iterator, []) as Step;
    if (!isObject(step)) throw new TypeError(`${what} cannot be iterated.`);
    if (step.done) return items;
    items.push(convert(step.value));
  }
};
