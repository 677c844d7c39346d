// PBKDF2 and HKDF for crypto.subtle. Runs inside the isolate, as a group of the platform that makes no global.

import type { PlatformGroup } from '../guest/parts.ts';
import type { CryptoTools } from './crypto/algorithm.ts';
import { makeDerivations } from './crypto/derive.ts';
import { borrow } from './standard/internals.ts';

/** Adds to the group `crypto`, which must be made before. */
export const install: PlatformGroup = (_parts, made) => {
  const tools = borrow<CryptoTools>(made, 'crypto');
  for (const algorithm of makeDerivations(tools)) tools.offer(algorithm);
  return { globals: {} };
};
