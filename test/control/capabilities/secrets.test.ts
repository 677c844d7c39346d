// Secrets: where they are put in, where that is refused, and that nothing a guest or a record is shown ever holds one.

import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { Egress } from '../../../src/control/capabilities/egress.ts';
import type { FetchRequest, RequestedSecret, Secret } from '../../../src/shared/protocol/capabilities.ts';
import { type Fetching, fetchWith } from './fetching.ts';
import { type Received, startUpstream, type Upstream } from './upstream.ts';

/** Every sign that some way of writing treats in its own manner. */
const KEY = `sk-Live/9+a=b&c<d>"e'f\\g h%41?Z~`;
const TOKEN = 'abcDEF0123456789abcDEF0123456789';
const CALLER_KEY = 'caller-own-key-77';

const entities = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
const each = (text: string, write: (code: number) => string): string =>
  [...text].map((sign) => write(sign.charCodeAt(0))).join('');
const hex = (code: number): string => code.toString(16).padStart(2, '0');
const base64 = (before: string, text: string, after: string, as: 'base64' | 'base64url'): string =>
  Buffer.from(before + text + after).toString(as);

/** Ways in which a server may send back what it was sent. */
const ECHOES: Readonly<Record<string, (secret: string) => string>> = {
  'as it is': (secret) => secret,
  'among other text': (secret) => `you sent ${secret}, thank you; ${secret}`,
  twice: (secret) => secret + secret,
  'as JSON': (secret) => JSON.stringify({ authorization: `Bearer ${secret}` }),
  'as JSON within JSON': (secret) => JSON.stringify({ inner: secret.replaceAll('/', '\\u002f') }),
  'as JSON with slashes escaped': (secret) => JSON.stringify(secret).replaceAll('/', '\\/'),
  'as escapes of JSON': (secret) => each(secret, (code) => `\\u00${hex(code)}`),
  'as escapes of JavaScript': (secret) => each(secret, (code) => `\\x${hex(code).toUpperCase()}`),
  'percent-encoded': encodeURIComponent,
  'percent-encoded in small letters': (secret) =>
    encodeURIComponent(secret)
      .toLowerCase()
      .replace(/^.*$/, () => encodeURIComponent(secret).replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())),
  'percent-encoded as a form': (secret) => new URLSearchParams({ k: secret }).toString(),
  'percent-encoded throughout': (secret) => each(secret, (code) => `%${hex(code)}`),
  'percent-encoded twice': (secret) => each(secret, (code) => `%25${hex(code)}`),
  'as HTML': (secret) => `<p title="${entities(secret)}">${entities(secret)}</p>`,
  'as numbers of HTML': (secret) => each(secret, (code) => `&#${code};`),
  'as hexadecimal numbers of HTML': (secret) => each(secret, (code) => `&#x${hex(code)};`),
  'in base64': (secret) => base64('', secret, '', 'base64'),
  'in base64 after one byte': (secret) => base64('a', secret, 'zz', 'base64'),
  'in base64 after two bytes': (secret) => base64('ab', secret, 'z', 'base64'),
  'in base64 as a password': (secret) => `Basic ${base64('user:', secret, '', 'base64')}`,
  'in base64url': (secret) => base64('', secret, '', 'base64url'),
  'in base64url after one byte': (secret) => base64('x', secret, 'yy', 'base64url'),
  'in base64url after two bytes': (secret) => base64('xx', secret, 'y', 'base64url'),
};

/** What no text may hold: the value in any of those ways, or the longest part that only it decides. */
const tracesOf = (secret: string): string[] => [
  secret,
  encodeURIComponent(secret),
  JSON.stringify(secret).slice(1, -1),
  entities(secret),
  each(secret, (code) => `\\u00${hex(code)}`),
  each(secret, (code) => `%${hex(code)}`),
  each(secret, (code) => `&#${code};`),
  ...['', 'a', 'ab'].flatMap((before) =>
    (['base64', 'base64url'] as const).map((as) =>
      base64(before, secret, '', as).slice(
        Math.ceil((8 * before.length) / 6),
        Math.floor((8 * (before.length + secret.length)) / 6),
      ),
    ),
  ),
];

const expectClean = (text: string, secrets: readonly string[] = [KEY, TOKEN, CALLER_KEY]): void => {
  for (const secret of secrets) for (const trace of tracesOf(secret)) expect(text).not.to.include(trace);
  // And as JSON would show the answer that is JSON itself.
  const inner: unknown = JSON.parse(text);
  for (const secret of secrets) expect(Object.values(inner as object).join(' ')).not.to.include(secret);
};

describe('secrets', () => {
  let upstream: Upstream;
  let elsewhere: Upstream;
  let egress: Egress;
  let reply: (received: Received, response: ServerResponse) => void;

  beforeEach(async () => {
    reply = (_received, response) => void response.end('fine');
    const answer = (received: Received, response: ServerResponse): void => reply(received, response);
    upstream = await startUpstream(answer);
    elsewhere = await startUpstream(answer);
    const bound = (name: string, from: Secret['from'], origin = upstream.origin, plugin = 'visitor'): Secret => ({
      name,
      plugin,
      origin,
      from,
    });
    egress = new Egress({
      dnsServers: [],
      extraCas: [],
      secrets: [
        bound('KEY', { value: KEY }),
        bound('TOKEN', { value: TOKEN }),
        bound('MINE', { callerHeader: 'x-mine' }),
        bound('THEIRS', { value: 'belongs-to-a-neighbour' }, upstream.origin, 'neighbour'),
        bound('AWAY', { value: 'belongs-elsewhere-0' }, elsewhere.origin),
        bound('SHORT', { value: 'fifteen-letters' }),
        bound('LINES', { value: 'abcdef\r\nX-Forged: 1' }),
      ],
    });
  });
  afterEach(async () => {
    await egress.close();
    await upstream.close();
    await elsewhere.close();
  });

  const go = (ask: Partial<FetchRequest> & { readonly path?: string } = {}, fetching: Fetching = {}) => {
    const { path = '/', ...rest } = ask;
    return fetchWith(
      egress,
      { url: upstream.origin + path, ...rest },
      {
        requested: [{ origin: upstream.origin }, { origin: elsewhere.origin }],
        private: [upstream.origin, elsewhere.origin],
        requestedSecrets: [
          ...['KEY', 'TOKEN', 'MINE', 'SHORT', 'LINES'].map((name) => requested(name)),
          requested('AWAY', { origin: elsewhere.origin }),
        ],
        ...fetching,
      },
    );
  };
  const requested = (name: string, more: Partial<RequestedSecret> = {}): RequestedSecret => ({
    name,
    origin: upstream.origin,
    headers: ['authorization', 'x', 'x-key', 'x-two'],
    parameters: ['key'],
    bodyMembers: [],
    ...more,
  });
  const authorized = [['Authorization', 'Bearer {{secret.KEY}}']] as const;

  it('are put into headers', async () => {
    const { ok, text } = await go({ headers: [...authorized, ['X-Two', '{{secret.TOKEN}}:{{secret.KEY}}']] });
    expect(ok).to.equal(true);
    expect(upstream.received[0]?.headers).to.include({ authorization: `Bearer ${KEY}`, 'x-two': `${TOKEN}:${KEY}` });
    expectClean(text);
  });

  it('are put into values of the query, with the braces plain or percent-encoded', async () => {
    for (const query of ['key={{secret.KEY}}&x=1', `${new URLSearchParams({ key: '{{secret.KEY}}', x: '1' })}`]) {
      const { given, text } = await go({ path: `/v1?${query}` });
      const { searchParams } = new URL(upstream.received.at(-1)?.url ?? '', upstream.origin);
      expect([...searchParams]).to.deep.equal([
        ['key', KEY],
        ['x', '1'],
      ]);
      expect(given.url).to.include('secret.KEY');
      expectClean(text);
    }
  });

  it('of a caller come from its own header', async () => {
    const headers = [['X-Key', '{{secret.MINE}}']] as const;
    reply = ({ headers: sent }, response) => void response.end(JSON.stringify(sent));
    const { given, text } = await go({ headers }, { callerSecrets: { 'x-mine': CALLER_KEY } });
    expect(upstream.received[0]?.headers).to.include({ 'x-key': CALLER_KEY });
    expect(given.body).to.include('{{secret.MINE}}');
    expectClean(text);
    const { error, failure, denial, sent } = await go({ headers });
    expect(error.name).to.equal('NotAllowedError');
    expect(error.message).to.include('in the header x-mine');
    expect(failure?.code).to.equal('missing_secret');
    expect(failure?.detail).to.include('in the header x-mine');
    expect(denial?.rule).to.equal('callerSecret');
    expect(sent).to.equal(0);
  });

  it('of a caller are never those of the prototype', async () => {
    const odd = new Egress({
      dnsServers: [],
      extraCas: [],
      secrets: [{ name: 'ODD', plugin: 'visitor', origin: upstream.origin, from: { callerHeader: 'constructor' } }],
    });
    const ask = { url: upstream.origin, headers: [['X-Key', '{{secret.ODD}}']] as const };
    expect((await fetchWith(odd, ask, { private: [upstream.origin] })).error.name).to.equal('NotAllowedError');
    await odd.close();
  });

  const REFUSED: readonly (readonly [string, Partial<FetchRequest> & { readonly path?: string }, string])[] = [
    ['that nobody knows', { headers: [['X', '{{secret.NOBODY}}']] }, 'secrets in sandbox.config.json'],
    ['of another plugin', { headers: [['X', '{{secret.THEIRS}}']] }, 'secrets in sandbox.config.json'],
    ['for another origin', { headers: [['X', '{{secret.AWAY}}']] }, 'secrets in sandbox.config.json'],
    [
      'named as a member of every object',
      { headers: [['X', '{{secret.constructor}}']] },
      'secrets in sandbox.config.json',
    ],
    ['in the path', { path: '/v1/{{secret.KEY}}' }, 'cannot be used in the path'],
    ['in the name of a parameter', { path: '/?{{secret.KEY}}=1' }, 'cannot be used in the name of a query parameter'],
    ['as a whole query', { path: '/?{{secret.KEY}}' }, 'cannot be used in the name of a query parameter'],
    ['in a body', { method: 'POST', body: '{"key":"{{secret.KEY}}"}' }, 'cannot be used in the body'],
    [
      'in a body of bytes',
      { method: 'POST', base64: Buffer.from('k={{secret.KEY}}').toString('base64') },
      'cannot be used in the body',
    ],
    [
      'in a form',
      { method: 'POST', body: `${new URLSearchParams({ key: '{{secret.KEY}}' })}` },
      'cannot be used in the body',
    ],
    [
      'that is short enough to be guessed',
      { headers: [['X', '{{secret.SHORT}}']] },
      'secrets.SHORT in sandbox.config.json',
    ],
    ['that would break the header', { headers: [['X', '{{secret.LINES}}']] }, 'secrets.LINES in sandbox.config.json'],
  ];
  describe('are used in the places that the manifest names, and a placeholder that came from elsewhere', () => {
    const HEADER_ONLY = { headers: ['authorization'], parameters: [] };
    const PARAMETER_ONLY = { headers: [], parameters: ['api key'] };
    const PLACES: readonly (readonly [
      string,
      Partial<RequestedSecret>,
      Partial<FetchRequest> & { readonly path?: string },
    ])[] = [
      ['another header', HEADER_ONLY, { headers: [['X-Search', '{{secret.KEY}}']] }],
      ['a parameter', HEADER_ONLY, { path: '/?q={{secret.KEY}}' }],
      ['a parameter, encoded', HEADER_ONLY, { path: `/?${new URLSearchParams({ q: 'a {{secret.KEY}} b' })}` }],
      ['another parameter', PARAMETER_ONLY, { path: '/?q={{secret.KEY}}' }],
      ['a header', PARAMETER_ONLY, { headers: [['Authorization', '{{secret.KEY}}']] }],
      [
        'another parameter beside the right one',
        PARAMETER_ONLY,
        { path: '/?api+key={{secret.KEY}}&q=%7B%7Bsecret.KEY%7D%7D' },
      ],
      ['a parameter whose name only looks alike', PARAMETER_ONLY, { path: '/?api-key={{secret.KEY}}' }],
    ];
    for (const [what, places, ask] of PLACES)
      it(`is not filled in in ${what}`, async () => {
        const { error, denial, failure, sent } = await go(ask, { requestedSecrets: [requested('KEY', places)] });
        expect(error.name).to.equal('NotAllowedError');
        expect(error.message).to.match(/^The secret KEY may not be used in the (?:header|query parameter) "/);
        expect(denial).to.include({ rule: 'secretPlace' });
        expect(failure).to.equal(undefined);
        expect(sent).to.equal(0);
        expect(upstream.connections.made).to.equal(0);
      });

    it('is filled in if the manifest names the place, in every encoding of the name', async () => {
      const requestedSecrets = [requested('KEY', PARAMETER_ONLY)];
      for (const name of ['api+key', 'api%20key', '%61pi+key']) {
        expect((await go({ path: `/?${name}={{secret.KEY}}` }, { requestedSecrets })).ok, name).to.equal(true);
        const { searchParams } = new URL(upstream.received.at(-1)?.url ?? '', upstream.origin);
        expect(searchParams.get('api key')).to.equal(KEY);
      }
    });
  });

  describe('are not to be guessed', () => {
    it('by a server that a secret is never sent to: its response stays unchanged', async () => {
      reply = (_received, response) => void response.end(`guesses: ${KEY} ${TOKEN} ${CALLER_KEY}`);
      const fetching = { callerSecrets: { 'x-mine': CALLER_KEY } };
      const { given } = await go({ url: `${elsewhere.origin}/` }, fetching);
      expect(given.body).to.equal(`guesses: ${KEY} ${TOKEN} ${CALLER_KEY}`);
      expectClean((await go({}, fetching)).text);
    });

    it('by a server that redirects, in what an error names', async () => {
      reply = (_received, response) =>
        void response.writeHead(302, { Location: `https://${TOKEN.toLowerCase()}.example/` }).end();
      const { error } = await go({ url: `${elsewhere.origin}/` });
      expect(error.message.toLowerCase()).to.include(TOKEN.toLowerCase());
    });

    it('and what was redirected from the server that knows one is looked through', async () => {
      reply = ({ url }, response) => {
        if (url.startsWith('/go')) return void response.writeHead(302, { Location: `${elsewhere.origin}/end` }).end();
        response.end(TOKEN);
      };
      const { given, text } = await go({ path: '/go' });
      expect(given.body).to.equal('{{secret.TOKEN}}');
      expectClean(text);
    });
  });

  it('that the manifest names and that are not bound have to be bound by the operator', async () => {
    const headers = [['X', '{{secret.NOBODY}}']] as const;
    const requestedSecrets = [requested('NOBODY')];
    const { failure, denial } = await go({ headers }, { requestedSecrets });
    expect(failure).to.include({ code: 'not_granted', setting: 'secrets.NOBODY' });
    expect(denial?.hint).to.include('add "NOBODY": {"plugin": "visitor"');
    const other = await go(
      { headers },
      { requestedSecrets: [requested('NOBODY', { origin: 'https://other.example' })] },
    );
    expect(other.failure).to.equal(undefined);
  });

  for (const [what, ask, says] of REFUSED) {
    it(`one ${what} is refused, and nothing leaves`, async () => {
      const { error, denial, failure, text, sent } = await go(ask);
      expect(error.name).to.equal('NotAllowedError');
      expect(`${error.message} ${denial?.hint}`).to.include(says);
      expect(error.message).not.to.include('sandbox.config.json');
      expectClean(JSON.stringify([denial, failure]));
      // Nobody but its author can be blamed for a secret that the manifest does not name.
      expect(failure?.code).to.equal(says.startsWith('secrets.') ? 'not_granted' : undefined);
      expect(sent).to.equal(0);
      expect(upstream.connections.made).to.equal(0);
      expectClean(text);
      expect(text).not.to.include('X-Forged');
    });
  }

  describe('that a plugin writes in base64', () => {
    const encoded = (before: string, as: 'base64' | 'base64url' = 'base64'): string =>
      base64(before, '{{secret.KEY}}', '', as);

    for (const before of ['', 'u', 'us', 'me:', '\u00ff'])
      for (const as of ['base64', 'base64url'] as const)
        for (const [place, ask] of [
          ['the header "authorization"', { headers: [['Authorization', `Token ${encoded(before, as)}`]] }],
          ['the header "x-key"', { headers: [['X-Key', encoded(before, as)]] }],
          ['the query', { path: `/?key=${encodeURIComponent(encoded(before, as))}` }],
          ['the path', { path: `/${encodeURIComponent(encoded(before, as))}` }],
        ] as const)
          it(`after ${JSON.stringify(before)} in ${as}, are refused in ${place}, and nothing leaves`, async () => {
            const { error, denial, failure, sent } = await go(ask);
            expect(error.name).to.equal('NotAllowedError');
            expect(error.message).to.include(`in base64 in ${place}`).and.to.include('{{secret.NAME}}');
            expect(denial).to.include({ rule: 'secretPlace' });
            expect(failure).to.equal(undefined);
            expect(sent).to.equal(0);
            expect(upstream.connections.made).to.equal(0);
          });

    it('are the fault of a server that writes one into the address of a redirect', async () => {
      reply = (_received, response) => void response.writeHead(302, { Location: `/?key=${encoded('')}` }).end();
      const { failure, denial } = await go();
      expect(failure?.code).to.equal('upstream_failed');
      expect(denial).to.equal(undefined);
    });

    it('pass in a body, which may hold any file', async () => {
      expect((await go({ method: 'POST', body: encoded('') })).ok).to.equal(true);
      expect(upstream.received[0]?.body.toString()).to.equal(encoded(''));
    });
  });

  describe('as credentials of HTTP Basic', () => {
    const basic = (credentials: string): Partial<FetchRequest> => ({
      headers: [['Authorization', `Basic ${Buffer.from(credentials, 'latin1').toString('base64')}`]],
    });
    const sentCredentials = (): string =>
      Buffer.from(upstream.received.at(-1)?.headers.authorization?.slice('Basic '.length) ?? '', 'base64').toString(
        'latin1',
      );

    const FILLED: readonly (readonly [string, string])[] = [
      ['me:{{secret.KEY}}', `me:${KEY}`],
      ['{{secret.KEY}}:', `${KEY}:`],
      ['{{secret.TOKEN}}:{{secret.KEY}}', `${TOKEN}:${KEY}`],
      ['{{secret.KEY}}', KEY],
      ['J\u00f6rg:a:{{secret.KEY}}', `J\u00f6rg:a:${KEY}`],
      ['my%20id:%7B%7Bsecret.KEY%7D%7D', `my%20id:${encodeURIComponent(KEY)}`],
      ['id:%7b%7bsecret%2EKEY%7d%7d', `id:${encodeURIComponent(KEY)}`],
    ];
    for (const [written, expected] of FILLED)
      it(`take the place of the placeholder in ${JSON.stringify(written)}, and are removed from what comes back`, async () => {
        reply = ({ headers }, response) => {
          const { authorization = '' } = headers;
          const sent = Buffer.from(authorization.slice('Basic '.length), 'base64').toString('latin1');
          const url = authorization.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
          response.writeHead(200, { 'X-Echo': authorization });
          response.end([authorization, url, encodeURIComponent(authorization), JSON.stringify(sent)].join('\n'));
        };
        const { ok, text, given } = await go(basic(written));
        expect(ok, text).to.equal(true);
        expect(sentCredentials()).to.equal(expected);
        expect(given.body).to.include('{{secret.KEY}}');
        expectClean(text);
        const encoded = [...JSON.stringify(given).matchAll(/[A-Za-z0-9+/_-]{12,}/g)];
        for (const [part] of encoded)
          for (const cut of [0, 1, 2, 3])
            expectClean(
              JSON.stringify([
                decodeURIComponent(encodeURIComponent(Buffer.from(part.slice(cut), 'base64').toString('latin1'))),
              ]),
            );
      });

    it('of a caller come from its own header', async () => {
      expect((await go(basic('me:{{secret.MINE}}'), { callerSecrets: { 'x-mine': CALLER_KEY } })).ok).to.equal(true);
      expect(sentCredentials()).to.equal(`me:${CALLER_KEY}`);
      expect((await go(basic('me:{{secret.MINE}}'))).failure?.code).to.equal('missing_secret');
    });

    const { headers: [[, value] = ['', '']] = [] } = basic('me:{{secret.KEY}}');
    const NOT_BASIC: readonly (readonly [string, readonly (readonly [string, string])[]])[] = [
      ['another header', [['X-Key', value]]],
      ['a header that the manifest does not name', [['Cookie', value]]],
      ['another scheme', [['Authorization', value.replace('Basic', 'Token')]]],
      ['no scheme', [['Authorization', value.replace('Basic ', '')]]],
      ['base64 with more after it', [['Authorization', `${value}, ${value}`]]],
      ['base64 without its padding', [['Authorization', value.replaceAll('=', '')]]],
    ];
    for (const [what, headers] of NOT_BASIC)
      it(`are not put into ${what}`, async () => {
        const { denial, sent } = await go({ headers });
        expect(denial?.rule).to.equal('secretPlace');
        expect(denial?.reason).to.include('in base64');
        expect(sent).to.equal(0);
        expect(upstream.connections.made).to.equal(0);
      });

    it('need the manifest to name the header, the plugin and the origin, as elsewhere', async () => {
      const parameterOnly = [requested('KEY', { headers: [], parameters: ['key'] })];
      const misplaced = await go(basic('me:{{secret.KEY}}'), { requestedSecrets: parameterOnly });
      expect(misplaced.denial?.rule).to.equal('secretPlace');
      for (const name of ['THEIRS', 'AWAY', 'SHORT', 'NOBODY'])
        expect((await go(basic(`me:{{secret.${name}}}`))).denial?.rule, name).to.equal('secret');
      expect(upstream.connections.made).to.equal(0);
    });

    it('stay with their origin in a redirect', async () => {
      reply = ({ url }, response) => {
        if (url === '/near') return void response.writeHead(307, { Location: '/end' }).end();
        if (url === '/far') return void response.writeHead(307, { Location: `${elsewhere.origin}/end` }).end();
        response.end('end');
      };
      expect((await go({ path: '/near', ...basic('me:{{secret.KEY}}') })).ok).to.equal(true);
      expect(sentCredentials()).to.equal(`me:${KEY}`);
      expect((await go({ path: '/far', ...basic('me:{{secret.KEY}}') })).ok).to.equal(true);
      expect(elsewhere.received[0]?.url).to.equal('/end');
      expect(elsewhere.received[0]?.headers).not.to.have.property('authorization');
    });
  });

  describe('in a body', () => {
    const FORM = 'application/x-www-form-urlencoded;charset=UTF-8';
    const JSON_TYPE = 'application/json';
    const inBody = { requestedSecrets: [] as readonly RequestedSecret[] };
    const post = (type: string, body: string, more: readonly (readonly [string, string])[] = []) =>
      ({ method: 'POST', body, headers: [['Content-Type', type] as const, ...more] }) satisfies Partial<FetchRequest>;
    const sentBody = (): string => upstream.received.at(-1)?.body.toString() ?? '';

    beforeEach(() => {
      inBody.requestedSecrets = ['KEY', 'TOKEN', 'MINE', 'SHORT'].map((name) =>
        requested(name, { headers: [], parameters: [], bodyMembers: ['client_secret', 'sëcret key', '__proto__'] }),
      );
    });

    it('of a form take the place of the value of a field that the manifest names', async () => {
      const form = new URLSearchParams([
        ['grant_type', 'client_credentials'],
        ['client_secret', '{{secret.KEY}}'],
        ['sëcret key', '{{secret.TOKEN}}'],
      ]);
      for (const body of [`${form}`, decodeURIComponent(`${form}`)]) {
        const { ok, text } = await go(post(FORM, body), inBody);
        expect(ok, text).to.equal(true);
        expect([...new URLSearchParams(sentBody())]).to.deep.equal([
          ['grant_type', 'client_credentials'],
          ['client_secret', KEY],
          ['sëcret key', TOKEN],
        ]);
        expect(upstream.received.at(-1)?.headers['content-length']).to.equal(`${Buffer.byteLength(sentBody())}`);
      }
    });

    it('of JSON take the place of the value of a member that the manifest names, and the rest stays as it is', async () => {
      const body =
        ' {"id": 12345678901234567890, "rate": 1.50, "client_secret": "{{secret.KEY}}", "deep": [{"a": 1e400, "b": "é\\ud800"}], "__proto__": "{{secret.TOKEN}}"}';
      expect((await go(post(JSON_TYPE, body), inBody)).ok).to.equal(true);
      expect(sentBody()).to.equal(
        `{"id":12345678901234567890,"rate":1.50,"client_secret":${JSON.stringify(KEY)},"deep":[{"a":1e400,"b":"é\\ud800"}],"__proto__":"${TOKEN}"}`,
      );
    });

    it('of a caller come from its own header', async () => {
      const ask = post(JSON_TYPE, '{"client_secret":"{{secret.MINE}}"}');
      expect((await go(ask, { ...inBody, callerSecrets: { 'x-mine': CALLER_KEY } })).ok).to.equal(true);
      expect(sentBody()).to.equal(`{"client_secret":"${CALLER_KEY}"}`);
      expect((await go(ask, inBody)).failure?.code).to.equal('missing_secret');
    });

    it('are removed from what comes back', async () => {
      reply = ({ body }, response) => void response.end(`${body} ${encodeURIComponent(body.toString())}`);
      for (const ask of [
        post(JSON_TYPE, '{"client_secret":"{{secret.KEY}}"}'),
        post(FORM, 'client_secret={{secret.KEY}}'),
      ]) {
        const { given, text } = await go(ask, inBody);
        expect(given.body?.split('secret.KEY')).to.have.length(3);
        expectClean(text);
      }
    });

    it('of JSON with two members of one name are sent in the one that counts, or not at all', async () => {
      for (const [body, expected] of [
        ['{"client_secret":"a","client_secret":"{{secret.KEY}}"}', JSON.stringify({ client_secret: KEY })],
        ['{"client_secret":"{{secret.KEY}}","client_secret":"a"}', '{"client_secret":"a"}'],
        ['{"q":"{{secret.KEY}}","q":"a"}', '{"q":"a"}'],
      ] as const) {
        expect((await go(post(JSON_TYPE, body), inBody)).ok).to.equal(true);
        expect(sentBody()).to.equal(expected);
      }
    });

    const REFUSED_BODIES: readonly (readonly [string, Partial<FetchRequest>])[] = [
      ['another field of a form', post(FORM, 'client_secret=a&q={{secret.KEY}}')],
      ['a field whose name has other capitals', post(FORM, 'Client_Secret={{secret.KEY}}')],
      ['the name of a field', post(FORM, '{{secret.KEY}}=client_secret')],
      ['a field without a value', post(FORM, 'client_secret&{{secret.KEY}}')],
      ['a field with other text', post(FORM, 'client_secret={{secret.KEY}};q=1')],
      ['a field with two placeholders', post(FORM, 'client_secret={{secret.KEY}}{{secret.KEY}}')],
      ['another member', post(JSON_TYPE, '{"client_secret":"a","q":"{{secret.KEY}}"}')],
      ['a member beside the right one', post(JSON_TYPE, '{"client_secret":"{{secret.KEY}}","q":"{{secret.KEY}}"}')],
      ['a member with an escape', post(JSON_TYPE, '{"client_secret":"{{secret.KEY}}","q":"\\u007b{secret.KEY}}"}')],
      ['a member of that name further in', post(JSON_TYPE, '{"a":{"client_secret":"{{secret.KEY}}"}}')],
      ['a member in an array', post(JSON_TYPE, '[{"client_secret":"{{secret.KEY}}"}]')],
      ['an array as the member', post(JSON_TYPE, '{"client_secret":["{{secret.KEY}}"]}')],
      ['the name of a member', post(JSON_TYPE, '{"{{secret.KEY}}":"client_secret"}')],
      ['a member with other text', post(JSON_TYPE, '{"client_secret":"Bearer {{secret.KEY}}"}')],
      ['a text', post(JSON_TYPE, '"{{secret.KEY}}"')],
      ['what is not JSON', post(JSON_TYPE, '{"client_secret":"{{secret.KEY}}"')],
      ['JSON with a byte order mark', post(JSON_TYPE, '\ufeff{"client_secret":"{{secret.KEY}}"}')],
      [
        'JSON that is nested too deeply',
        post(JSON_TYPE, `{"client_secret":"{{secret.KEY}}","a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`),
      ],
      ['a body that is too long', post(JSON_TYPE, `{"client_secret":"{{secret.KEY}}","a":"${'a'.repeat(65_536)}"}`)],
      [
        'bytes that are not UTF-8',
        {
          method: 'POST',
          headers: [['content-type', JSON_TYPE]],
          base64: Buffer.from('{"client_secret":"{{secret.KEY}}","a":"\xff"}', 'latin1').toString('base64'),
        },
      ],
      ['another type', post('text/plain', '{"client_secret":"{{secret.KEY}}"}')],
      ['another charset', post('application/json; charset=utf-16', '{"client_secret":"{{secret.KEY}}"}')],
      ['no type', { method: 'POST', body: '{"client_secret":"{{secret.KEY}}"}' }],
      ['two types', post(JSON_TYPE, '{"client_secret":"{{secret.KEY}}"}', [['content-type', FORM]])],
      ['a compressed body', post(JSON_TYPE, '{"client_secret":"{{secret.KEY}}"}', [['content-encoding', 'gzip']])],
      [
        'parts',
        post(
          'multipart/form-data; boundary=x',
          '--x\r\nContent-Disposition: form-data; name="client_secret"\r\n\r\n{{secret.KEY}}\r\n--x--\r\n',
        ),
      ],
    ];
    for (const [what, ask] of REFUSED_BODIES)
      it(`are not put into ${what}`, async () => {
        const { error, denial, failure, sent, text } = await go(ask, inBody);
        expect(error.name, text).to.equal('NotAllowedError');
        expect(denial?.rule).to.equal('secretPlace');
        expect(denial?.hint).to.include('bodyMembers');
        expect(failure).to.equal(undefined);
        expect(sent).to.equal(0);
        expect(upstream.connections.made).to.equal(0);
      });

    it('are not put in if the manifest names another place, and in no other place if it names a body', async () => {
      const usual = { requestedSecrets: [requested('KEY')] };
      for (const ask of [post(JSON_TYPE, '{"authorization":"{{secret.KEY}}"}'), post(FORM, 'key={{secret.KEY}}')])
        expect((await go(ask, usual)).denial?.rule).to.equal('secretPlace');
      expect((await go({ path: '/?client_secret={{secret.KEY}}' }, inBody)).denial?.rule).to.equal('secretPlace');
      expect((await go({ headers: [['client_secret', '{{secret.KEY}}']] }, inBody)).denial?.rule).to.equal(
        'secretPlace',
      );
      expect(upstream.connections.made).to.equal(0);
    });

    it('are refused in few words, however long the name of the member is', async () => {
      const { denial, text } = await go(post(JSON_TYPE, `{"${'n'.repeat(60_000)}":"{{secret.KEY}}"}`), inBody);
      expect(denial?.rule).to.equal('secretPlace');
      expect(text.length + (denial?.hint?.length ?? 0)).to.be.lessThan(1_000);
    });

    it('have to be bound to the plugin and the origin, and to be too long to guess', async () => {
      for (const name of ['THEIRS', 'AWAY', 'SHORT', 'NOBODY'])
        expect((await go(post(FORM, `client_secret={{secret.${name}}}`), inBody)).denial?.rule, name).to.equal(
          'secret',
        );
      expect(upstream.connections.made).to.equal(0);
    });

    it('stay with their origin in a redirect, which fails by the fault of the server if it needs the body elsewhere', async () => {
      reply = ({ url }, response) => {
        const [, status, where] = /^\/(\d+)-(\w+)/.exec(url) ?? [];
        if (!status) return void response.end('end');
        const Location = `${where === 'far' ? elsewhere.origin : ''}/end`;
        response.writeHead(Number(status), { Location }).end();
      };
      const ask = post(JSON_TYPE, '{"client_secret":"{{secret.KEY}}"}');
      expect((await go({ path: '/307-near', ...ask }, inBody)).ok).to.equal(true);
      expect(upstream.received.at(-1)).to.include({ method: 'POST', url: '/end' });
      expect(sentBody()).to.equal(JSON.stringify({ client_secret: KEY }));
      for (const path of ['/307-far', '/308-far']) {
        const { ok, failure, text } = await go({ path, ...ask }, inBody);
        expect(ok).to.equal(false);
        expect(failure?.code).to.equal('upstream_failed');
        expectClean(text);
      }
      expect(elsewhere.connections.made).to.equal(0);
      expect((await go({ path: '/302-far', ...ask }, inBody)).ok).to.equal(true);
      expect(elsewhere.received[0]?.method).to.equal('GET');
      expect(elsewhere.received[0]?.body.length).to.equal(0);
    });
  });

  for (const [way, echo] of Object.entries(ECHOES)) {
    it(`do not come back ${way}`, async () => {
      for (const [name, secret] of [
        ['KEY', KEY],
        ['TOKEN', TOKEN],
      ] as const) {
        reply = (_received, response) => void response.end(`<${echo(secret)}>`);
        const { ok, text, given } = await go({ headers: [['X', `{{secret.${name}}}`]] });
        expect(ok).to.equal(true);
        expect(given.body, way).to.include(`{{secret.${name}}}`);
        expectClean(text, [secret]);
      }
    });
  }

  it('do not come back in headers, the status line, a compressed body, bytes, or an answer to a request without them', async () => {
    reply = (_received, response) => {
      response.writeHead(200, `OK ${TOKEN}`, {
        'X-Echo': `Bearer ${KEY}`,
        [`X-${TOKEN}`]: '1',
        'Set-Cookie': `session=${encodeURIComponent(KEY)}`,
        'Content-Encoding': 'gzip',
      });
      response.end(gzipSync(Buffer.concat([Buffer.from([0xff, 0]), Buffer.from(KEY), Buffer.from([0xfe])])));
    };
    const { ok, text, given } = await go();
    expect(ok).to.equal(true);
    expectClean(text);
    expect(Buffer.from(given.base64 ?? '', 'base64').includes(KEY)).to.equal(false);
  });

  it('travel as placeholders to the same origin, and not at all to another', async () => {
    reply = ({ url }, response) => {
      const { searchParams } = new URL(url, 'http://x');
      const at = searchParams.get('at');
      if (at) return void response.writeHead(307, { Location: at }).end();
      response.end('there');
    };
    const go307 = (at: string) =>
      go({ path: `/?${new URLSearchParams({ at })}`, headers: [...authorized, ['X-Plain', '1']] });
    expect((await go307('/next')).ok).to.equal(true);
    expect(upstream.received.at(-1)?.headers).to.include({ authorization: `Bearer ${KEY}` });
    const away = await go307(`${elsewhere.origin}/next`);
    expect(away.ok, away.text).to.equal(true);
    expect(elsewhere.received[0]?.headers).to.include({ 'x-plain': '1' });
    expect(JSON.stringify(elsewhere.received)).not.to.include('sk-Live');
  });

  it('that a server writes into the address of a redirect go to no other origin', async () => {
    reply = ({ url }, response) => {
      const { pathname } = new URL(url, 'http://x');
      const value = encodeURIComponent(TOKEN);
      if (pathname === '/near') return void response.writeHead(302, { Location: `/end?key=${value}` }).end();
      if (pathname === '/far')
        return void response.writeHead(302, { Location: `${elsewhere.origin}/end?key=${value}` }).end();
      if (pathname === '/path') return void response.writeHead(302, { Location: `${elsewhere.origin}/${value}` }).end();
      if (pathname === '/lure') return void response.writeHead(302, { Location: '/end?key={{secret.KEY}}' }).end();
      response.end('end');
    };
    const near = await go({ path: '/near?key={{secret.TOKEN}}' });
    expect(upstream.received.at(-1)?.url).to.equal(`/end?key=${TOKEN}`);
    expect(near.given.url).to.equal(`${upstream.origin}/end?key={{secret.TOKEN}}`);
    expectClean(near.text);
    for (const path of ['/far', '/path', '/lure']) {
      const { ok, text } = await go({ path: `${path}?key={{secret.TOKEN}}` });
      expect(ok, path).to.equal(false);
      expectClean(text);
    }
    expect(elsewhere.connections.made).to.equal(0);
    const manual = await go({ path: '/far?key={{secret.TOKEN}}', redirect: 'manual' });
    expectClean(manual.text);
  });

  it('are in no error, whatever the server does', async () => {
    const sabotage: readonly ((response: ServerResponse) => void)[] = [
      (response) => response.socket?.destroy(),
      (response) => response.socket?.end(`HTTP/1.1 200 OK\r\nContent-Length: 3\r\nBad ${TOKEN}\r\n\r\n`),
      (response) => void response.writeHead(302, { Location: `http://${TOKEN}:x@host/` }).end(),
      (response) => void response.writeHead(302, { Location: `https://${TOKEN.toLowerCase()}.example/` }).end(),
      (response) => void response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(TOKEN),
    ];
    for (const act of sabotage) {
      reply = (_received, response) => act(response);
      const { ok, text } = await go({ headers: [['X', '{{secret.TOKEN}}']] });
      expect(ok).to.equal(false);
      expectClean(text);
      expect(text.toLowerCase()).not.to.include(TOKEN.toLowerCase());
    }
  });

  it('cost little to look for, and cannot be made to cost much', async () => {
    const bodies = [
      'a'.repeat(4_000_000),
      `${KEY.slice(0, -1)}`.repeat(120_000),
      '%2'.repeat(1_500_000),
      '&#00000'.repeat(500_000),
      '\\u00'.repeat(800_000),
    ];
    for (const body of bodies) {
      reply = (_received, response) => void response.end(body.slice(0, 4_000_000));
      const { ok, elapsedMs } = await go();
      expect(ok).to.equal(true);
      expect(elapsedMs).to.be.lessThan(5_000);
    }
  });
});
