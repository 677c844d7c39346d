import http from 'node:http';
import https, { get, request } from 'node:https';
import { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';

/** What a reply was, without what each client of HTTP does in its own way. */
const shown = async (response) => ({
  status: [response.statusCode, response.statusMessage],
  type: response.headers['content-type'],
  own: response.headers['x-own'],
  cookies: response.headers['set-cookie'],
  location: response.headers.location,
  body: await text(response),
});

const sent = (address, options, body) =>
  new Promise((resolve, reject) => {
    const asked = request(address, options, (response) => shown(response).then(resolve, reject));
    asked.on('error', reject);
    asked.end(body);
  });

/** The error that a request ends with, wherever it appears. */
const failed = (address, options, change = () => {}) =>
  new Promise((resolve) => {
    const asked = https.request(address, options, (response) => {
      response.on('error', ({ code, name }) => resolve([name, code]));
      response.on('end', () => resolve('ended'));
      response.resume();
    });
    asked.on('error', ({ code, name, message }) => resolve([name, code, /^[A-Z_ ]*$/i.test(message) && message]));
    change(asked);
    asked.end();
  });

export const casesFor = ({ origin, closed, nowhere }) => ({
  'gets a page': () => new Promise((resolve) => get(`${origin}/plain?a=1&b=%20`, (one) => shown(one).then(resolve))),
  'takes a URL, options and a body': () =>
    sent(
      new URL(`${origin}/echo`),
      { method: 'post', headers: { 'Content-Type': 'text/plain', 'X-One': 'ä'.length } },
      'Größe',
    ),
  'takes options alone': () => {
    const { hostname, port } = new URL(origin);
    const options = { hostname, port, path: '/echo?x', method: 'PUT', auth: 'me:secret' };
    return new Promise((resolve) => request(options, (one) => shown(one).then(resolve)).end('bytes'));
  },
  'sends a body in parts': () =>
    new Promise((resolve) => {
      const asked = request(`${origin}/echo`, { method: 'PATCH' }, (one) => shown(one).then(resolve));
      asked.setHeader('x-list', ['a', 'b']);
      asked.write('one ');
      asked.write(Buffer.from('two '));
      asked.end('7468726565', 'hex');
    }),
  'sends a stream': () =>
    new Promise((resolve, reject) => {
      const asked = request(`${origin}/echo`, { method: 'POST' }, (one) => shown(one).then(resolve));
      pipeline(Readable.from(['a', 'b', 'c']), asked).catch(reject);
    }),
  'knows its headers': () => {
    const asked = request(`${origin}/plain`, { headers: { 'X-One': '1', 'x-two': ['a', 'b'] } });
    asked.setHeader('X-Three', 3);
    asked.removeHeader('x-one');
    const { 'x-two': two, 'x-three': three } = asked.getHeaders();
    const known = [asked.getHeader('X-THREE'), asked.hasHeader('x-one'), two, three, asked.method, asked.path];
    asked.on('error', () => {}).destroy();
    return known;
  },
  ...Object.fromEntries(
    ['HEAD', 'DELETE', 'OPTIONS'].map((method) => [`asks by ${method}`, () => sent(`${origin}/plain`, { method })]),
  ),
  'has replies without a body': async () => [await sent(`${origin}/empty`, {}), await sent(`${origin}/same`, {})],
  'follows no redirect': () => sent(`${origin}/moved`, {}),
  'gets errors as replies': async () => [await sent(`${origin}/none`, {}), await sent(`${origin}/broken`, {})],
  'reads a large reply in parts': async () => {
    let size = 0;
    const response = await new Promise((resolve) => get(`${origin}/large`, resolve));
    for await (const chunk of response) size += chunk.length;
    return [size, response.complete];
  },
  'pipes a reply': async () => {
    const chunks = [];
    const response = await new Promise((resolve) => get(`${origin}/plain`, resolve));
    response.setEncoding('utf8');
    await pipeline(
      response,
      new Writable({
        decodeStrings: false,
        write: (chunk, _encoding, done) => done(null, chunks.push(typeof chunk)) && done,
      }),
    ).catch(() => {});
    return chunks[0];
  },
  'has its events in their order': () =>
    new Promise((resolve) => {
      const seen = [];
      const asked = request(`${origin}/echo`, { method: 'POST' });
      for (const name of ['socket', 'finish', 'response', 'close']) asked.on(name, () => seen.push(name));
      asked.on('response', (response) => {
        response.on('end', () => seen.push('end'));
        response.resume();
      });
      asked.on('close', () => resolve(seen));
      asked.end('x');
    }),
  'ends by a timeout': () =>
    failed(`${origin}/never`, { timeout: 50 }, (asked) => asked.on('timeout', () => asked.destroy())),
  'ends by a timeout with an error of its own': () =>
    failed(`${origin}/never`, {}, (asked) => asked.setTimeout(50, () => asked.destroy(new TypeError('late')))),
  'ends by a signal': async () => {
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 50);
    return [
      await failed(`${origin}/never`, { signal: stop.signal }),
      await failed(`${origin}/never`, { signal: AbortSignal.abort() }),
    ];
  },
  'ends by abort': () => failed(`${origin}/never`, {}, (asked) => setTimeout(() => asked.abort(), 50)),
  'cannot connect': async () => (await failed(`${closed}/x`, {}))[1],
  'knows no such host': async () => (await failed(`${nowhere}/x`, {}))[1],
  'is cut off before the reply': async () => (await failed(`${origin}/hangup`, {}))[1],
  'is cut off within the reply': async () => (await failed(`${origin}/cut`, {}))[1],
  'refuses the other protocol': () => request({ protocol: 'http:', host: 'x' }),
  'refuses a broken path': () => request({ host: 'x', path: '/a b' }),
  'refuses a broken header': () => request({ host: 'x', headers: { 'a b': 'c' } }),
  'refuses a broken value': () => request({ host: 'x', headers: { a: 'b\nc' } }),
  'refuses a broken method': () => request({ host: 'x', method: 'G T' }),
  'refuses what is no URL': () => request('nothing'),
  'has its constants': () => [http.STATUS_CODES[404], http.METHODS.includes('PATCH'), https.globalAgent.defaultPort],
});
