// Examples from the documentation of jose, and the token of jwt.io, as tools.

import { defineTool } from '@toolcell/plugin';
import { decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose';

const text = { type: 'string' } as const;
const keyOf = (secret: string): Uint8Array => new TextEncoder().encode(secret);

export const joseSign = defineTool(
  {
    description: 'A token with HS256.',
    inputSchema: { type: 'object', properties: { subject: text, secret: text }, required: ['subject', 'secret'] },
    outputSchema: text,
    examples: [
      {
        arguments: { subject: '1234567890', secret: 'your-256-bit-secret' },
        result:
          'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJuYW1lIjoiSm9obiBEb2UiLCJzdWIiOiIxMjM0NTY3ODkwIiwiaWF0IjoxNTE2MjM5MDIyfQ.3uGPWYtY_HtIcBGz4eUmTtcjZ4HnJZK9Z2uhx0Ks4n8',
      },
    ],
  },
  ({ subject, secret }) =>
    new SignJWT({ name: 'John Doe' })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setSubject(subject)
      .setIssuedAt(1516239022)
      .sign(keyOf(secret)),
);

const KNOWN =
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c';

export const joseVerify = defineTool(
  {
    description: 'The claims of a token with HS256, or why it is not taken.',
    inputSchema: { type: 'object', properties: { token: text, secret: text }, required: ['token', 'secret'] },
    outputSchema: {},
    examples: [
      {
        arguments: { token: KNOWN, secret: 'your-256-bit-secret' },
        result: { alg: 'HS256', payload: { sub: '1234567890', name: 'John Doe', iat: 1516239022 } },
      },
      { arguments: { token: KNOWN, secret: 'another secret' }, result: 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED' },
      { arguments: { token: 'a.b', secret: 'any' }, result: 'ERR_JWS_INVALID' },
    ],
  },
  async ({ token, secret }) => {
    try {
      const { payload } = await jwtVerify(token, keyOf(secret));
      return { alg: decodeProtectedHeader(token).alg, payload };
    } catch (error) {
      if (error instanceof errors.JOSEError) return error.code;
      throw error;
    }
  },
);
