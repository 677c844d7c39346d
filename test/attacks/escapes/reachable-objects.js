// title: A walk over everything reachable, looking for an object of the host or of isolated-vm
// expects: ok
// result: []
export function attack(args, context) {
  const foreign = ['Reference', 'Isolate', 'Callback', 'ExternalCopy', 'Context', 'Module', 'NativeModule', 'process'];
  const seen = new Set();
  const found = [];
  const queue = [globalThis, args, context, this, new Error('here'), (() => {}).constructor];
  while (queue.length > 0 && seen.size < 20_000) {
    const value = queue.pop();
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) continue;
    seen.add(value);
    const name = typeof value === 'function' ? value.name : value.constructor?.name;
    if (foreign.includes(name) || value instanceof Object === (Object.getPrototypeOf(value) === null)) found.push(name);
    queue.push(Object.getPrototypeOf(value));
    for (const key of Reflect.ownKeys(value)) {
      const { value: held, get, set } = Object.getOwnPropertyDescriptor(value, key);
      queue.push(held, get, set);
    }
  }
  return found.filter((name) => foreign.includes(name));
}
