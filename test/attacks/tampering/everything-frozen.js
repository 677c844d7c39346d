// title: Every builtin frozen, so that the host can add nothing
// expects: ok
// result: "answered"
export function attack() {
  for (const name of Reflect.ownKeys(globalThis)) {
    const value = globalThis[name];
    if (typeof value === 'function' || (typeof value === 'object' && value !== null && value !== globalThis)) {
      Object.freeze(value);
      if (value.prototype) Object.freeze(value.prototype);
    }
  }
  Object.freeze(globalThis);
  return 'answered';
}
