// title: Web APIs are used for the first time at the edge of the stack, again and again
const ACTS = [
  () => new TextDecoder('l2'),
  () => new TextDecoder('koi8-u').decode(new Uint8Array([0xa4])),
  () => new TextDecoder('windows-1257').decode(new Uint8Array([0xa5])),
  () => new TextEncoder().encode('é'),
  () => new URL('https://müller.de/ä?ö#ü').href,
  () => new URL('https://א.ב/').href,
  () => new URL('data:a b').href,
  () => new URLSearchParams('a=b&c=%20').toString(),
  () => [...new URL('x:?a=b').searchParams],
  () => atob(btoa('abc')),
  () => String(new DOMException('a', 'AbortError')),
  () => structuredClone({ a: [new Date(1), new Map([[1, 2]]), /a/] }).a.length,
  () => crypto.getRandomValues(new Uint32Array(9)).length,
  () =>
    typeof crypto.subtle.digest('SHA-512', new Uint8Array(200)).then(
      () => {},
      () => {},
    ),
  () => new EventTarget().dispatchEvent(new Event('a')),
  () => AbortSignal.any([AbortSignal.abort(1)]).reason,
  () => performance.now() >= 0,
  () => clearInterval(setInterval(() => {}, 1)),
];
export const leave = () => {
  let left = 20 * ACTS.length;
  const down = (padding) => {
    try {
      down(padding + 1);
    } catch {}
    if (left <= 0) return;
    left -= 1;
    try {
      ACTS[left % ACTS.length]();
    } catch {}
  };
  for (let i = 0; i < 3; i += 1) {
    left = 20 * ACTS.length;
    down(i);
  }
  return null;
};
export const find = () => ACTS.map((act) => (typeof act() === 'string' ? act() : typeof act()));
