import crypto, { createCipheriv, createDecipheriv } from 'node:crypto';
import { finished } from 'node:stream/promises';

const KEY = Buffer.alloc(32, 7);
const IV = Buffer.alloc(16, 9);
const TEXT = 'Größe und Gewicht, mehr als zwei Blöcke lang: 0123456789';

const both = (name, bits, iv) => {
  const key = KEY.subarray(0, bits / 8);
  const cipher = createCipheriv(name, key, iv);
  const parts = [cipher.update(TEXT, 'utf8', 'hex'), cipher.update(Buffer.from('more')), cipher.final('hex')];
  const whole = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'hex') : part)));
  const decipher = createDecipheriv(name, key, iv);
  return [
    parts,
    decipher.update(whole.subarray(0, 19), undefined, 'utf8') +
      decipher.update(whole.subarray(19), null, 'utf8') +
      decipher.final('utf8'),
  ];
};

const sealed = (ivBytes, options) => {
  const cipher = createCipheriv('aes-256-gcm', KEY, Buffer.alloc(ivBytes, 3), options);
  cipher.setAAD(Buffer.from('header'));
  const data = Buffer.concat([cipher.update(TEXT), cipher.update('x'), cipher.final()]);
  return { data, tag: cipher.getAuthTag() };
};

const opened = ({ data, tag }, ivBytes, aad = 'header', options = undefined) => {
  const decipher = createDecipheriv('aes-256-gcm', KEY, Buffer.alloc(ivBytes, 3), options);
  decipher.setAAD(Buffer.from(aad));
  decipher.setAuthTag(tag);
  return decipher.update(data).toString() + decipher.final('utf8');
};

export const cases = {
  cbc: () => [128, 192, 256].map((bits) => both(`aes-${bits}-cbc`, bits, IV)),
  ctr: () => [128, 256].map((bits) => both(`aes-${bits}-ctr`, bits, Buffer.alloc(16, 255))),
  ecb: () => both('AES-128-ECB', 128, null),
  'an alias': () => both('aes256', 256, IV),
  gcm: () => [sealed(12), opened(sealed(12), 12)],
  'gcm with another iv': () => [sealed(16).data.length, sealed(16).tag, opened(sealed(16), 16)],
  'gcm with a short tag': () => {
    const one = sealed(12, { authTagLength: 12 });
    return [one.tag, opened(one, 12, 'header', { authTagLength: 12 })];
  },
  'gcm of nothing': () => {
    const cipher = createCipheriv('aes-128-gcm', KEY.subarray(0, 16), Buffer.alloc(12));
    return [cipher.final(), cipher.getAuthTag()];
  },
  'gives text in base64 across parts': () => {
    const cipher = createCipheriv('aes-128-ctr', KEY.subarray(0, 16), IV);
    return cipher.update('ab', 'utf8', 'base64') + cipher.update('cd', 'utf8', 'base64') + cipher.final('base64');
  },
  'without padding': () => {
    const cipher = createCipheriv('aes-128-cbc', KEY.subarray(0, 16), IV).setAutoPadding(false);
    return [cipher.update(Buffer.alloc(32)), cipher.final()];
  },
  'is a stream': async () => {
    const cipher = createCipheriv('aes-256-cbc', KEY, IV);
    const chunks = [];
    cipher.on('data', (chunk) => chunks.push(chunk));
    cipher.write('a long line');
    cipher.end('and another one');
    await finished(cipher);
    return Buffer.concat(chunks);
  },
  'refuses a wrong tag': () => opened({ ...sealed(12), tag: Buffer.alloc(16) }, 12),
  'refuses another header': () => opened(sealed(12), 12, 'other'),
  'refuses a missing tag': () => {
    const decipher = createDecipheriv('aes-256-gcm', KEY, Buffer.alloc(12, 3));
    decipher.update(sealed(12).data);
    decipher.final();
  },
  'refuses a wrong key': () => {
    const cipher = createCipheriv('aes-256-cbc', KEY, IV);
    const data = Buffer.concat([cipher.update(TEXT), cipher.final()]);
    const decipher = createDecipheriv('aes-256-cbc', Buffer.alloc(32, 8), IV);
    decipher.update(data);
    decipher.final();
  },
  'refuses a cut text': () => {
    const decipher = createDecipheriv('aes-256-cbc', KEY, IV);
    decipher.update(Buffer.alloc(17));
    decipher.final();
  },
  'refuses a short key': () => createCipheriv('aes-256-cbc', KEY.subarray(1), IV),
  'refuses a short iv': () => createCipheriv('aes-256-cbc', KEY, IV.subarray(1)),
  'takes a secret key': () =>
    createCipheriv('aes-256-ecb', crypto.createSecretKey(KEY), null).update(Buffer.alloc(16), null, 'hex'),
  'lists them': () => ['aes-256-gcm', 'aes-128-cbc'].every((name) => crypto.getCiphers().includes(name)),
};
