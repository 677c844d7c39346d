// The types of `context.secrets`. Types only.

import type { SigningAlgorithm } from './manifest.ts';

export type { SigningAlgorithm } from './manifest.ts';

/** Signs with keys that the operator has, for plugins that ask for them under `signing` in plugin.json. */
export interface ToolSecrets {
  /**
   * Signs `data`, of a string its UTF-8 bytes, with the key `name`. Resolves with the signature; that of `ES256` has 64 bytes, `r` and `s`, as JWS and
   * WebCrypto have it. Makes one request to the host, which counts against `hostCalls`.
   *
   * Limits: 65,536 bytes of data; `signCalls` signatures of one call.
   * Rejects with errors of these names: NotAllowedError (not asked for, or not bound by the operator), TypeError, QuotaExceededError and
   * UnavailableError.
   */
  sign(name: string, algorithm: SigningAlgorithm, data: string | ArrayBuffer | ArrayBufferView): Promise<Uint8Array>;
}
