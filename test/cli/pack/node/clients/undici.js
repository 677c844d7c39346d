import { request } from 'undici';

const shown = async ({ statusCode, headers, body }) => ({
  status: statusCode,
  own: headers['x-own'],
  cookies: headers['set-cookie'],
  location: headers.location,
  body: await body.text(),
});

const failed = async (...values) => {
  try {
    await (await request(...values)).body.text();
    return 'ended';
  } catch (error) {
    return [error.name, error.code];
  }
};

export const casesFor = ({ origin, closed }) => ({
  'gets a page': async () => shown(await request(`${origin}/plain`)),
  'sends JSON and a query': async () =>
    shown(
      await request(new URL(`${origin}/echo`), {
        method: 'POST',
        query: { a: '1 2' },
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ a: 1 }),
      }),
    ),
  'takes a list of headers': async () =>
    shown(await request(`${origin}/echo`, { headers: ['x-one', '1', 'x-two', '2'] })),
  'reads JSON, bytes and parts': async () => {
    const [one, two, three] = await Promise.all([1, 2, 3].map(() => request(`${origin}/json`)));
    let size = 0;
    for await (const chunk of three.body) size += chunk.length;
    return [await one.body.json(), (await two.body.arrayBuffer()).byteLength, size];
  },
  'follows no redirect': async () => shown(await request(`${origin}/moved`)),
  'gets errors as replies': async () => shown(await request(`${origin}/none`)),
  'ends by a signal': async () => [
    await failed(`${origin}/never`, { signal: AbortSignal.abort() }),
    await failed(`${origin}/never`, { signal: AbortSignal.timeout(50) }),
  ],
  'ends by a timeout': () => failed(`${origin}/never`, { headersTimeout: 50 }),
  'cannot connect': async () => (await failed(`${closed}/x`))[1],
});
