// Tools that have the host sign, through a whole host, in both modes: signatures fit the key, no tool sees it, and what is not granted or too much is
// refused with the right fault.

import { createHmac, generateKeyPairSync, verify } from 'node:crypto';
import { expect } from 'chai';
import type { SigningAlgorithm } from '../../src/shared/protocol/capabilities.ts';
import { startTestHost, type TestHost } from '../support/host.ts';

const SOURCE = `
const hex = (bytes) => bytes.toHex();
export const sign = async ({ name, algorithm, text }, { secrets }) => hex(await secrets.sign(name, algorithm, text));
export const bytes = async ({ name }, { secrets }) => {
  const data = new Uint8Array([1, 2, 3, 255]);
  const signed = secrets.sign(name, 'HS256', data.subarray(1));
  data.fill(0);
  const whole = new Uint8Array([9, 9]);
  return [hex(await signed), hex(await secrets.sign(name, 'HS256', whole.buffer)), Object.isFrozen(secrets)];
};
export const flood = async ({ name, count }, { secrets }) => {
  const all = await Promise.allSettled(Array.from({ length: count }, () => secrets.sign(name, 'RS256', 'x')));
  return all.map(({ status, reason }) => reason?.name ?? status);
};
export const huge = async ({ name, size }, { secrets }) => {
  try { await secrets.sign(name, 'HS256', new Uint8Array(size)); return 'signed'; } catch (error) { return error.name; }
};
export const forged = async (_, { secrets }) => {
  const tries = [['__proto__', 'HS256', 'x'], ['constructor', 'HS256', 'x'], [{ toJSON: () => 'HMAC' }, 'none', 'x'], ['HMAC', 'HS256', 5], ['HMAC', 'HS256']];
  const answers = [];
  for (const words of tries) answers.push(await secrets.sign(...words).then(() => 'signed', (error) => error.name));
  return answers;
};
export const caught = async ({ name }, { secrets }) => {
  try { await secrets.sign(name, 'HS256', 'x'); return 'signed'; } catch (error) { return error.name + ': ' + error.message; }
};
const seen = new Set();
const walk = (value, found) => {
  if (typeof value === 'string') found.push(value);
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) return;
  seen.add(value);
  for (const key of Reflect.ownKeys(value)) {
    found.push(String(key));
    try { walk(value[key], found); } catch (error) { found.push(String(error.stack)); }
  }
  if (typeof value === 'function') found.push(Function.prototype.toString.call(value));
};
export const look = async (args, context) => {
  await context.secrets.sign('HMAC', 'HS256', 'x');
  const failure = await context.secrets.sign('NOWHERE', 'HS256', 'x').catch((error) => error);
  const found = [];
  walk([args, context, globalThis, failure], found);
  console.log(found.join(' ').slice(0, 5_000));
  return found.join(' ');
};
`;

const TEXT = 'mArKeR-of-a-key-0123456789';
const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const RSA = rsa.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const EC = ec.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const HMACS = ['HS256', 'HS384', 'HS512'] as const;

const keyOf = (name: string, value: string, algorithms: readonly SigningAlgorithm[]) => ({
  ...{ name, plugin: 'signing', origin: '' },
  ...{ from: { value }, algorithms },
});

const TOOLS = ['sign', 'bytes', 'flood', 'huge', 'forged', 'caught'];

for (const freshState of ['realm', 'isolate'] as const)
  describe(`signing on the host, in ${freshState} mode`, function () {
    this.timeout(120_000);
    let host: TestHost;
    before(async function () {
      this.timeout(120_000);
      const signing = [
        { name: 'HMAC', algorithms: HMACS },
        { name: 'RSA', algorithms: ['RS256'] },
        { name: 'EC', algorithms: ['ES256'] },
        { name: 'NARROW', algorithms: HMACS, optional: true },
        { name: 'NOWHERE', algorithms: HMACS, optional: true },
      ];
      host = await startTestHost({
        plugins: {
          signing: {
            source: SOURCE,
            tools: {
              ...Object.fromEntries(TOOLS.map((name) => [name, {}])),
              look: { limits: { resultBytes: 1_000_000 } },
            },
            manifest: { capabilities: { signing } },
          },
          other: {
            source: SOURCE.replaceAll('export const ', 'export const other_'),
            tools: { other_caught: {} },
          },
        },
        freshState,
        externalValues: {
          secrets: [
            keyOf('HMAC', TEXT, HMACS),
            keyOf('RSA', RSA, ['RS256']),
            keyOf('EC', EC, ['ES256']),
            keyOf('NARROW', TEXT, ['HS256']),
          ],
        },
      });
    });
    after(() => host.close());

    const signed = async (name: string, algorithm: string, text: string): Promise<Buffer> =>
      Buffer.from(String((await host.call('sign', { name, algorithm, text })).body), 'hex');

    it('makes the signatures of each algorithm, and counts them', async () => {
      for (const [algorithm, hash] of [
        ['HS256', 'sha256'],
        ['HS384', 'sha384'],
        ['HS512', 'sha512'],
      ] as const)
        expect(await signed('HMAC', algorithm, 'é')).to.deep.equal(createHmac(hash, TEXT).update('é').digest());
      const data = Buffer.from('text');
      expect(verify('sha256', data, rsa.publicKey, await signed('RSA', 'RS256', 'text'))).to.equal(true);
      const key = { key: ec.publicKey, dsaEncoding: 'ieee-p1363' } as const;
      expect(verify('sha256', data, key, await signed('EC', 'ES256', 'text'))).to.equal(true);
      expect(host.log.at(-1)).to.include({ signatures: 1, hostCalls: 1, storeCalls: 0 });
    });

    it('takes views and buffers, as they were when it was called', async () => {
      const hmac = (...bytes: number[]): string =>
        createHmac('sha256', TEXT).update(Uint8Array.from(bytes)).digest('hex');
      expect((await host.call('bytes', { name: 'HMAC' })).body).to.deep.equal([hmac(2, 3, 255), hmac(9, 9), true]);
    });

    it('refuses what is not asked for or not bound, and says who can change it', async () => {
      expect((await host.call('sign', { name: 'RSA', algorithm: 'HS256', text: 'x' })).code).to.equal('tool_error');
      const unbound = await host.call('sign', { name: 'NOWHERE', algorithm: 'HS256', text: 'x' });
      expect(unbound.code).to.equal('not_granted');
      expect(unbound.body).to.include({ setting: 'secrets.NOWHERE', fault: 'operator' });
      const narrow = await host.call('sign', { name: 'NARROW', algorithm: 'HS384', text: 'x' });
      expect(narrow.body).to.include({ code: 'not_granted', setting: 'secrets.NARROW.algorithms' });
      expect((await host.call('other_caught', { name: 'HMAC' })).body).to.match(
        /^NotAllowedError: The plugin does not ask/,
      );
      const denied = host.guestLines.flatMap((line) => line.denied ?? []);
      expect(denied.map(({ rule, target }) => [rule, target])).to.deep.equal([
        ...[
          ['manifest', 'sign'],
          ['secret', 'sign'],
          ['secret', 'sign'],
        ],
        ['manifest', 'sign'],
      ]);
    });

    it('refuses forged names and algorithms, and what is no data', async () => {
      expect((await host.call('forged')).body).to.deep.equal(Array.from({ length: 5 }, () => 'TypeError'));
    });

    it('ends a flood with the limit, and a huge text before the host', async () => {
      const { body } = await host.call('flood', { name: 'RSA', count: 40 });
      expect(body).to.deep.equal([
        ...Array.from({ length: 20 }, () => 'fulfilled'),
        ...Array.from({ length: 20 }, () => 'QuotaExceededError'),
      ]);
      expect(host.log.at(-1)).to.include({ signatures: 20 });
      expect((await host.call('huge', { name: 'HMAC', size: 65_536 })).body).to.equal('signed');
      for (const size of [65_537, 5_000_000])
        expect((await host.call('huge', { name: 'HMAC', size })).body).to.equal('QuotaExceededError');
      expect((await host.call('caught', { name: 'HMAC' })).body).to.equal('signed');
    });

    it('shows no key to a tool, in a result, an error or the log', async () => {
      const { body } = await host.call('look', { a: 1 });
      expect(String(body)).to.have.lengthOf.above(10_000);
      const everything = JSON.stringify([body, host.log, host.guestLines]);
      for (const part of [TEXT, RSA.slice(40, 80), EC.slice(40, 80), 'PRIVATE KEY'])
        expect(everything).not.to.contain(part);
    });
  });
