// RSASSA-PKCS1-v1_5 and RSA-PSS for crypto.subtle. Runs inside the isolate, as a group of the platform that makes no global.

import type { PlatformGroup } from '../guest/parts.ts';
import type { CryptoTools } from './crypto/algorithm.ts';
import { makeRsa } from './crypto/rsa.ts';
import { borrow } from './standard/internals.ts';

/** Adds to the group `crypto`, which must be made before. */
export const install: PlatformGroup = (_parts, made) => {
  const tools = borrow<CryptoTools>(made, 'crypto');
  for (const algorithm of makeRsa(tools)) tools.offer(algorithm);
  return { globals: {} };
};
