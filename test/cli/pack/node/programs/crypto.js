import crypto, {
  createHash,
  createHmac,
  hash,
  hkdfSync,
  pbkdf2Sync,
  randomBytes,
  randomInt,
  randomUUID,
  scryptSync,
  timingSafeEqual,
} from 'node:crypto';
import { finished } from 'node:stream/promises';
import { promisify } from 'node:util';

const NAMES = [
  'md5',
  'sha1',
  'sha224',
  'sha256',
  'sha384',
  'sha512',
  'SHA256',
  'RSA-SHA256',
  'sha512-256',
  'sha3-256',
  'ripemd160',
];

export const cases = {
  hashes: () => NAMES.map((name) => createHash(name).update('Größe').digest('hex')),
  'hashes in parts, in each form': () => [
    createHash('sha256').update('a').update(Buffer.from('b')).update('63', 'hex').digest('base64'),
    createHash('sha1').digest(),
    createHash('md5')
      .update(new Uint16Array([1]))
      .digest('base64url'),
  ],
  'copies a hash': () => {
    const one = createHash('sha256').update('a');
    return [one.copy().update('b').digest('hex'), one.digest('hex')];
  },
  'hashes a stream': async () => {
    const stream = createHash('sha256');
    stream.end('abc');
    await finished(stream, { readable: false });
    return stream.read();
  },
  'hashes at once': () => [hash('sha1', 'a'), hash('md5', 'a', 'base64')],
  'refuses to go on after the end': () => {
    const one = createHash('sha256');
    one.digest();
    one.update('a');
  },
  'refuses what is no data': () => createHash('sha256').update(5),
  'signs with a key': () => [
    createHmac('sha256', 'key').update('data').digest('hex'),
    createHmac('md5', Buffer.alloc(80, 1)).update('').digest('hex'),
  ],
  'makes random bytes': async () => [
    randomBytes(5).length,
    (await promisify(randomBytes)(3)).length,
    /^[0-9a-f-]{36}$/.test(randomUUID()),
    Array.from({ length: 50 }, () => randomInt(3, 5)).every((x) => x === 3 || x === 4),
    randomBytes(70_000).length,
  ],
  'refuses a negative number of bytes': () => randomBytes(-1),
  'compares in constant time': () => [
    timingSafeEqual(Buffer.from('a'), Buffer.from('a')),
    timingSafeEqual(Buffer.from('a'), Buffer.from('b')),
  ],
  'refuses to compare other lengths': () => timingSafeEqual(Buffer.from('a'), Buffer.from('ab')),
  'derives keys': () => [
    pbkdf2Sync('p', 's', 10, 20, 'sha256').toString('hex'),
    scryptSync('p', 's', 16, { N: 16 }).toString('hex'),
    Buffer.from(hkdfSync('sha256', 'k', 's', 'i', 10)).toString('hex'),
  ],
  'derives keys later': () =>
    new Promise((resolve) => crypto.pbkdf2('p', 's', 1, 8, 'sha512', (_error, key) => resolve(key))),
  'has Web Crypto': async () => [
    crypto.webcrypto.subtle === crypto.subtle,
    new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array([1]))).length,
    crypto.getRandomValues(new Uint8Array(2)).length,
  ],
  'lists hashes': () => ['sha256', 'md5'].every((name) => crypto.getHashes().includes(name)),
};
