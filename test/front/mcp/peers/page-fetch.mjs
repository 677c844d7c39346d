// `fetch` as a browser gives it to the page of an origin: with preflights, and without the replies and headers that the server does not share.

/** Headers that a page may send to anyone, in these forms, and read from anyone (Fetch, 2.2.2). */
const SAFE_TO_SEND = new Set(['accept', 'accept-language', 'content-language']);
const SAFE_TYPES = /^(text\/plain|multipart\/form-data|application\/x-www-form-urlencoded)\b/;
const SAFE_TO_READ = ['cache-control', 'content-language', 'content-length', 'content-type', 'expires', 'pragma'];
const SAFE_METHODS = ['GET', 'HEAD', 'POST'];

const namesIn = (response, header) =>
  (response.headers.get(header) ?? '')
    .toLowerCase()
    .split(/\s*,\s*/)
    .filter(Boolean);

const refusal = (why) => new TypeError(`Failed to fetch: ${why}`);

const checkOrigin = (response, origin) => {
  const allowed = response.headers.get('access-control-allow-origin');
  if (allowed !== '*' && allowed !== origin) throw refusal(`the origin ${origin} is not allowed, but ${allowed}`);
};

export const pageFetch =
  (origin) =>
  async (target, init = {}) => {
    const request = new Request(target, init);
    const unsafe = [...request.headers]
      .filter(([name, value]) => !SAFE_TO_SEND.has(name) && !(name === 'content-type' && SAFE_TYPES.test(value)))
      .map(([name]) => name);
    if (unsafe.length > 0 || !SAFE_METHODS.includes(request.method)) await preflight(request, origin, unsafe);
    const headers = new Headers(init.headers);
    headers.set('Origin', origin);
    const response = await fetch(target, { ...init, headers });
    checkOrigin(response, origin);
    const readable = [...SAFE_TO_READ, ...namesIn(response, 'access-control-expose-headers')];
    const shared = [...response.headers].filter(([name]) => readable.includes(name));
    const { status, statusText, body } = response;
    return new Response(body, { status, statusText, headers: shared });
  };

const preflight = async (request, origin, unsafe) => {
  const response = await fetch(request.url, {
    method: 'OPTIONS',
    headers: {
      Origin: origin,
      'Access-Control-Request-Method': request.method,
      'Access-Control-Request-Headers': unsafe.sort().join(','),
    },
  });
  checkOrigin(response, origin);
  if (!response.ok) throw refusal(`the preflight of ${request.url} got ${response.status}`);
  const methods = namesIn(response, 'access-control-allow-methods');
  if (!SAFE_METHODS.includes(request.method) && !methods.includes(request.method.toLowerCase()))
    throw refusal(`the method ${request.method} is not allowed`);
  const allowed = namesIn(response, 'access-control-allow-headers');
  // A page is not let through with a credential by a `*`.
  const missing = unsafe.filter(
    (name) => !allowed.includes(name) && !(allowed.includes('*') && name !== 'authorization'),
  );
  if (missing.length > 0) throw refusal(`the headers ${missing.join(', ')} are not allowed`);
};
