// Computes answers in place of scripts of the suite's own server, as far as the tests of the guest need them. Runs in the test process.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Asked {
  readonly request: IncomingMessage;
  readonly query: URLSearchParams;
  readonly body: Buffer;
  /** Values that answers keep for later ones. */
  readonly stash: Map<string, unknown>;
}

type Compute = (asked: Asked, response: ServerResponse) => void | Promise<void>;

const PLAIN = { 'content-type': 'text/plain' };
const headerOf = ({ request }: Asked, name: string): string => String(request.headers[name] ?? 'NO');

const inspectHeaders: Compute = ({ request, query }, response) => {
  for (const name of query.get('headers')?.split('|') ?? []) {
    const value = request.headers[name.toLowerCase()];
    if (value !== undefined) response.setHeader(`x-request-${name}`, value);
  }
  response.writeHead(200, PLAIN).end();
};

/** Answers with the request's method, content headers and body. */
const echo: Compute = (asked, response) => {
  response.setHeader('x-request-method', asked.request.method ?? '');
  for (const name of ['type', 'length', 'encoding', 'language', 'location'])
    response.setHeader(`x-request-content-${name}`, headerOf(asked, `content-${name}`));
  response.writeHead(200, PLAIN).end(asked.body);
};

const status: Compute = ({ request, query }, response) => {
  response.setHeader('x-request-method', request.method ?? '');
  response.setHeader('content-type', query.get('type') ?? '');
  response.writeHead(Number(query.get('code') ?? 200), query.get('text') ?? 'OMG').end(query.get('content') ?? '');
};

const trickle: Compute = async ({ query }, response) => {
  response.writeHead(200, PLAIN);
  for (let count = Number(query.get('count') ?? 50); count > 0 && !response.destroyed; count -= 1) {
    await sleep(Number(query.get('ms') ?? 50));
    response.write('TEST_TRICKLE\n');
  }
  response.end();
};

/** Records a request's cache headers for a later request. */
const cache: Compute = ({ request, query, stash }, response) => {
  const token = query.get('token') ?? '';
  if (query.has('querystate')) {
    response.writeHead(200, PLAIN).end(JSON.stringify(stash.get(token) ?? null));
    return void stash.delete(token);
  }
  const names = ['If-None-Match', 'If-Modified-Since', 'Pragma', 'Cache-Control'];
  const said = names.map((name) => [name, request.headers[name.toLowerCase()]] as const);
  const state = query.has('ignore') ? [] : said.filter(([, value]) => value !== undefined);
  stash.set(token, [...((stash.get(token) as object[] | undefined) ?? []), Object.fromEntries(state)]);
  const sent = { etag: query.get('tag') && `"${query.get('tag')}"`, 'last-modified': query.get('date') };
  const rest = { expires: query.get('expires'), vary: query.get('vary'), 'cache-control': query.get('cache_control') };
  for (const [name, value] of Object.entries({ ...sent, ...rest })) if (value) response.setHeader(name, value);
  const [same, date] = [request.headers['if-none-match'], request.headers['if-modified-since']];
  const isSame = (same !== undefined && same === sent.etag) || (date !== undefined && date === query.get('date'));
  const location = query.get('redirect');
  if (location !== null) return void response.writeHead(302, { location }).end();
  if (isSame) return void response.writeHead(304).end();
  response.writeHead(200, PLAIN).end(query.get('content') ?? '');
};

/** A parameter with one character per byte: a test may use bytes that are not UTF-8. */
const bytesOf = ({ url = '' }: IncomingMessage, name: string): string =>
  (new RegExp(`[?&]${name}=([^&]*)`).exec(url)?.[1] ?? '')
    .replaceAll('+', ' ')
    .replace(/%([\da-f]{2})/gi, (_code, digits) => String.fromCharCode(Number.parseInt(digits, 16)));

/** The location of a redirect, with the parameters of the request. */
const placeOf = ({ request, query }: Asked, count: number): string => {
  const location = bytesOf(request, 'location');
  if (query.has('simple') || !/^(?:https?:|[^:]*$|[^:]*[/?])/.test(location)) return location;
  return `${location}${location.includes('?') ? '&' : '?'}${query}&count=${count}`;
};

const redirect: Compute = async (asked, response) => {
  const { query, stash } = asked;
  const token = query.get('token');
  const count = 1 + Number(stash.get(token ?? '') ?? 0);
  if (token !== null) stash.set(token, count);
  await sleep(Number(query.get('delay') ?? 0));
  const most = query.get('max_count');
  if (most !== null && count > Number(most)) return void response.writeHead(200, PLAIN).end(String(count - 1));
  if (query.has('location')) response.setHeader('location', placeOf(asked, count));
  response.writeHead(Number(query.get('redirect_status') ?? 302), PLAIN).end();
};

/** Answers with the request's headers as they arrived. */
const echoHeaders: Compute = ({ request }, response) => {
  const { rawHeaders } = request;
  const pairs = rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${rawHeaders[index + 1]}`] : []));
  response.writeHead(200, PLAIN).end(pairs.join('\n'));
};

const stashPut: Compute = ({ query, stash }, response) => {
  stash.set(query.get('key') ?? '', query.get('value'));
  response.writeHead(200, PLAIN).end('done');
};

const stashTake: Compute = ({ query, stash }, response) => {
  const key = query.get('key') ?? '';
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(stash.get(key) ?? null));
  stash.delete(key);
};

const cleanStash: Compute = ({ query, stash }, response) => {
  response.writeHead(200, PLAIN).end(stash.delete(query.get('token') ?? '') ? '1' : '0');
};

/** Writes until its reader hangs up. Stores under `stateKey` whether the answer is still open. */
const endless: Compute = async ({ query, stash }, response) => {
  const stateKey = query.get('stateKey') ?? '';
  stash.set(stateKey, 'open');
  response.writeHead(200, PLAIN);
  while (!response.destroyed && !stash.delete(query.get('abortKey') ?? '')) {
    response.write('.');
    await sleep(10);
  }
  stash.set(stateKey, 'closed');
  response.end();
};

/** The answers by the name of the suite's script. */
export const COMPUTED: Readonly<Record<string, Compute | undefined>> = {
  'inspect-headers.py': inspectHeaders,
  'echo-content.py': echo,
  'echo-headers.py': echoHeaders,
  'method.py': echo,
  'status.py': status,
  'trickle.py': trickle,
  'cache.py': cache,
  'redirect.py': redirect,
  'redirect-empty-location.py': (_asked, response) => void response.writeHead(302, { location: '' }).end(),
  'stash-put.py': stashPut,
  'stash-take.py': stashTake,
  'clean-stash.py': cleanStash,
  'infinite-slow-response.py': endless,
};
