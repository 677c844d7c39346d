// title: URL and URLSearchParams, and the inner classes that an iterator leads to
const assign = (target, key, value) => {
  try {
    return Reflect.set(target, key, value);
  } catch {
    return false;
  }
};
const parts = () => {
  const seen = new Set();
  const url = new URL('https://müller.de/a?b=c');
  const queue = [
    URL,
    URLSearchParams,
    url,
    url.searchParams,
    url.searchParams.entries(),
    new URLSearchParams('a').keys(),
  ];
  const own = new Set(queue.slice(2));
  while (queue.length > 0) {
    const value = queue.pop();
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) continue;
    seen.add(value);
    queue.push(Object.getPrototypeOf(value));
    for (const key of Reflect.ownKeys(value)) {
      const { value: held, get, set } = Reflect.getOwnPropertyDescriptor(value, key);
      queue.push(held, get, set);
    }
  }
  return [...seen].filter((value) => !own.has(value) && value !== RegExp.prototype);
};
export const leave = ({ secret }) => {
  for (const part of parts()) {
    assign(part, 'left', secret);
    for (const key of Reflect.ownKeys(part)) {
      if (typeof Reflect.getOwnPropertyDescriptor(part, key).value === 'function') assign(part, key, () => secret);
    }
  }
  return null;
};
export const find = () => {
  const url = new URL('https://user:word@xn--mller-kva.de:81/ä?b=c#d');
  url.searchParams.append('e', 'f');
  return [
    parts().filter((part) => Object.hasOwn(part, 'left')).length,
    url.href,
    [...url.searchParams],
    URL.canParse('x:'),
  ];
};
