// Makes keys and signatures in minisign's format, and exports what checks them. Runs in command-line processes only; the server imports
// signature-check.ts alone. Source: https://jedisct1.github.io/minisign/ and minisign 0.11; tests use its keys and signatures.

import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isComment, keyIdOf } from '../../../catalog/bundle/signature-check.ts';
import { KeyUnusable, lastBytes, NUMBER_BYTES, rawPublic, readSecretKey, secretFile } from './signature-secret.ts';

export { readPublicKey, type SignatureVerdict, verifySignature } from '../../../catalog/bundle/signature-check.ts';
export { KeyUnusable };

export interface KeyPair {
  readonly keyId: string;
  /** Text of the `.pub` file: a comment and a line of base64. */
  readonly publicKeyText: string;
  /** The line of base64 alone, for `plugins.trustedKeys`. */
  readonly publicKey: string;
  readonly secretKeyText: string;
}

export interface SignOptions {
  readonly bytes: Uint8Array;
  readonly secretKeyText: string;
  /** One line, signed with the file. */
  readonly trustedComment: string;
  readonly password?: string;
}

const COMMENT_BYTES = 8_000;

/**
 * The text of a `.minisig` file, as minisign would write it: over the BLAKE2b-512 of the bytes. Throws {@link KeyUnusable}
 * if the key is no key, is damaged, or has another password. Limits: a comment of one line and 8,000 bytes.
 */
export const signBytes = ({ bytes, secretKeyText, trustedComment, password }: SignOptions): string => {
  if (!isComment(trustedComment) || Buffer.byteLength(trustedComment) > COMMENT_BYTES)
    throw new KeyUnusable(
      `The comment must be one line of at most ${COMMENT_BYTES} bytes, without control characters.`,
    );
  const { number, key } = readSecretKey(secretKeyText, password);
  const signature = sign(null, createHash('blake2b512').update(bytes).digest(), key);
  const overComment = sign(null, Buffer.concat([signature, Buffer.from(trustedComment)]), key);
  return [
    `untrusted comment: signature from Toolcell secret key ${keyIdOf(number)}`,
    Buffer.concat([Buffer.from('ED'), number, signature]).toString('base64'),
    `trusted comment: ${trustedComment}`,
    overComment.toString('base64'),
    '',
  ].join('\n');
};

/** A new pair of keys. With a `password` the secret key is encrypted, as minisign does it; without, it is as from `minisign -G -W`. */
export const generateKeys = ({ password }: { readonly password?: string } = {}): KeyPair => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const raw = rawPublic(publicKey);
  const seed = lastBytes(privateKey.export({ format: 'der', type: 'pkcs8' }));
  const number = randomBytes(NUMBER_BYTES);
  const keyId = keyIdOf(number);
  const publicLine = Buffer.concat([Buffer.from('Ed'), number, raw]).toString('base64');
  const secretLine = secretFile(Buffer.concat([number, seed, raw]), password).toString('base64');
  const kind = password === undefined ? 'secret key' : 'encrypted secret key';
  return {
    keyId,
    publicKey: publicLine,
    publicKeyText: `untrusted comment: minisign public key ${keyId}\n${publicLine}\n`,
    secretKeyText: `untrusted comment: Toolcell ${kind} ${keyId}\n${secretLine}\n`,
  };
};
