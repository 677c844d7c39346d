// title: Builtins are replaced by ones that keep what the platform passes to them, to find the way out of the isolate
// expects: ok
// result: "none"
export function attack() {
  const kept = [];
  const { apply } = Reflect;
  const keep = (value) => {
    // By assignment: methods of arrays are bent, too.
    kept[kept.length] = value;
  };
  const bend = (owner, key) => {
    const original = owner[key];
    try {
      owner[key] = function (...given) {
        keep(this);
        for (let i = 0; i < given.length; i += 1) keep(given[i]);
        return apply(original, this, given);
      };
    } catch {}
  };
  for (const [owner, keys] of [
    [JSON, ['parse', 'stringify']],
    [Promise.prototype, ['then', 'catch']],
    [Map.prototype, ['get', 'set', 'has', 'delete']],
    [Set.prototype, ['add', 'delete']],
    [Array.prototype, ['push', 'map', 'find', 'filter', 'includes', 'slice']],
    [Uint8Array, ['fromHex', 'fromBase64']],
    [Reflect, ['apply', 'construct']],
    [Function.prototype, ['call', 'apply', 'bind']],
  ])
    for (const key of keys) bend(owner, key);
  crypto.getRandomValues(new Uint8Array(4));
  AbortSignal.timeout(10_000).addEventListener('abort', () => {});
  structuredClone({ a: [new Map([[1, 2]])] });
  new URL('https://a/?b').searchParams.append('c', 'd');
  fetch('https://a.invalid/', { method: 'POST', headers: { a: 'b' }, body: new Blob(['c']) }).catch(() => {});
  new Response(new FormData()).body
    .getReader()
    .read()
    .catch(() => {});
  let found = 0;
  for (let i = 0; i < kept.length; i += 1) {
    const value = kept[i];
    // What isolated-vm hands in has no source of its own to show, and is none of the engine's builtins.
    if (typeof value === 'function' && (value.name === 'send' || value.name === 'enter' || value.name === 'ask'))
      found += 1;
  }
  return found === 0 ? 'none' : 'found';
}
