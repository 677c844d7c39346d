// fetch in the guest: the host requests that it sends, and the responses that it makes of the host replies. The test plays the
// host; the tests of the control process cover the real one.

import { expect } from 'chai';
import { type Asked, type FetchRealm, openFetchRealm } from '../fetch-realm.ts';

const GIVEN = { redirected: false, status: 200, statusText: 'OK', headers: [['content-type', 'text/plain']] };
/** Headers of a request that sets none. */
const DEFAULTS = [
  ['accept', '*/*'],
  ['accept-language', '*'],
];
const FAILED =
  'const failed = async (act) => { try { return await act(); } catch (error) { return [error.name, error.message]; } };';

describe('fetch', function () {
  this.timeout(60_000);
  let realm: FetchRealm;
  let respond: (asked: Asked) => void;
  before(async () => {
    realm = await openFetchRealm((asked) => respond(asked));
  });
  beforeEach(() => {
    respond = ({ question, answer }) => answer(true, { ...GIVEN, url: question.url, body: 'héllo' });
  });
  const lastAsked = (): Asked['question'] => realm.asked.at(-1)?.question ?? {};

  it('asks for a URL without its fragment, and adds default headers only', async () => {
    await realm.run("await fetch('HTTPS://Example.com/a?b#c');");
    expect(lastAsked()).to.deep.equal({
      url: 'https://example.com/a?b',
      method: 'GET',
      headers: DEFAULTS,
      redirect: 'follow',
    });
  });

  it('leaves placeholders of secrets unchanged, in headers and in the query', async () => {
    await realm.run(`
      const url = new URL('https://a.example/?key={{secret.KEY}}');
      url.searchParams.append('more', '{{secret.MORE}}');
      await fetch(url, { headers: { authorization: 'Bearer {{secret.TOKEN}}' } });`);
    expect(lastAsked()).to.include({
      url: 'https://a.example/?key=%7B%7Bsecret.KEY%7D%7D&more=%7B%7Bsecret.MORE%7D%7D',
    });
    expect(lastAsked().headers).to.deep.equal([['authorization', 'Bearer {{secret.TOKEN}}'], ...DEFAULTS]);
    await realm.run("await fetch('https://a.example/?key={{secret.KEY}}');");
    expect(lastAsked().url).to.equal('https://a.example/?key={{secret.KEY}}');
  });

  it('drops headers of the connection, and keeps those that only a browser must drop', async () => {
    await realm.run(`await fetch('https://a/', { headers: { Host: 'b', 'Content-Length': '9', Connection: 'close', 'Proxy-X': 'c',
      'Sec-Y': 'd', 'Transfer-Encoding': 'chunked', Cookie: 'e', Origin: 'f', Referer: 'g', 'User-Agent': 'h' } });`);
    expect(lastAsked().headers).to.deep.equal([
      ...[
        ['Cookie', 'e'],
        ['Origin', 'f'],
        ['Referer', 'g'],
        ['User-Agent', 'h'],
      ],
      ...DEFAULTS,
    ]);
  });

  it('sets Accept if the request does not', async () => {
    await realm.run("await fetch('https://a/', { headers: { Accept: 'text/html', 'Accept-Language': 'de' } });");
    expect(lastAsked().headers).to.deep.equal([
      ['Accept', 'text/html'],
      ['Accept-Language', 'de'],
    ]);
  });

  const BODIES: readonly (readonly [what: string, code: string, sent: object, type: string | undefined])[] = [
    ['a text', "'é\\ud800'", { body: 'é\ufffd' }, 'text/plain;charset=UTF-8'],
    ['an empty text', "''", { body: '' }, 'text/plain;charset=UTF-8'],
    [
      'fields',
      "new URLSearchParams({ a: 'b c' })",
      { body: 'a=b+c' },
      'application/x-www-form-urlencoded;charset=UTF-8',
    ],
    ['bytes', 'new Uint8Array([0, 255, 16]).subarray(1)', { base64: '/xA=' }, undefined],
    ['a buffer', 'new ArrayBuffer(2)', { base64: 'AAA=' }, undefined],
    ['a blob', "new Blob(['ab'], { type: 'X/Y' })", { base64: 'YWI=' }, 'x/y'],
    ['a stream', 'ReadableStream.from([new Uint8Array([97]), new Uint8Array([98])])', { base64: 'YWI=' }, undefined],
  ];
  for (const [what, code, sent, type] of BODIES)
    it(`sends ${what} as a body`, async () => {
      await realm.run(`await fetch('https://a/', { method: 'put', duplex: 'half', body: ${code} });`);
      const { method, headers, body, base64 } = lastAsked();
      expect({ method, ...(body !== undefined && { body }), ...(base64 !== undefined && { base64 }) }).to.deep.equal({
        method: 'PUT',
        ...sent,
      });
      expect(headers).to.deep.equal([...(type === undefined ? [] : [['Content-Type', type]]), ...DEFAULTS]);
    });

  it('sends a form as multipart/form-data', async () => {
    await realm.run(`const form = new FormData(); form.append('a', '1\\n2'); form.append('b"', new File(['x'], 'ü.txt', { type: 'text/plain' }));
      await fetch('https://a/', { method: 'POST', body: form });`);
    const { headers, base64 } = lastAsked() as { headers: [string, string][]; base64: string };
    const boundary = /^multipart\/form-data; boundary=(\S+)$/.exec(headers[0]?.[1] ?? '')?.[1];
    const disposition = 'Content-Disposition: form-data; name=';
    expect(Buffer.from(base64, 'base64').toString().split(`--${boundary}`)).to.deep.equal([
      '',
      `\r\n${disposition}"a"\r\n\r\n1\r\n2\r\n`,
      `\r\n${disposition}"b%22"; filename="ü.txt"\r\nContent-Type: text/plain\r\n\r\nx\r\n`,
      '--\r\n',
    ]);
  });

  it('gives a response that can be read once, in any way', async () => {
    respond = ({ answer }) =>
      answer(true, {
        ...GIVEN,
        url: 'https://b/',
        redirected: true,
        headers: [
          ['set-cookie', 'a'],
          ['set-cookie', 'b'],
        ],
        body: '\ufeff{"a":1}',
      });
    const given = await realm.run(`${FAILED}
      const response = await fetch('https://a/');
      const { url, redirected, status, ok, statusText, type, headers } = response;
      const read = [response.clone().text(), response.clone().json(), response.clone().arrayBuffer().then((bytes) => bytes.byteLength)];
      const chunks = []; for await (const chunk of response.clone().body) chunks.push(chunk.length);
      return [{ url, redirected, status, ok, statusText, type }, headers.getSetCookie(), await failed(() => headers.set('a', 'b')),
        await Promise.all(read), chunks, response.bodyUsed, await response.text(), response.bodyUsed, (await failed(() => response.text()))[0]];`);
    expect(given).to.deep.equal([
      { url: 'https://b/', redirected: true, status: 200, ok: true, statusText: 'OK', type: 'basic' },
      ['a', 'b'],
      ['TypeError', 'These headers cannot be changed.'],
      ['{"a":1}', { a: 1 }, 10],
      [10],
      ...[false, '{"a":1}', true, 'TypeError'],
    ]);
  });

  it('gives bytes if the answer is not text, and a null body if there is none', async () => {
    respond = ({ question, answer }) =>
      answer(true, { ...GIVEN, url: question.url, ...(question.method === 'HEAD' ? {} : { base64: '//79' }) });
    const given =
      await realm.run(`const response = await fetch('https://a/'); const none = await fetch('https://a/', { method: 'HEAD' });
      return [[...await response.bytes()], none.body, await none.text()];`);
    expect(given).to.deep.equal([[255, 254, 253], null, '']);
  });

  it("rejects with the host's error", async () => {
    const errors = [
      { name: 'TypeError', message: 'refused' },
      { name: 'TimeoutError', message: 'late' },
      { name: 'QuotaExceededError', message: 'many' },
    ];
    for (const error of errors) {
      respond = ({ answer }) => answer(false, error);
      const told = await realm.run(
        "try { await fetch('https://a/'); } catch (error) { return [error.name, error.message, error instanceof TypeError, error instanceof DOMException]; }",
      );
      const isType = error.name === 'TypeError';
      expect(told).to.deep.equal([error.name, error.message, isType, !isType]);
    }
  });

  it('refuses a request that must not leave, without asking the host', async () => {
    const before = realm.asked.length;
    const told = (await realm.run(`${FAILED}
      return Promise.all(['data:,a', 'blob:https://a/b', 'file:///etc/passwd', 'ftp://a/', '/relative', 'https://u:p@a/', ''].map((url) => failed(() => fetch(url))));`)) as string[][];
    expect(told.map(([name]) => name)).to.deep.equal(Array(7).fill('TypeError'));
    expect(told[0]?.[1]).to.match(/https: and http: only, not data:/);
    expect(told[4]?.[1]).to.match(/not an absolute URL/);
    expect(realm.asked).to.have.lengthOf(before);
  });

  it('refuses a request with integrity, which it cannot check', async () => {
    const before = realm.asked.length;
    const told = await realm.run(`${FAILED}
      return failed(() => fetch('https://a/', { integrity: 'sha256-AAAA' }));`);
    expect(told).to.deep.equal([
      'TypeError',
      'fetch does not check integrity: compare the digest of the body yourself, with crypto.subtle.digest.',
    ]);
    expect(realm.asked).to.have.lengthOf(before);
  });

  it('gives no body once its signal has aborted', async () => {
    const told = await realm.run(`${FAILED}
      const controller = new AbortController();
      const response = await fetch('https://a/', { signal: controller.signal });
      const copy = response.clone();
      controller.abort(new Error('enough'));
      return [await failed(() => response.text()), await failed(() => copy.formData()), response.bodyUsed];`);
    expect(told).to.deep.equal([['Error', 'enough'], ['Error', 'enough'], true]);
  });

  it('cancels a host request when its signal aborts, and sends none if the signal has aborted before', async () => {
    respond = () => {};
    const before = realm.asked.length;
    const told = await realm.run(`${FAILED}
      const controller = new AbortController();
      const request = new Request('https://a/', { signal: controller.signal });
      const answer = failed(() => fetch(request));
      await undefined; await undefined; await undefined;
      controller.abort(new Error('enough'));
      return [await answer, await failed(() => fetch('https://a/', { signal: AbortSignal.abort() })), await failed(() => fetch(request))];`);
    expect(told).to.deep.equal([
      ['Error', 'enough'],
      ['AbortError', 'This operation was aborted'],
      ['Error', 'enough'],
    ]);
    expect(realm.asked.slice(before).map(({ isGivenUp }) => isGivenUp)).to.deep.equal([true]);
  });

  it('passes the redirect mode on', async () => {
    for (const redirect of ['follow', 'error', 'manual']) {
      await realm.run(`await fetch(new Request('https://a/', { redirect: '${redirect}' }));`);
      expect(lastAsked().redirect).to.equal(redirect);
    }
  });
});
