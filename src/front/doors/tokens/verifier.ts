// Checks access tokens: a JWT by the keys of its issuer, any other token by asking the issuer. Front process. Loads jose
// when it is first used. Decision 0050.

import type { JWTPayload, JWTVerifyOptions } from 'jose';
import type { Caller } from '../../../shared/protocol/caller.ts';
import { compositeKey } from '../../../shared/text/composite-key.ts';
import { audiencesAt, audiencesEverywhere, isToolset, type Part } from './audience.ts';
import { callerFrom } from './claims.ts';
import { answerOf } from './issuer-answer.ts';
import { IssuerKeys } from './issuer-keys.ts';
import { headerRefusal, payloadOf, refusalOf } from './jwt.ts';
import { EVERYWHERE, KnownTokens } from './known-tokens.ts';
import { type Asker, NO_STRANGER, Questions, TooManyQuestions } from './questions.ts';
import { IssuerOutOfReach, type TokenRefusal, type TokenSettings } from './settings.ts';

const JWT = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*$/;
const ENCRYPTED = /^[^.]*(\.[^.]*){4}$/;
/** How long an answer about an opaque token holds: a token that is revoked goes on for this time at most. */
const TOLD_MS = 10_000;
/** How long it is remembered that an opaque token held. */
const HELD_BEFORE_MS = 3_600_000;
/** How long a verified JWT holds without another look at its signature. */
const VERIFIED_MS = 300_000;

export type TokenVerdict = Caller | TokenRefusal;

/** Checks tokens of one issuer. It has no timers. */
export class TokenVerifier {
  readonly settings: TokenSettings;
  readonly #nowMs: () => number;
  readonly #keys: IssuerKeys;
  readonly #known = new KnownTokens();
  readonly #refusedOpaque = new KnownTokens();
  /** Opaque tokens that held, so that questions about them do not wait for those of strangers. */
  readonly #heldBefore = new KnownTokens();
  readonly #questions = new Questions();
  /** Token and part → the question that is asked or waits. */
  readonly #asked = new Map<string, Promise<TokenVerdict>>();

  /** `nowMs` tells the time of day, by which tokens begin and end. */
  constructor(settings: TokenSettings, nowMs: () => number = Date.now) {
    this.settings = settings;
    this.#nowMs = nowMs;
    this.#keys = new IssuerKeys(settings, () => this.#known.clear());
  }

  /** The caller of a token that was checked before, and still holds in this part of the server. */
  known(token: string, part: Part = ''): Caller | undefined {
    const nowMs = this.#nowMs();
    return (
      this.#known.find(token, EVERYWHERE, nowMs) ?? (isToolset(part) ? this.#known.find(token, part, nowMs) : undefined)
    );
  }

  /** Checks a token for a part of the server. Rejects with IssuerOutOfReach if only the issuer could tell, or may not be asked as often. */
  async verify(token: string, part: Part = '', asker: Asker = NO_STRANGER): Promise<TokenVerdict> {
    if (JWT.test(token)) return this.#verifyJwt(token, part);
    if (ENCRYPTED.test(token)) return 'malformed';
    if (this.settings.introspection === undefined) return 'opaque';
    if (this.#refusedOpaque.find(token, EVERYWHERE, this.#nowMs()) !== undefined) return 'inactive';
    return this.#askOnce(token, part, asker);
  }

  /** Whoever asks about a token that is asked about already gets the same answer. */
  #askOnce(token: string, part: Part, asker: Asker): Promise<TokenVerdict> {
    const key = compositeKey(token, part);
    const asked = this.#asked.get(key) ?? this.#askInTurn(token, part, asker).finally(() => this.#asked.delete(key));
    this.#asked.set(key, asked);
    return asked;
  }

  async #askInTurn(token: string, part: Part, asker: Asker): Promise<TokenVerdict> {
    const question = (): Promise<TokenVerdict> => this.#ask(token, part);
    if (this.#heldBefore.find(token, EVERYWHERE, this.#nowMs()) !== undefined)
      return this.#questions.askAgain(question);
    return this.#questions.ask(question, asker).catch((error: Error) => {
      throw error instanceof TooManyQuestions ? new IssuerOutOfReach(error.message) : error;
    });
  }

  async #verifyJwt(token: string, part: Part): Promise<TokenVerdict> {
    const jose = await import('jose');
    const options: JWTVerifyOptions = {
      issuer: this.settings.issuer,
      audience: [...audiencesAt(this.settings, part)],
      algorithms: [...this.settings.algorithms],
      clockTolerance: this.settings.clockSkewMs / 1_000,
      requiredClaims: ['iss', 'aud', 'exp'],
      currentDate: new Date(this.#nowMs()),
    };
    // What can be known without the issuer's keys does not cause a fetch.
    const early = headerRefusal(token, this.settings, jose);
    if (early !== undefined) return early;
    const check = async (): Promise<TokenVerdict> => {
      const payload = await payloadOf(token, await this.#keys.current(), options, jose);
      return this.#accepted(token, payload, part);
    };
    try {
      return await check();
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal !== 'key' || !(await this.#keys.renewed())) return refusal;
    }
    return check().catch(refusalOf);
  }

  #accepted(token: string, payload: JWTPayload, part: Part): TokenVerdict {
    const caller = callerFrom(payload, this.settings);
    if (typeof caller === 'string') return caller;
    const nowMs = this.#nowMs();
    const endMs = (payload.exp ?? 0) * 1_000 + this.settings.clockSkewMs;
    this.#keep(token, { caller, untilMs: Math.min(endMs, nowMs + VERIFIED_MS), part, aud: payload.aud });
    return caller;
  }

  /** A token that is only for a toolset is remembered for that. */
  #keep(token: string, { caller, untilMs, part, aud }: Accepted): void {
    const holdsEverywhere = hasOneOf(aud, audiencesEverywhere(this.settings));
    this.#known.keep(token, holdsEverywhere ? EVERYWHERE : part, { caller, untilMs });
  }

  /** RFC 7662. */
  async #ask(token: string, part: Part): Promise<TokenVerdict> {
    const { introspection, issuer, clockSkewMs } = this.settings;
    if (introspection === undefined) return 'opaque';
    const credential = [introspection.clientId, introspection.clientSecret].map(encodeURIComponent).join(':');
    const answer = await answerOf(introspection.url, {
      headers: { Authorization: `Basic ${Buffer.from(credential).toString('base64')}` },
      form: new URLSearchParams({ token, token_type_hint: 'access_token' }),
    });
    const nowMs = this.#nowMs();
    if (answer.active !== true) {
      this.#refusedOpaque.keep(token, EVERYWHERE, { caller: REFUSED, untilMs: nowMs + TOLD_MS });
      return 'inactive';
    }
    const { exp, nbf, aud, iss } = answer;
    if (iss !== undefined && iss !== issuer) return 'issuer';
    if (!hasOneOf(aud, audiencesAt(this.settings, part))) return 'audience';
    if (exp !== undefined && !(typeof exp === 'number' && exp * 1_000 + clockSkewMs > nowMs)) return 'expired';
    if (nbf !== undefined && !(typeof nbf === 'number' && nbf * 1_000 - clockSkewMs <= nowMs)) return 'early';
    const caller = callerFrom(answer, this.settings);
    if (typeof caller === 'string') return caller;
    const endMs = typeof exp === 'number' ? exp * 1_000 + clockSkewMs : Infinity;
    this.#heldBefore.keep(token, EVERYWHERE, { caller, untilMs: Math.min(endMs, nowMs + HELD_BEFORE_MS) });
    this.#keep(token, { caller, untilMs: Math.min(endMs, nowMs + TOLD_MS), part, aud });
    return caller;
  }
}

/** A token that was found good in a part of the server. */
interface Accepted {
  readonly caller: Caller;
  readonly untilMs: number;
  readonly part: Part;
  readonly aud: unknown;
}

/** `aud` is a text or a list. */
const hasOneOf = (aud: unknown, wanted: readonly string[]): boolean =>
  (Array.isArray(aud) ? aud : [aud]).some((one) => typeof one === 'string' && wanted.includes(one));

/** Stands for a token that the issuer does not know. */
const REFUSED: Caller = Object.freeze({ name: '', scopes: [] });
