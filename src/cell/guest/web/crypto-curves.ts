// ECDSA, ECDH, Ed25519 and X25519 for crypto.subtle. Runs inside the isolate, as a group of web APIs that makes no global.

import { makeEc } from './crypto/ec.ts';
import { makeOkp } from './crypto/okp.ts';
import { groupOf } from './crypto/params.ts';

export const install = groupOf((tools) => [...makeEc(tools), ...makeOkp(tools)]);
