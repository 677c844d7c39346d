// Secrets are taken out of JSON text, wherever they stand, also if the text was cut off.

import { expect } from 'chai';
import fc from 'fast-check';
import { isSecretName, redactedJson, redactedText } from '../../../src/shared/text/redacted-json.ts';
import { cpuMsOf } from '../../support/cpu-time.ts';

const SECRET = 'Zq7-hunter2-Zq7';
const redacted = (json: string): string => redactedJson(json, (text) => text);

describe('JSON text for a log', () => {
  it('lacks the values of members with a telling name, of any kind', () => {
    for (const name of [
      'password',
      'API_KEY',
      'x-api-key',
      'accessToken',
      'Authorization',
      'clientSecret',
      'pin',
      'Set-Cookie',
    ])
      for (const value of [SECRET, { a: [SECRET, { b: SECRET }] }, [[SECRET], '}]"\\'], 4711, true, null]) {
        const out = redacted(JSON.stringify({ before: 1, [name]: value, after: 'x' }));
        expect(JSON.parse(out), out).to.deep.equal({ before: 1, [name]: '[redacted]', after: 'x' });
      }
    expect(redacted('{"pass\\u0077ord" : "x", "n":1}')).to.equal('{"pass\\u0077ord" : "[redacted]", "n":1}');
    for (const name of ['name', 'text', 'city', 'path', 'passage']) expect(isSecretName(name), name).to.equal(false);
  });

  it('lacks secrets within strings', () => {
    for (const text of [
      `Authorization: Bearer ${SECRET}`,
      `curl -H 'x-api-key: ${SECRET}'`,
      `https://a.example/?access_token=${SECRET}&x=1`,
      `postgres://ada:${SECRET}@db.example/x`,
      `{"password":"${SECRET}"}`,
      `password = ${SECRET}`,
      `-----BEGIN RSA PRIVATE KEY-----\n${SECRET}`,
    ]) {
      expect(redactedText(text), text).not.to.contain(SECRET);
      const out = redacted(JSON.stringify({ text, list: [text] }));
      expect(out, text).not.to.contain(SECRET);
      expect(JSON.parse(out).list[0]).to.equal(redactedText(text));
    }
    expect(redactedText('eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc')).to.equal('[redacted]');
    expect(redactedText('a bearer of news, basic facts')).to.equal('a bearer of news, basic facts');
  });

  it('keeps everything else as it was written', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const json = JSON.stringify(value, null, 1);
        expect(JSON.stringify(JSON.parse(redacted(json)), null, 1).length).to.be.at.most(json.length * 12);
        if (
          !/key|pass|pwd|pin|otp|auth|jwt|bearer|secret|token|cookie|credential|session|signature|basic|eyJ|:\/\//i.test(
            json,
          )
        )
          expect(redacted(json)).to.equal(json);
      }),
    );
  });

  it('shows no part of a secret, wherever the text is cut off', () => {
    const json = JSON.stringify({
      a: 'x',
      password: SECRET,
      list: [{ token: [SECRET, { b: SECRET }] }],
      text: `Bearer ${SECRET}`,
    });
    for (let length = 0; length <= json.length; length += 1) {
      const out = redacted(json.slice(0, length));
      expect(out, out).not.to.contain(SECRET.slice(0, 4));
    }
  });

  it('is read in time that grows with its length only', () => {
    for (const part of ['"', '\\', '[', '{"key":', 'eyJ', 'bearer ', 'secret', '://:', 'password-', '{"a":"b"},']) {
      const json = `["${part.repeat(64_000 / part.length)}`;
      const read = (): void => {
        redacted(json);
        redactedText(json);
      };
      expect(cpuMsOf(read), part).to.be.below(1_500);
    }
  });
});
