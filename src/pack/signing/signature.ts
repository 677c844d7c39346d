// Signatures of archives in minisign's format, whole: for the command line. The serving host imports signature-check alone.

export {
  type PublicKey,
  readPublicKey,
  type SignatureVerdict,
  type SignedBytes,
  verifySignature,
} from '../../catalog/bundle/signature-check.ts';
export { generateKeys, type KeyPair, KeyUnusable, type SignOptions, signBytes } from './signature-keys.ts';
