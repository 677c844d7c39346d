// title: structuredClone: its arguments, results and errors; performance and the objects that it leads to
const assign = (target, key, value) => {
  try {
    return Reflect.set(target, key, value);
  } catch {
    return false;
  }
};
const parts = () => [structuredClone, performance, Performance, Performance.prototype, performance.now, DOMException];
const value = () => ({ map: new Map([[1, new Set(['a'])]]), date: new Date(1), re: /a/g, error: new TypeError('e') });
const failure = () => {
  try {
    structuredClone(() => {});
  } catch (error) {
    return error;
  }
};
export const leave = ({ secret }) => {
  for (const part of parts()) {
    assign(part, 'left', secret);
    Reflect.setPrototypeOf(part, { secret });
    for (const key of Reflect.ownKeys(part)) assign(part, key, () => secret);
  }
  const clone = structuredClone(value());
  for (const part of [clone, clone.map, clone.date, clone.re, clone.error, failure()]) {
    part.left = secret;
    assign(Object.getPrototypeOf(part), 'left', secret);
  }
  let left = 60;
  const down = () => {
    try {
      down();
    } catch {}
    left -= 1;
    if (left > 0)
      try {
        structuredClone({ secret, more: value() });
      } catch {}
  };
  down();
  return null;
};
export const find = () => {
  const clone = structuredClone(value());
  return [
    [...parts(), clone, clone.map, clone.date, clone.re, clone.error, failure()].map((part) => part.left ?? null),
    [[...clone.map.get(1)], clone.date.getTime(), String(clone.re), clone.error.message, failure().message],
    performance.now() < 1000,
  ];
};
