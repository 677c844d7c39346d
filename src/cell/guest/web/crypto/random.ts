// Random bytes for a call: the key stream of ChaCha20 under a key that the host draws for every entry into the isolate. So the
// bytes of one entry reveal nothing about those of another, and a call could be replayed from its keys. Runs inside the isolate.

import { chacha20 } from '@noble/ciphers/chacha.js';

/** Makes the function that gives `bytes` fresh random bytes. That function throws TypeError while no call runs. */
export const makeRandomBytes = (cryptoSeed: () => string): ((bytes: number) => Uint8Array<ArrayBuffer>) => {
  let seed = '';
  let key = new Uint8Array(32);
  let requests = 0;
  return (bytes) => {
    const current = cryptoSeed();
    if (current === '') throw new TypeError('Random bytes are available only while a call runs.');
    if (current !== seed) {
      key = Uint8Array.fromHex(current);
      requests = 0;
      seed = current;
    }
    // Counted before it is used, so that no nonce is used twice even if this is interrupted.
    requests += 1;
    const nonce = new Uint8Array(12);
    new DataView(nonce.buffer).setUint32(0, requests, true);
    return chacha20(key, nonce, new Uint8Array(bytes)) as Uint8Array<ArrayBuffer>;
  };
};
