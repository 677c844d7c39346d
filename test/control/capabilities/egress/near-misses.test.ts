// What looks like a placeholder of a secret and is none is refused before a socket is opened; what callers write is left alone.

import { expect } from 'chai';
import { Egress } from '../../../../src/control/capabilities/egress.ts';
import type { FetchRequest } from '../../../../src/shared/protocol/capabilities.ts';
import { fetchWith } from '../fetching.ts';
import { startUpstream, type Upstream } from '../upstream.ts';

const VALUE = 'a-value-that-nobody-guesses';
const twice = (text: string): string => encodeURIComponent(encodeURIComponent(text));

const IN_HEADER = [
  'Bearer {{secret.KEY}',
  'Bearer {{secret.KEY',
  'Bearer {secret.KEY}',
  'Bearer {{ secret.KEY }}',
  'Bearer {{secret .KEY}}',
  'Bearer {{secrets.KEY}}',
  'Bearer {{Secrets.KEY}}',
  'Bearer {{secret:KEY}}',
  'Bearer {{secret_KEY}}',
  'Bearer {{secret}}',
  'Bearer {{secret.}}',
  `Bearer $${'{secret.KEY}'}`,
  'Bearer secret.KEY}}',
  'Bearer secret.KEY',
  `Bearer ${twice('{{secret.KEY}}')}`,
  'Bearer %7B%7Bsecret%2EKEY%7D%7D',
  'Bearer {{secret.KEY}} {{secret.KEY}',
];
const IN_QUERY = [
  '{{secret.KEY}',
  '{secret.KEY}',
  '{{ secret.KEY }}',
  '{{secrets.KEY}}',
  encodeURIComponent('{{secret.KEY}}'),
];
const IN_BODY = [
  '{"a":"{{secret.KEY}"}',
  '{"a":"{{ secret.KEY }}"}',
  '{"a":"{secret.KEY}"}',
  '{"a":"{{SECRET:KEY}}"}',
  '{"a":"\\u007b\\u007bsecret.KEY\\u007d\\u007d"}',
  `a=${twice('{{secret.KEY}}')}`,
];
const BODIES_OF_CALLERS = [
  `{"a":"$${'{{ secrets.KEY }}'}"}`,
  '{"a":"{{secret.OTHER}"}',
  '{"a":"the secret. KEY is lost"}',
  '{"secret":{"KEY":1}}',
  JSON.stringify({ content: btoa('run: {{secret.KEY}}') }),
  '{ secret }',
];

describe('what looks like a placeholder and is none', () => {
  let upstream: Upstream;
  let egress: Egress;
  beforeEach(async () => {
    upstream = await startUpstream((_request, response) => response.end('there'));
    const secret = { name: 'KEY', plugin: 'visitor', origin: upstream.origin, from: { value: VALUE } };
    egress = new Egress({ dnsServers: [], extraCas: [], secrets: [secret] });
  });
  afterEach(async () => {
    await egress.close();
    await upstream.close();
  });
  const go = ({ path = '/', ...ask }: Partial<FetchRequest> & { readonly path?: string }, names = ['KEY']) => {
    const places = { origin: upstream.origin, headers: ['authorization'], parameters: ['key'], bodyMembers: ['a'] };
    return fetchWith(
      egress,
      { url: upstream.origin + path, ...ask },
      { private: [upstream.origin], requestedSecrets: names.map((name) => ({ name, ...places })) },
    );
  };
  const post = (body: string) => ({ method: 'POST', headers: [['content-type', 'application/json']] as const, body });
  const expectRefused = ({ ok, error, denial }: Awaited<ReturnType<typeof go>>, place: RegExp): void => {
    expect(ok).to.equal(false);
    expect(error.name).to.equal('NotAllowedError');
    expect(error.message).to.match(place);
    expect(denial).to.include({ rule: 'secretPlace' });
    expect(upstream.connections.made).to.equal(0);
  };

  for (const value of IN_HEADER)
    it(`is refused in a header: ${value}`, async () => {
      expectRefused(await go({ headers: [['authorization', value]] }), /in the header "authorization"/);
    });

  for (const value of IN_QUERY)
    it(`is refused in an address: ${value}`, async () => {
      expectRefused(await go({ path: `/?key=${encodeURIComponent(value)}` }), /in the address/);
      expectRefused(await go({ path: `/${encodeURIComponent(value)}` }), /in the address|in the path/);
    });

  for (const body of IN_BODY)
    it(`is refused in a body: ${body}`, async () => {
      expectRefused(await go(post(body)), /in the body/);
    });

  it('is also refused in headers of a plugin that asks for no secret', async () => {
    expectRefused(await go({ headers: [['authorization', 'Bearer {{secret.KEY}']] }, []), /authorization/);
  });

  it('is no text of a caller, and no placeholder', async () => {
    for (const body of BODIES_OF_CALLERS) expect((await go(post(body))).ok, body).to.equal(true);
    for (const path of ['/?q=secrets.KEY', '/?q=the%20secret.', '/?q={secret:true}', '/secret.KEY'])
      expect((await go({ path })).ok, path).to.equal(true);
    for (const value of ['Bearer {{secret.KEY}}', 'Bearer %7B%7Bsecret.KEY%7D%7D', `Basic ${btoa('u:{{secret.KEY}}')}`])
      expect((await go({ headers: [['authorization', value]] })).ok, value).to.equal(true);
    expect((await go(post('{"a":"{{secret.KEY}}"}'))).ok).to.equal(true);
  });

  it('is found in long texts in little time', async () => {
    for (const text of [
      '{secret '.repeat(100_000),
      `{{${' '.repeat(800_000)}`,
      '%25'.repeat(250_000),
      'secret.KEY'.repeat(80_000),
    ]) {
      const start = performance.now();
      await go(post(JSON.stringify({ b: text })));
      expect(performance.now() - start).to.be.below(5_000);
    }
  });
});
