// Keys for tests of crypto.subtle: the example of RFC 7515, A.2, and keys that are broken in one place each. Imported by tests.

import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import type { Json, JsonObject } from '../../../src/shared/protocol/json.ts';

/** The key, the signed text, and its signature. */
export const RS256_EXAMPLE: { readonly jwk: JsonObject; readonly input: string; readonly signature: string } = {
  jwk: {
    kty: 'RSA',
    n: 'ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SFd2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXpoQ',
    e: 'AQAB',
    d: 'Eq5xpGnNCivDflJsRQBXHx1hdR1k6Ulwe2JZD50LpXyWPEAeP88vLNO97IjlA7_GQ5sLKMgvfTeXZx9SE-7YwVol2NXOoAJe46sui395IW_GO-pWJ1O0BkTGoVEn2bKVRUCgu-GjBVaYLU6f3l9kJfFNS3E0QbVdxzubSu3Mkqzjkn439X0M_V51gfpRLI9JYanrC4D4qAdGcopV_0ZHHzQlBjudU2QvXt4ehNYTCBr6XCLQUShb1juUO1ZdiYoFaFQT5Tw8bGUl_x_jTj3ccPDVZFD9pIuhLhBOneufuBiB4cS98l2SR_RQyGWSeWjnczT0QU91p1DhOVRuOopznQ',
    p: '4BzEEOtIpmVdVEZNCqS7baC4crd0pqnRH_5IB3jw3bcxGn6QLvnEtfdUdiYrqBdss1l58BQ3KhooKeQTa9AB0Hw_Py5PJdTJNPY8cQn7ouZ2KKDcmnPGBY5t7yLc1QlQ5xHdwW1VhvKn-nXqhJTBgIPgtldC-KDV5z-y2XDwGUc',
    q: 'uQPEfgmVtjL0Uyyx88GZFF1fOunH3-7cepKmtH4pxhtCoHqpWmT8YAmZxaewHgHAjLYsp1ZSe7zFYHj7C6ul7TjeLQeZD_YwD66t62wDmpe_HlB-TnBA-njbglfIsRLtXlnDzQkv5dTltRJ11BKBBypeeF6689rjcJIDEz9RWdc',
    dp: 'BwKfV3Akq5_MFZDFZCnW-wzl-CCo83WoZvnLQwCTeDv8uzluRSnm71I3QCLdhrqE2e9YkxvuxdBfpT_PI7Yz-FOKnu1R6HsJeDCjn12Sk3vmAktV2zb34MCdy7cpdTh_YVr7tss2u6vneTwrA86rZtu5Mbr1C1XsmvkxHQAdYo0',
    dq: 'h_96-mK1R_7glhsum81dZxjTnYynPbZpHziZjeeHcXYsXaaMwkOlODsWa7I9xXDoRwbKgB719rrmI2oKr6N3Do9U0ajaHF-NKJnwgjMd2w9cjz3_-kyNlxAr2v4IKhGNpmM5iIgOS1VZnOZ68m6_pbLBSp3nssTdlqvd0tIiTHU',
    qi: 'IYd7DHOhrWvxkwPQsRM2tOgrjbcrfvtQJipd-DlcxyVuuM9sQLdgjVk2oy26F0EmpScGLq2MowX7fhd_QJQ3ydy5cY7YIBi87w93IKLEdfnbJtoOPLUW0ITrJReOgo1cq9SbsxYawBgfp_gh6A5603k2-ZQwVK0JKSHuLFkuQ3U',
  },
  input:
    'eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ',
  signature:
    'cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdbF9CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383LcOLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0igcN_IoypGlUPQGe77Rw',
};

type Attempt = readonly [format: string, key: Json, algorithm: Json, usages: readonly string[]];

const P256 = { name: 'ECDSA', namedCurve: 'P-256' };
const RSA = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
const { jwk: rsa } = RS256_EXAMPLE;

const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const ec = pair.export({ format: 'jwk' }) as { kty: string; crv: string; x: string; y: string; d: string };
const spki = createPublicKey(pair.export({ format: 'pem', type: 'pkcs8' })).export({ format: 'der', type: 'spki' });
const pkcs8 = pair.export({ format: 'der', type: 'pkcs8' });
const ed = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }) as { x: string };
const otherD = (other.export({ format: 'jwk' }) as { d: string }).d;
const zeros = (bytes: number): string => Buffer.alloc(bytes).toString('base64url');

/** The bytes with one of them changed. */
const changed = (bytes: Uint8Array, at: number, by = 1): Json => {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] as number) ^ by;
  return { hex: copy.toString('hex') };
};
const verify = ['verify'];
const sign = ['sign'];

/** Keys that must be refused with DataError. */
export const BROKEN_KEYS: readonly Attempt[] = [
  // Points that are not on the curve, or at infinity: a secret derived with them reveals part of the private key.
  ['raw', changed(spki.subarray(-65), 40), P256, verify],
  ['raw', { hex: '00' }, P256, verify],
  ['raw', { hex: `04${'00'.repeat(64)}` }, P256, verify],
  ['raw', { hex: `04${'ff'.repeat(64)}` }, P256, verify],
  ['spki', changed(spki, spki.length - 1), P256, verify],
  ['jwk', { ...ec, d: otherD }, P256, sign],
  ['jwk', { ...ec, d: zeros(32) }, P256, sign],
  ['jwk', { ...ec, d: `${ec.d}AA` }, P256, sign],
  ['jwk', { ...ec, x: ec.x.slice(2) }, P256, sign],
  ['jwk', { ...ec, crv: 'P-384' }, P256, sign],
  ['jwk', { ...ec, kty: 'OKP' }, P256, sign],
  ['jwk', { ...ec, alg: 'ES384' }, P256, sign],
  ['jwk', { ...ec, use: 'enc' }, P256, sign],
  ['jwk', { ...ec, x: 'not base64url!' }, P256, sign],
  ['jwk', { ...ec, x: 5 }, P256, sign],
  ['pkcs8', { hex: pkcs8.toString('hex') }, { ...P256, namedCurve: 'P-384' }, sign],
  ['pkcs8', changed(pkcs8, pkcs8.length - 1), P256, sign],
  // Wrong lengths.
  ...Array.from({ length: 8 }, (_, at): Attempt => ['pkcs8', changed(pkcs8, at, 0x84), P256, sign]),
  ['pkcs8', { hex: `${pkcs8.toString('hex')}00` }, P256, sign],
  ['pkcs8', { hex: '3084ffffffff' }, P256, sign],
  ['pkcs8', { hex: '3080' }, P256, sign],
  ['spki', { hex: '30' }, P256, verify],
  ['jwk', { ...ed, d: zeros(32) }, 'Ed25519', sign],
  ['jwk', { ...ed, d: zeros(31) }, 'Ed25519', sign],
  // Parts for the Chinese remainder theorem that do not fit: a signature with them would reveal the primes.
  ...['p', 'q', 'dp', 'dq', 'qi', 'd'].map(
    (part): Attempt => [
      'jwk',
      { ...rsa, [part]: (rsa[part] as string).replace(/^./, (first) => (first === 'B' ? 'C' : 'B')) },
      RSA,
      sign,
    ],
  ),
  ['jwk', { ...rsa, p: rsa.n as Json, q: 'AQ' }, RSA, sign],
  ['jwk', { kty: 'RSA', n: rsa.n as Json, e: 'AQ' }, RSA, verify],
  ['jwk', { kty: 'RSA', n: rsa.n as Json, e: 'AQAA' }, RSA, verify],
  ['jwk', { kty: 'RSA', n: rsa.n as Json, e: rsa.n as Json }, RSA, verify],
  ['jwk', { kty: 'RSA', n: 'DAA', e: 'AQAB' }, RSA, verify],
  ['jwk', { kty: 'RSA', n: 'A'.repeat(40_000), e: 'AQAB' }, RSA, verify],
  ['jwk', { kty: 'RSA', n: '_'.repeat(40_000), e: 'AQAB' }, RSA, verify],
  ['jwk', { ...rsa, alg: 'RS512' }, RSA, sign],
];
