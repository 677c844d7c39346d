// title: fetch, bodies and streams are used for the first time at the edge of the stack, again and again
const ACTS = [
  () => [...new Headers({ b: 'c', a: 'd' })].join(),
  () => new Request('https://a/', { method: 'post', body: new URLSearchParams('a=b') }).method,
  () => typeof new Response(new Blob(['a', new Uint8Array(2)], { type: 'A/B' })).blob().catch(() => {}),
  () => typeof new Response('a=b', { headers: { 'content-type': 'text/html; a="b"' } }).formData().catch(() => {}),
  () => new FormData().getAll('a').length,
  () =>
    typeof new Response('a').body
      .getReader({ mode: 'byob' })
      .read(new Uint8Array(1))
      .catch(() => {}),
  () => new ReadableStream({ start: (controller) => controller.enqueue(1) }).tee().length,
  () => typeof new ReadableStream().pipeTo(new WritableStream()).catch(() => {}),
  () =>
    typeof new TransformStream().writable
      .getWriter()
      .write(1)
      .catch(() => {}),
  () => typeof fetch('data:,').catch(() => {}),
];
export const leave = () => {
  let left = 8 * ACTS.length;
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
    left = 8 * ACTS.length;
    down(i);
  }
  return null;
};
export const find = () => ACTS.map((act) => (typeof act() === 'string' ? act() : typeof act()));
