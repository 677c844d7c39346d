import crypto, {
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  createSign,
  createVerify,
  generateKeyPairSync,
  KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { promisify } from 'node:util';
import * as keys from './keys/pems.js';

const DATA = 'what is signed: Größe';
const { RSA_PKCS1_PSS_PADDING: PSS } = crypto.constants;

/** Signed here, and verified here, since some signatures are different each time. */
const holds = (key, publicKey, name = 'SHA256', options = {}) => {
  const signature = createSign(name)
    .update(DATA)
    .sign({ key, ...options });
  const check = (data, with_ = options) =>
    createVerify(name)
      .update(data)
      .verify({ key: publicKey, ...with_ }, signature);
  return [check(DATA), check('other'), signature.length > 60];
};

export const cases = {
  'signs with RSA': () => [
    createSign('RSA-SHA256').update(DATA).sign(keys.RSA, 'base64'),
    createSign('SHA512').update(DATA).sign(keys.RSA_PKCS1).toString('hex'),
    createSign('sha1').update('a').update('62', 'hex').sign(createPrivateKey(keys.RSA), 'base64url'),
  ],
  'verifies with RSA': () => [
    holds(keys.RSA, keys.RSA_PUBLIC),
    holds(keys.RSA, keys.RSA_PUBLIC_PKCS1, 'RSA-SHA384'),
    holds(keys.RSA, keys.CERTIFICATE),
    holds(keys.RSA, keys.RSA),
  ],
  'verifies what others signed': () =>
    createVerify('RSA-SHA256')
      .update('a')
      .verify(keys.RSA_PUBLIC, createSign('SHA256').update('a').sign(keys.RSA, 'hex'), 'hex'),
  'signs with PSS': () => [
    holds(keys.RSA, keys.RSA_PUBLIC, 'SHA256', { padding: PSS }),
    holds(keys.RSA, keys.RSA_PUBLIC, 'SHA256', { padding: PSS, saltLength: -1 }),
    holds(keys.RSA, keys.RSA_PUBLIC, 'SHA512', { padding: PSS, saltLength: 7 }),
  ],
  'signs with curves': () => [
    holds(keys.EC, keys.EC_PUBLIC),
    holds(keys.EC_SEC1, keys.EC_PUBLIC),
    holds(keys.EC, keys.EC_PUBLIC, 'SHA256', { dsaEncoding: 'ieee-p1363' }),
    holds(keys.EC_521, keys.EC_521, 'SHA512'),
  ],
  'verifies no broken signature': () =>
    ['', '3006020101020101', '30', '3006020101020101ff'].map((hex) =>
      createVerify('SHA256').update(DATA).verify(keys.EC_PUBLIC, hex, 'hex'),
    ),
  'signs with Ed25519': () => {
    const signature = sign(null, Buffer.from(DATA), keys.ED);
    return [signature, verify(null, Buffer.from(DATA), keys.ED_PUBLIC, signature)];
  },
  'signs at once, and later': async () => [
    sign('SHA256', Buffer.from(DATA), keys.RSA).toString('hex'),
    (await promisify(sign)('SHA256', Buffer.from(DATA), keys.RSA)).length,
    await promisify(verify)('SHA256', Buffer.from(DATA), keys.RSA_PUBLIC, sign('SHA256', Buffer.from(DATA), keys.RSA)),
  ],
  'describes keys': () =>
    [keys.RSA, keys.EC, keys.EC_521, keys.ED].map((pem) => {
      const key = createPrivateKey(pem);
      return [key.type, key.asymmetricKeyType, key.asymmetricKeyDetails, createPublicKey(key).type];
    }),
  'writes keys': () => [
    createPrivateKey(keys.RSA_PKCS1).export({ type: 'pkcs8', format: 'pem' }) === keys.RSA,
    createPrivateKey(keys.RSA).export({ type: 'pkcs1', format: 'pem' }) === keys.RSA_PKCS1,
    createPublicKey(keys.RSA).export({ type: 'spki', format: 'pem' }) === keys.RSA_PUBLIC,
    createPublicKey(keys.CERTIFICATE).export({ type: 'pkcs1', format: 'pem' }) === keys.RSA_PUBLIC_PKCS1,
    createPrivateKey(keys.EC_SEC1).export({ type: 'pkcs8', format: 'pem' }) === keys.EC,
    createPublicKey(keys.ED).export({ type: 'spki', format: 'der' }),
  ],
  'writes JSON Web Keys': () =>
    [keys.RSA, keys.EC, keys.ED].flatMap((pem) => [
      createPrivateKey(pem).export({ format: 'jwk' }),
      createPublicKey(pem).export({ format: 'jwk' }),
    ]),
  'reads JSON Web Keys and DER': () => {
    const jwk = createPrivateKey(keys.EC).export({ format: 'jwk' });
    const der = createPrivateKey(keys.RSA).export({ type: 'pkcs1', format: 'der' });
    return [
      createPublicKey({ key: jwk, format: 'jwk' }).equals(createPublicKey(keys.EC)),
      createPrivateKey({ key: der, format: 'der', type: 'pkcs1' }).equals(createPrivateKey(keys.RSA)),
    ];
  },
  'has secret keys': () => {
    const key = createSecretKey('secret', 'utf8');
    return [
      [key.type, key.symmetricKeySize, key.export(), key.export({ format: 'jwk' }), key instanceof KeyObject],
      createHmac('sha256', key).update('a').digest('hex'),
    ];
  },
  'makes pairs': () => {
    const { publicKey, privateKey } = generateKeyPairSync('ec', {
      namedCurve: 'P-256',
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
    return holds(privateKey, publicKey);
  },
  'refuses what is no key': () => createPrivateKey('nothing'),
  'refuses a public key for signing': () => createSign('SHA256').update('a').sign(createPublicKey(keys.RSA)),
  'refuses a secret key for signing': () =>
    createSign('SHA256')
      .update('a')
      .sign(createSecretKey(Buffer.alloc(5))),
};
