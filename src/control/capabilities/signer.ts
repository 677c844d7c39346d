// Signs for plugins with keys that they never see, if the manifest asks for the key and the algorithm and the operator binds both.
// Control thread. Decision 0069.

import type { Secret, SigningResult } from '../../shared/protocol/capabilities.ts';
import { type CapabilityAnswer, HOST_FAULT } from './refusal.ts';
import { SigningKeys } from './signing/keys.ts';
import { ABORTED, failed, flooded, notAsked, notBound, notThatWay, tooMany } from './signing/refusals.ts';
import { BadSigning, readSigning, type Signing, type SigningScope } from './signing/request.ts';
import { type Done, Turns } from './store/turns.ts';

/** Signatures under way. The pool's threads look up names for requests, too, so two of its four stay free for those. */
const AT_A_TIME = { perPlugin: 1, inAll: 2 };
/** Characters of waiting host requests, of all plugins. */
const MOST_CHARACTERS = 20_000_000;

type KeyOrRefusal = { readonly key: Secret } | { readonly refused: CapabilityAnswer };

export class Signer {
  #secrets: readonly Secret[];
  readonly #keys = new SigningKeys();
  readonly #turns = new Turns(AT_A_TIME, MOST_CHARACTERS);
  readonly #onFault: (text: string) => void;

  /** `onFault` is called with the host's own errors, which have no key in them. */
  constructor(secrets: readonly Secret[], onFault: (text: string) => void = () => {}) {
    this.#secrets = secrets;
    this.#onFault = onFault;
  }

  /**
   * Carries out a host request; `requestText` is untrusted. Never rejects: errors are in the answer. It waits for its turn, because plugins take turns,
   * and so do the calls of one plugin. If the call ends first, the request is dropped.
   *
   * Limits: `signCalls`; 65,536 bytes; one signature of a plugin at a time.
   * Fails with: NotAllowedError, TypeError, QuotaExceededError, UnavailableError, AbortError.
   */
  async sign(requestText: string, scope: SigningScope): Promise<CapabilityAnswer> {
    if (scope.signal.aborted) return ABORTED;
    let request: Signing;
    try {
      request = readSigning(requestText);
    } catch (error) {
      if (error instanceof BadSigning) return failed(error.name, error.message);
      throw error;
    }
    const found = this.#keyFor(request, scope);
    if ('refused' in found) return found.refused;
    if (!scope.admit()) return tooMany(scope);
    return this.#inTurn(requestText.length, scope, () => this.#signed(found.key, request));
  }

  useSecrets(secrets: readonly Secret[]): void {
    this.#secrets = secrets;
  }

  #keyFor(request: Signing, scope: SigningScope): KeyOrRefusal {
    const { name, algorithm } = request;
    const { pluginName, grants } = scope;
    const asked = grants.signing.requested.find((each) => each.name === name);
    if (!asked?.algorithms.includes(algorithm)) return { refused: notAsked(request) };
    const key = this.#secrets.find((each) => each.name === name && each.plugin === pluginName && each.algorithms);
    if (!key) return { refused: notBound(request, scope) };
    return key.algorithms?.includes(algorithm) ? { key } : { refused: notThatWay(request, scope) };
  }

  #inTurn(characters: number, scope: SigningScope, sign: () => Promise<CapabilityAnswer>): Promise<CapabilityAnswer> {
    const { promise, resolve } = Promise.withResolvers<CapabilityAnswer>();
    const work = async (): Promise<Done> => {
      const startMs = performance.now();
      const answer = await sign();
      resolve(answer);
      return { isAnswered: answer.ok, busyMs: performance.now() - startMs };
    };
    const turn = this.#turns.take(scope, characters, work);
    if (!turn) return Promise.resolve(flooded(scope));
    const abort = (): void => resolve(ABORTED);
    scope.signal.addEventListener('abort', abort);
    return promise.finally(() => {
      turn.leave();
      scope.signal.removeEventListener('abort', abort);
    });
  }

  /** Never rejects. */
  async #signed(key: Secret, request: Signing): Promise<CapabilityAnswer> {
    try {
      const signature = await this.#keys.sign(key, request);
      return { ok: true, text: JSON.stringify({ base64: signature.toString('base64') } satisfies SigningResult) };
    } catch (error) {
      // The library's message may name what it could not read, so only its code is passed on.
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
      this.#onFault(`The key ${request.name} could not sign by ${request.algorithm}: ${code}`);
      return HOST_FAULT;
    }
  }
}
