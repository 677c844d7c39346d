// What a runner may write as a request, and what it is told where it does not: it may have been taken over.

import { expect } from 'chai';
import fc from 'fast-check';
import { readFetchRequest } from '../../../../src/control/capabilities/egress/fetch-request.ts';
import { EgressRefusal } from '../../../../src/control/capabilities/egress/refusal.ts';

const FINE = {
  url: 'https://api.example.com/v1?a=1',
  method: 'POST',
  headers: [['Accept', '*/*']],
  body: 'hi',
  redirect: 'follow',
};
const CAP = 1_000;

const refusalOf = (text: string): EgressRefusal => {
  try {
    readFetchRequest(text, CAP);
  } catch (error) {
    if (error instanceof EgressRefusal) return error;
    throw error;
  }
  throw new Error(`Was taken: ${text.slice(0, 200)}`);
};

const without = (member: keyof typeof FINE) =>
  Object.fromEntries(Object.entries(FINE).filter(([name]) => name !== member));
const many = (count: number, header: readonly [string, string]) => Array.from({ length: count }, () => header);

const WRONG: Readonly<Record<string, unknown>> = {
  'no object': [1],
  null: null,
  'a member that nobody knows': { ...FINE, dispatcher: {} },
  'no url': without('url'),
  'no method': without('method'),
  'no headers': without('headers'),
  'no redirect': without('redirect'),
  'a url that is no text': { ...FINE, url: ['https://x.example'] },
  'a url that is too long': { ...FINE, url: `https://x.example/${'x'.repeat(10_000)}` },
  'a host with signs': { ...FINE, url: 'https://{{secret.x}}.example.com/' },
  'a host that ends in a dot': { ...FINE, url: 'https://api.example.com./' },
  'a host with an empty label': { ...FINE, url: 'https://api..example.com/' },
  'a method in small letters': { ...FINE, method: 'post' },
  'a method with a line end': { ...FINE, method: 'GET / HTTP/1.1\r\nX: ' },
  CONNECT: { ...FINE, method: 'CONNECT' },
  TRACE: { ...FINE, method: 'TRACE' },
  'a body with GET': { ...FINE, method: 'GET' },
  'both bodies': { ...FINE, base64: 'aGk=' },
  'a body that is no text': { ...FINE, body: { length: 1 } },
  'base64 that is none': { ...without('body'), base64: '%%%%' },
  'base64 cut short': { ...without('body'), base64: 'aGk' },
  'headers as an object': { ...FINE, headers: { accept: '*/*' } },
  'a header of three parts': { ...FINE, headers: [['a', 'b', 'c']] },
  'a header of one part': { ...FINE, headers: [['a']] },
  'a header with a number': { ...FINE, headers: [['a', 1]] },
  'a header name with a blank': { ...FINE, headers: [['a b', 'c']] },
  'a header name with a line end': { ...FINE, headers: [['a\r\nHost', 'c']] },
  'a header name with a colon': { ...FINE, headers: [['a:', 'c']] },
  'a header without a name': { ...FINE, headers: [['', 'c']] },
  'a header with a line end': { ...FINE, headers: [['a', 'b\r\nHost: x']] },
  'a header with a lone line feed': { ...FINE, headers: [['a', 'b\nHost: x']] },
  'a header with a zero': { ...FINE, headers: [['a', 'b\0']] },
  'a header beyond Latin-1': { ...FINE, headers: [['a', 'b\u010ac']] },
  'too many headers': { ...FINE, headers: many(101, ['a', 'b']) },
  'headers that are too large': { ...FINE, headers: many(2, ['a', 'b'.repeat(10_000)]) },
  'a redirect mode that nobody knows': { ...FINE, redirect: 'maybe' },
};

describe('a request as a runner writes it', () => {
  it('is taken if it is well formed', () => {
    const { url, method, headers, body, redirect } = readFetchRequest(JSON.stringify(FINE), CAP);
    expect([url.href, method, body?.toString(), redirect]).to.deep.equal([FINE.url, 'POST', 'hi', 'follow']);
    expect(headers).to.deep.equal([['accept', '*/*']]);
  });

  it('loses its fragment', () => {
    expect(readFetchRequest(JSON.stringify({ ...FINE, url: 'https://x.example/#y' }), CAP).url.href).to.equal(
      'https://x.example/',
    );
  });

  for (const [what, ask] of Object.entries(WRONG)) {
    it(`is refused with ${what}`, () => expect(refusalOf(JSON.stringify(ask)).name).to.equal('TypeError'));
  }

  it('is refused with a member of the prototype', () => {
    expect(refusalOf(JSON.stringify(FINE).replace('{', '{"__proto__":{"redirect":"follow"},')).name).to.equal(
      'TypeError',
    );
    expect(refusalOf('{"__proto__":{}}').name).to.equal('TypeError');
  });

  it('is refused above the cap: before it is parsed, and by its bytes', () => {
    const over = { ...FINE, body: 'x'.repeat(CAP + 1) };
    expect(refusalOf(JSON.stringify(over)).name).to.equal('QuotaExceededError');
    expect(refusalOf(JSON.stringify({ ...FINE, body: 'ü'.repeat(CAP - 1) })).message).to.include('fetchRequestBytes');
    expect(refusalOf(`{"url":"${'x'.repeat(300_000)}`).name).to.equal('QuotaExceededError');
    expect(readFetchRequest(JSON.stringify({ ...FINE, body: '\0'.repeat(CAP) }), CAP).body?.length).to.equal(CAP);
  });

  it('never throws anything else, whatever it is', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        refusalOf(text);
      }),
      { numRuns: 500 },
    );
    const member = fc.oneof(fc.jsonValue(), fc.webUrl(), fc.constantFrom('GET', 'follow'));
    const ask = fc.record(
      { url: member, method: member, headers: member, body: member, redirect: member },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(ask, (value) => {
        try {
          readFetchRequest(JSON.stringify(value), CAP);
        } catch (error) {
          if (!(error instanceof EgressRefusal)) throw error;
        }
      }),
      { numRuns: 500 },
    );
  });
});
