// Reads and writes the file of a secret key in minisign's format, encrypted with a password or not. Runs in command-line
// processes only.

import { createPrivateKey, createPublicKey, type KeyObject, randomBytes, scryptSync } from 'node:crypto';
import { blake2b } from '@noble/hashes/blake2.js';
import { decodeExactly, linesOf } from '../../../catalog/bundle/signature-check.ts';

/** Thrown if a key cannot be read or used. The message is for the key's owner. */
export class KeyUnusable extends Error {
  override name = 'KeyUnusable';
}

/** Byte offsets in a secret key's file: algorithm, key derivation, checksum, salt, two costs, then the part that a password encrypts. */
const SECRET = { algorithm: 0, derivation: 2, sum: 4, salt: 6, operations: 38, memory: 46, key: 54, end: 158 };
/** Bytes of a key's number, which names the pair. */
export const NUMBER_BYTES = 8;
const SEED_BYTES = 32;
const SUM_BYTES = 32;
/** DER prefix that Node needs before the 32 bytes of an Ed25519 seed (RFC 8410). */
const SEED_DER = Buffer.from('302e020100300506032b657004220420', 'hex');
/** Cost of one attempt at a password: 128 MB and about half a second; with minisign's own keys 1 GB. */
const COST = { operations: 4_194_304n, memory: 134_217_728n };
const MOST_MEMORY_BYTES = 2 ** 31;
/** Four times the cost of minisign's own keys. */
const MOST_OPERATIONS = 2n ** 27n;

const NOT_ENCRYPTED = '\0\0';
const derivationOf = (file: Buffer): string => file.toString('latin1', SECRET.derivation, SECRET.sum);

/** N and p of scrypt from the two costs, as libsodium computes them, with r = 8. */
const scryptCost = (operations: bigint, memory: bigint): { N: number; r: number; p: number } => {
  const wanted = Math.max(Number(operations), 32_768);
  const memoryBound = Number(memory);
  const isCheap = wanted < memoryBound / 32;
  const most = isCheap ? wanted / 32 : memoryBound / 1_024;
  let log = 1;
  while (log < 63 && 2 ** log <= most / 2) log++;
  const p = isCheap ? 1 : Math.floor(Math.min(Math.floor(wanted / 4 / 2 ** log), 2 ** 30 - 1) / 8);
  return { N: 2 ** log, r: 8, p: Math.max(1, p) };
};

const keyStream = (password: string, file: Buffer): Buffer => {
  const memory = file.readBigUInt64LE(SECRET.memory);
  if (memory > MOST_MEMORY_BYTES)
    throw new KeyUnusable('The secret key asks for more than 2 GB of memory. Make a new one.');
  const operations = file.readBigUInt64LE(SECRET.operations);
  if (operations > MOST_OPERATIONS) throw new KeyUnusable('The secret key asks for too much time. Make a new one.');
  const cost = scryptCost(operations, memory);
  const maxmem = 128 * cost.r * (cost.N + cost.p) + 2 ** 20;
  const salt = file.subarray(SECRET.salt, SECRET.operations);
  return scryptSync(password, salt, SECRET.end - SECRET.key, { ...cost, maxmem });
};

const mixed = (bytes: Uint8Array, stream: Uint8Array): Buffer =>
  Buffer.from(bytes.map((byte, index) => byte ^ (stream[index] ?? 0)));

const sumOf = (algorithm: Uint8Array, numberAndKey: Uint8Array): Buffer =>
  Buffer.from(blake2b(Buffer.concat([algorithm, numberAndKey]), { dkLen: SUM_BYTES }));

/** minisign leaves the checksum of a key without a password empty. */
const isSumLeftOut = (file: Buffer, sum: Uint8Array): boolean =>
  derivationOf(file) === NOT_ENCRYPTED && sum.every((byte) => byte === 0);

const DAMAGED = 'The secret key is damaged.';

/** The last 32 bytes of a key that Node wrote as DER. */
export const lastBytes = (der: Buffer): Buffer => der.subarray(-32);

/** The 32 bytes of a public key. */
export const rawPublic = (key: KeyObject): Buffer => lastBytes(key.export({ format: 'der', type: 'spki' }));

const decrypted = (file: Buffer, password: string | undefined): Buffer => {
  const payload = file.subarray(SECRET.key);
  if (derivationOf(file) === NOT_ENCRYPTED) return payload;
  if (derivationOf(file) !== 'Sc')
    throw new KeyUnusable('The secret key is encrypted in an unknown way. Make a new one.');
  if (password === undefined) throw new KeyUnusable('The secret key is encrypted. Give its password.');
  return mixed(payload, keyStream(password, file));
};

/** The checked key in the text of a secret key's file, and its number. Throws {@link KeyUnusable} if there is none, or if the password is wrong. */
export const readSecretKey = (text: string, password: string | undefined): { number: Buffer; key: KeyObject } => {
  const lines = linesOf(text.trim());
  const file = decodeExactly(lines.at(-1) ?? '', SECRET.end);
  if (!file || lines.length > 2 || file.toString('latin1', 0, SECRET.derivation) !== 'Ed')
    throw new KeyUnusable("This is not a secret key in minisign's format.");
  const payload = decrypted(file, password);
  const numberAndKey = payload.subarray(0, -SUM_BYTES);
  const sum = payload.subarray(-SUM_BYTES);
  if (!isSumLeftOut(file, sum) && !sumOf(file.subarray(0, SECRET.derivation), numberAndKey).equals(sum)) {
    throw new KeyUnusable(derivationOf(file) === NOT_ENCRYPTED ? DAMAGED : 'The password of the secret key is wrong.');
  }
  const seed = numberAndKey.subarray(NUMBER_BYTES, NUMBER_BYTES + SEED_BYTES);
  const key = createPrivateKey({ key: Buffer.concat([SEED_DER, seed]), format: 'der', type: 'pkcs8' });
  // The file holds the public half too. Without this check a damaged key would sign, and nobody could verify it.
  if (!rawPublic(createPublicKey(key)).equals(numberAndKey.subarray(-SEED_BYTES))) throw new KeyUnusable(DAMAGED);
  return { number: numberAndKey.subarray(0, NUMBER_BYTES), key };
};

/** The bytes of a secret key's file. `numberAndKey` is the number, the seed and the public key. */
export const secretFile = (numberAndKey: Buffer, password: string | undefined): Buffer => {
  const file = Buffer.alloc(SECRET.end);
  file.write(password === undefined ? 'Ed\0\0B2' : 'EdScB2', 0, 'latin1');
  const payload = Buffer.concat([numberAndKey, sumOf(Buffer.from('Ed'), numberAndKey)]);
  if (password === undefined) {
    payload.copy(file, SECRET.key);
    return file;
  }
  randomBytes(SECRET.operations - SECRET.salt).copy(file, SECRET.salt);
  file.writeBigUInt64LE(COST.operations, SECRET.operations);
  file.writeBigUInt64LE(COST.memory, SECRET.memory);
  mixed(payload, keyStream(password, file)).copy(file, SECRET.key);
  return file;
};
