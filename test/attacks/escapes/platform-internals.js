// title: What the platform is made of, walked from every object it gives, for anything of the host's
// expects: ok
// result: "none"
const roots = () => {
  const url = new URL('https://a/?b');
  const { signal } = new AbortController();
  const held = [];
  const target = new EventTarget();
  target.addEventListener('a', (...given) => held.push(given));
  target.dispatchEvent(new Event('a'));
  for (const act of [
    () => new URL(''),
    () => atob('*'),
    () => structuredClone(roots),
    () => new AbortSignal(),
    () => new Request(''),
  ])
    try {
      act();
    } catch (error) {
      held.push(error);
    }
  const request = new Request('https://a/', { method: 'POST', body: new FormData(), signal });
  const response = new Response(new Blob(['a']));
  const sent = fetch('https://a.invalid/').catch((error) => held.push(error));
  const streams = [response.body, response.body.getReader(), new TransformStream(), new ReadableStream().values()];
  held.push(request, request.headers.entries(), request.body, response, response.headers, sent, fetch, ...streams);
  return [url, url.searchParams.entries(), signal, crypto, crypto.subtle, performance, new TextDecoder(), held];
};
export function attack() {
  const seen = new Set();
  const queue = roots();
  const found = [];
  while (queue.length > 0) {
    const value = queue.pop();
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) continue;
    seen.add(value);
    if (typeof value === 'function')
      try {
        const home = value.constructor('return globalThis')();
        // An async function's constructor makes one that promises.
        if (home.process || home.require || (home !== globalThis && !home.then)) found.push(value.name);
      } catch {}
    queue.push(Object.getPrototypeOf(value));
    for (const key of Reflect.ownKeys(value)) {
      const { value: own, get, set } = Reflect.getOwnPropertyDescriptor(value, key);
      queue.push(own, get, set);
      if (/send|callback|reference|isolate/i.test(String(key)) && typeof own === 'function') found.push(String(key));
    }
  }
  return found.join(' ') || 'none';
}
