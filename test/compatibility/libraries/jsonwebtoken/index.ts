// Examples from the documentation of jsonwebtoken, as tools.

import { defineTool } from '@toolcell/plugin';
import jwt from 'jsonwebtoken';

const text = { type: 'string' } as const;

export const jwtSign = defineTool(
  {
    description: 'A token with HS256.',
    inputSchema: {
      type: 'object',
      properties: { claims: { type: 'object' }, secret: text },
      required: ['claims', 'secret'],
    },
    outputSchema: text,
    examples: [
      {
        arguments: { claims: { foo: 'bar', iat: 1516239022 }, secret: 'shhhhh' },
        result:
          'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJmb28iOiJiYXIiLCJpYXQiOjE1MTYyMzkwMjJ9.O_OUue1sh-kpCimyuCVj8PRRfmCWmw6ebEZrLBe8FCo',
      },
    ],
  },
  ({ claims, secret }) => jwt.sign(claims, secret) as string,
);

/** Signed with RS256. */
const TOKEN =
  'eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.eyJmb28iOiJiYXIiLCJpYXQiOjE1MTYyMzkwMjJ9.XgJ6xeQOiCmRrGz7xzrtJXdNAWntGD_uKJRjsanv5IB03WlJ-KcdLaOPgprbDQywt_Zr5k970CTlhICzL5yH3CVssb3Wn95BwxL3pNYVSLXsd9QrClnFx_pi8Taq30ISNnt29Ky5wWdGOGlphlONGSDoIOzofExu3V_tkkMC6xuHfONyUfGTudMxxjtvczDtuqyukdmUO1P6c_6h_jacKi8ayHsy66wzh-mpKUn7krGNoJOxCs955SJYU1QegneDH2wbnm-VLprZTvfPJyvQr0GmvfZTPpMnmbfrZaN1nxJ32uLNzp01Sf0p947_pP5q95cn-91B9F69l9FrfW9oKQ';
const PUBLIC_KEY = `-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAmejUlAkCtJU8nPYSpg8y
o859KYG3SeR0nsdroz3WWpWarfk5I5hSZdYElxyWMj91waMgBOPTiyfotwQpBqBi
5+H8/lvcLN21NIknv+0TtkbN8fAeqf9itJBcuRUt/0L8Bt1h+8aLaMCsE+VDrOj9
iXmLlnqfjHnqVhb7RCTa7NtyTW3S0ZBs5N9lWxFFJdRng+YEbgcwSXee/zXhR7HP
hVmI0KCLZoaJXdtIHbdalAwFOiErUfFawDMS4aHZy5Qz0QO6SRXWApAX3EgZ3Xa0
KAAzNZuq07+6G4+58+eTFhjx/Y8Wu6hH/9gXr8fwKvR+LNQNvlv2i+A1mP0iX0Iz
BwIDAQAB
-----END PUBLIC KEY-----
`;

export const jwtVerify = defineTool(
  {
    description: 'The claims of a token, or why it is not taken.',
    inputSchema: { type: 'object', properties: { token: text, key: text }, required: ['token', 'key'] },
    outputSchema: {},
    examples: [
      { arguments: { token: TOKEN, key: PUBLIC_KEY }, result: { foo: 'bar', iat: 1516239022 } },
      { arguments: { token: `${TOKEN.slice(0, -4)}AAAA`, key: PUBLIC_KEY }, result: 'invalid signature' },
      {
        arguments: { token: TOKEN, key: 'shhhhh' },
        result: 'invalid algorithm',
      },
      { arguments: { token: 'a.b', key: 'shhhhh' }, result: 'jwt malformed' },
    ],
  },
  ({ token, key }) => {
    try {
      return jwt.verify(token, key);
    } catch (error) {
      return (error as Error).message;
    }
  },
);
