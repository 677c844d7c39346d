// Origins as manifests and configurations write them: each has one form, and patterns stand for others.

import { expect } from 'chai';
import { originCovers, originFault, originPatternFault } from '../../../src/shared/protocol/origins.ts';

const EXACT = [
  'https://api.example.com',
  'http://localhost:8080',
  'https://x.example.com:8443',
  'http://127.0.0.1',
  'https://[::1]:8443',
  'https://xn--mnchen-3ya.de',
];

/** Text → what the message says is wrong. */
const WRONG: readonly (readonly [text: string, wrong: RegExp, fix: RegExp])[] = [
  ['', /no scheme/, /https:\/\//],
  ['api.example.com', /no scheme/, /https:\/\//],
  ['https:api.example.com', /no scheme/, /https:\/\//],
  ['file:///etc/passwd', /scheme that is not for fetch/, /https:/],
  ['data://x', /scheme that is not for fetch/, /https:/],
  ['https://', /not an origin/, /scheme and host/],
  ['https://api.example.com/', /path/, /^write https:\/\/api\.example\.com$/],
  ['https://api.example.com/v1', /path/, /^write https:\/\/api\.example\.com$/],
  ['https://api.example.com?a', /path, query/, /^write https:\/\/api\.example\.com$/],
  ['https://api.example.com#a', /fragment/, /^write https:\/\/api\.example\.com$/],
  ['https://me:word@api.example.com', /user name or password/, /remove/],
  ['https://@api.example.com', /user name or password/, /remove/],
  ['https://API.example.com', /form/, /^write https:\/\/api\.example\.com$/],
  ['HTTPS://api.example.com', /form/, /^write https:\/\/api\.example\.com$/],
  ['https://api.example.com:443', /form/, /^write https:\/\/api\.example\.com$/],
  ['http://127.1', /form/, /^write http:\/\/127\.0\.0\.1$/],
  ['http://0x7f000001', /form/, /^write http:\/\/127\.0\.0\.1$/],
  ['https://münchen.de', /form/, /^write https:\/\/xn--mnchen-3ya\.de$/],
  ['https://api.example.com.', /dot/, /remove/],
  ['https://api.example.com\n', /blank/, /remove/],
  ['https://api example.com', /blank/, /remove/],
  [`https://${'a'.repeat(400)}.com`, /longer than 300/, /alone/],
];

const WILD_WRONG: readonly string[] = [
  '*',
  'https://*:8443',
  'https://api.*.com',
  'https://*api.example.com',
  'https://*.*.example.com',
  'https://*.10.0.0.1',
  'https://*.[::1]',
  'https://*.example.com/v1',
  'https://*.Example.com',
  '*://example.com',
];

describe('origins', () => {
  for (const text of EXACT) {
    it(`takes ${text}`, () => {
      expect(originFault(text)).to.equal(undefined);
      expect(originPatternFault(text)).to.equal(undefined);
    });
  }

  for (const [text, wrong, fix] of WRONG) {
    it(`says what is wrong with ${JSON.stringify(text.slice(0, 40))}`, () => {
      for (const fault of [originFault(text), originPatternFault(text)]) {
        expect(fault?.wrong).to.match(wrong);
        expect(fault?.fix).to.match(fix);
      }
    });
  }

  it('takes a wildcard for the first names or the whole host, and only in patterns', () => {
    for (const text of ['https://*', 'http://*', 'https://*.example.com', 'https://*.example.com:8443']) {
      expect(originPatternFault(text), text).to.equal(undefined);
      expect(originFault(text)?.wrong, text).to.match(/"\*"/);
    }
    for (const text of WILD_WRONG) expect(originPatternFault(text), text).not.to.equal(undefined);
    expect(originPatternFault('https://*.Example.com')?.fix).to.equal('write https://*.example.com');
  });

  it('tells whether one pattern covers another', () => {
    const covers: readonly (readonly [wide: string, narrow: string, does: boolean])[] = [
      ['https://a.example.com', 'https://a.example.com', true],
      ['https://a.example.com', 'https://a.example.com:8443', false],
      ['https://a.example.com', 'http://a.example.com', false],
      ['https://*', 'https://a.example.com', true],
      ['https://*', 'https://[::1]', true],
      ['https://*', 'https://*.example.com', true],
      ['https://*', 'https://*', true],
      ['https://*', 'http://a.example.com', false],
      ['https://*', 'https://a.example.com:8443', false],
      ['https://*.example.com', 'https://a.b.example.com', true],
      ['https://*.example.com', 'https://*.b.example.com', true],
      ['https://*.example.com', 'https://*.example.com', true],
      ['https://*.example.com', 'https://example.com', false],
      ['https://*.example.com', 'https://badexample.com', false],
      ['https://*.example.com', 'https://*', false],
      ['https://*.b.example.com', 'https://*.example.com', false],
      ['not an origin', 'not an origin', false],
    ];
    for (const [wide, narrow, does] of covers) expect(originCovers(wide, narrow), `${wide} ${narrow}`).to.equal(does);
  });
});
