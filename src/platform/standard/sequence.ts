// Lists as the Web IDL standard converts them: whatever can be iterated, asked for its iterator once. Runs inside the isolate.

type Step = { readonly done?: unknown; readonly value?: unknown };

const isObject = (value: unknown): value is object =>
  (typeof value === 'object' && value !== null) || typeof value === 'function';

/** How an object says that it is iterated: undefined where it does not. Throws TypeError for what is no object. */
export const iteratorMethodOf = (value: unknown, what: string): ((this: object) => unknown) | undefined => {
  if (!isObject(value)) throw new TypeError(`${what} must be an object.`);
  const method = (value as { [Symbol.iterator]?: unknown })[Symbol.iterator] ?? undefined;
  if (method !== undefined && typeof method !== 'function') throw new TypeError(`${what} cannot be iterated.`);
  return method as ((this: object) => unknown) | undefined;
};

/** The items of `value`, each converted before the next is asked for. Throws TypeError where it is no list. */
export const sequenceOf = <Item>(value: unknown, what: string, convert: (item: unknown) => Item): Item[] => {
  const method = iteratorMethodOf(value, what);
  if (method === undefined) throw new TypeError(`${what} must be a list.`);
  return itemsOf(value as object, method, what, convert);
};

/** The same where the method was asked for before. */
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
