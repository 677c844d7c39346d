// title: Builtins are replaced by ones that keep what the platform hands them, to find its seed or the way out
// expects: ok, tool_error
// result: "none"
export function attack() {
  const kept = [];
  const bend = (owner, key) => {
    const original = owner[key];
    try {
      owner[key] = function (...given) {
        kept.push(this, ...given);
        return Reflect.apply(original, this, given);
      };
    } catch {}
  };
  const { apply } = Reflect;
  for (const [owner, keys] of [
    [Map.prototype, ['get', 'set', 'has', 'delete']],
    [Array.prototype, ['push', 'map', 'find', 'filter', 'includes', 'slice']],
    [Uint8Array, ['fromHex', 'fromBase64']],
    [Function.prototype, ['call', 'apply', 'bind']],
  ])
    for (const key of keys) bend(owner, key);
  crypto.getRandomValues(new Uint8Array(4));
  AbortSignal.timeout(10_000).addEventListener('abort', () => {});
  structuredClone({ a: [new Map([[1, 2]])] });
  const secrets = kept.filter((value) => typeof value === 'function' && value.name === 'send');
  void apply;
  return secrets.length === 0 ? 'none' : 'found';
}
