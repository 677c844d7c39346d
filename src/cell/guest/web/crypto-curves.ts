// ECDSA, ECDH, Ed25519 and X25519 for crypto.subtle. Runs inside the isolate, as a group of web APIs that makes no global.

import type { WebGroup } from '../scripts/parts.ts';
import type { CryptoTools } from './crypto/algorithm.ts';
import { makeEc } from './crypto/ec.ts';
import { makeOkp } from './crypto/okp.ts';
import { borrow } from './standard/internals.ts';

/** Adds its algorithms to the group `crypto`, which must be made first. */
export const install: WebGroup = (_parts, made) => {
  const tools = borrow<CryptoTools>(made, 'crypto');
  for (const algorithm of [...makeEc(tools), ...makeOkp(tools)]) tools.offer(algorithm);
  return { globals: {} };
};
