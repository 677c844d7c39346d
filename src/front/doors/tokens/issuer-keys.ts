// The public keys of an issuer: fetched when they are first needed, again from time to time, and when a token names an unknown one. Front process. Loads jose when it is first used.

import type { JWTVerifyGetKey } from 'jose';
import { isSafeAddress } from '../../../shared/text/network.ts';
import { answerOf } from './issuer-answer.ts';
import { IssuerOutOfReach, type TokenSettings } from './settings.ts';

/** Age from which keys are fetched again, while those from before go on. */
const FRESH_MS = 300_000;
/** Fetches that tokens with unknown keys may cause at once, and the time after which they may cause one more. */
const UNKNOWN_AT_ONCE = 5;
const UNKNOWN_EVERY_MS = 5_000;
/** Pause after a fetch that failed. */
const AGAIN_MS = 1_000;

/** The keys of one issuer. It has no timers. */
export class IssuerKeys {
  readonly #settings: Pick<TokenSettings, 'issuer' | 'jwksUrl'>;
  readonly #onChange: () => void;
  readonly #nowMs: () => number;
  #keys: JWTVerifyGetKey | undefined;
  #text = '';
  #fetchedAtMs = Number.NEGATIVE_INFINITY;
  #failedAtMs = Number.NEGATIVE_INFINITY;
  #failure = new IssuerOutOfReach('the keys were not fetched yet');
  #fetching: Promise<void> | undefined;
  #allowance = UNKNOWN_AT_ONCE;
  #allowanceAtMs = 0;

  /** `onChange` is called when other keys have taken the place of those from before. */
  constructor(
    settings: Pick<TokenSettings, 'issuer' | 'jwksUrl'>,
    onChange: () => void,
    nowMs: () => number = () => performance.now(),
  ) {
    this.#settings = settings;
    this.#onChange = onChange;
    this.#nowMs = nowMs;
  }

  /** The keys. Rejects with {@link IssuerOutOfReach} only if there were never any. */
  async current(): Promise<JWTVerifyGetKey> {
    if (this.#keys === undefined) await this.#fetch();
    else if (this.#nowMs() - this.#fetchedAtMs > FRESH_MS) this.#fetch().catch(() => {});
    if (this.#keys === undefined) throw this.#failure;
    return this.#keys;
  }

  /** Fetches again because a token names an unknown key. False if that happened too often, or brought nothing. */
  async renewed(): Promise<boolean> {
    if (this.#fetching === undefined && !this.#mayAsk()) return false;
    return this.#fetch().then(
      () => true,
      () => false,
    );
  }

  /** Bounds what strangers can make this server ask for. */
  #mayAsk(): boolean {
    const nowMs = this.#nowMs();
    const more = (nowMs - this.#allowanceAtMs) / UNKNOWN_EVERY_MS;
    this.#allowance = Math.min(UNKNOWN_AT_ONCE, this.#allowance + more);
    this.#allowanceAtMs = nowMs;
    if (this.#allowance < 1) return false;
    this.#allowance -= 1;
    return true;
  }

  /** One fetch at a time, for all who wait. */
  #fetch(): Promise<void> {
    if (this.#fetching === undefined && this.#nowMs() - this.#failedAtMs < AGAIN_MS)
      return Promise.reject(this.#failure);
    this.#fetching ??= this.#fetchNow().finally(() => {
      this.#fetching = undefined;
    });
    return this.#fetching;
  }

  async #fetchNow(): Promise<void> {
    try {
      const url = this.#settings.jwksUrl || (await jwksUrlOf(this.#settings.issuer));
      const answer = await answerOf(url);
      const { createLocalJWKSet } = await import('jose');
      const text = JSON.stringify(answer);
      if (text !== this.#text) {
        this.#keys = localSet(createLocalJWKSet, answer);
        if (this.#text !== '') this.#onChange();
        this.#text = text;
      }
      this.#fetchedAtMs = this.#nowMs();
    } catch (error) {
      this.#failedAtMs = this.#nowMs();
      this.#failure = error instanceof IssuerOutOfReach ? error : new IssuerOutOfReach((error as Error).message);
      throw this.#failure;
    }
  }
}

const localSet = (
  createLocalJWKSet: typeof import('jose').createLocalJWKSet,
  answer: Readonly<Record<string, unknown>>,
): JWTVerifyGetKey => {
  try {
    return createLocalJWKSet(answer as unknown as Parameters<typeof createLocalJWKSet>[0]);
  } catch {
    throw new IssuerOutOfReach('its keys are no JSON Web Key Set');
  }
};

/** RFC 8414 puts the well-known part before the issuer's path, OpenID behind it. */
const addressesOf = (issuer: string): readonly string[] => {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, '');
  return [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ];
};

/**
 * The address of the issuer's keys. The metadata has to name the same issuer, or another one could speak for it. Rejects with
 * {@link IssuerOutOfReach}.
 */
const jwksUrlOf = async (issuer: string): Promise<string> => {
  let reason = '';
  for (const address of addressesOf(issuer)) {
    try {
      const metadata = await answerOf(address);
      if (metadata.issuer !== issuer) throw new IssuerOutOfReach(`${address}: it speaks for another issuer`);
      const url = URL.parse(String(metadata.jwks_uri ?? ''));
      if (url === null || !isSafeAddress(url))
        throw new IssuerOutOfReach(`${address}: it names no jwks_uri with https`);
      return url.href;
    } catch (error) {
      reason = (error as Error).message;
    }
  }
  throw new IssuerOutOfReach(reason);
};
