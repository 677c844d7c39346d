// Reads what the configuration only names: values of secrets, certificates, the address of Redis. Synchronous. None of it enters `Config`, which is
// printed and passed on, and no message has a value in it. Front process and command line.

import { X509Certificate } from 'node:crypto';
import type { Secret, SigningAlgorithm } from '../../shared/protocol/capabilities.ts';
import { EMBEDDINGS_SCOPE } from '../../shared/protocol/embeddings.ts';
import { type Config, isRedisStore, type SecretBinding } from '../config.ts';
import { type Fault, type Problem, problemLines, under } from '../problem.ts';
import { type Read, readBound, readFile, readVariable, type Surroundings } from './secret-source.ts';
import { signingKeyFault } from './signing-key.ts';

/** Parts of the settings that host requests use. Holds secrets. */
export interface ExternalValues {
  readonly secrets: readonly Secret[];
  /** Texts in PEM, each with one or several certificates. */
  readonly extraCas: readonly string[];
  /** Empty if the store is not in Redis. */
  readonly redisUrl: string;
  /** With which this server asks the issuer about opaque tokens; empty if it does not ask. */
  readonly introspectionSecret: string;
}

/** The texts that were read, or problems, one line each. */
export type LoadedExternalValues =
  | { readonly ok: true; readonly externalValues: ExternalValues; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly problems: readonly string[] };

/** No secrets, and only the well-known certificates. */
export const NO_EXTERNAL_VALUES: ExternalValues = Object.freeze({
  secrets: [],
  extraCas: [],
  redisUrl: '',
  introspectionSecret: '',
});

export interface ExternalValuesRequest extends Surroundings {
  readonly config: Pick<Config, 'secrets' | 'egress' | 'store' | 'access'>;
  /** Path of a setting → the place where it is set; see LoadedConfig. */
  readonly sources: Readonly<Record<string, string>>;
}

const VALUE_LENGTH = 8_192;
/** Shorter values could be guessed: an upstream that sends guesses back learns which of them the host takes out of the response. */
const SHORTEST_VALUE = 16;

/** Why a text cannot be sent as a header. Tells only its length. */
const valueFault = (text: string): Fault | undefined => {
  if (text === '') return { wrong: 'the value is empty', fix: 'give it one, or take the secret out' };
  if (text.length > VALUE_LENGTH)
    return { wrong: `the value is longer than ${VALUE_LENGTH} characters`, fix: 'check that it is only the value' };
  if (/[\r\n]/.test(text)) return { wrong: 'the value has more than one line', fix: 'check that it is only the value' };
  if (!/^[!-~](?:[ -~]*[!-~])?$/.test(text)) {
    const wrong = 'the value has characters that a header cannot have, or a blank at one end';
    return { wrong, fix: 'check that it is only the value, and encode it if it is not ASCII' };
  }
  if (text.length >= SHORTEST_VALUE) return undefined;
  const wrong = `the value is shorter than ${SHORTEST_VALUE} characters, so it could be guessed from what is removed from responses`;
  return { wrong, fix: 'use a longer one' };
};

/** The path of the member that tells where the secret comes from. */
const placeOf = (name: string, binding: SecretBinding): string => {
  const member = (['env', 'file', 'command'] as const).find((source) => binding[source] !== undefined);
  return member === undefined ? under('secrets', name) : `${under('secrets', name)}.${member}`;
};

class Reading {
  readonly problems: Problem[] = [];
  readonly warnings: string[] = [];
  readonly #request: ExternalValuesRequest;

  constructor(request: ExternalValuesRequest) {
    this.#request = request;
  }

  /** The text, if it could be read and `faultOf` finds nothing wrong. */
  take(setting: string, read: Read, faultOf = valueFault): string | undefined {
    const fault = 'text' in read ? faultOf(read.text) : read;
    const where = this.#request.sources[setting] ?? 'default';
    if (fault) this.problems.push({ where, setting, ...fault });
    if (!('text' in read) || fault) return undefined;
    if (read.warning !== undefined) this.warnings.push(`${where} ${setting}: ${read.warning}`);
    return read.text;
  }
}

const readSecrets = (reading: Reading, request: ExternalValuesRequest): readonly Secret[] =>
  Object.entries(request.config.secrets).flatMap(([name, binding]): readonly Secret[] => {
    // The checks let only the secret of the embedding endpoint have no plugin.
    const { plugin = EMBEDDINGS_SCOPE, origin = '', callerHeader } = binding;
    if (callerHeader !== undefined) return [{ name, plugin, origin, from: { callerHeader } }];
    // The form of the setting lets only algorithms of the host pass.
    const algorithms = binding.algorithms as readonly SigningAlgorithm[] | undefined;
    const faultOf = (text: string): Fault | undefined =>
      algorithms ? signingKeyFault(text, algorithms, valueFault) : valueFault(text);
    const value = reading.take(placeOf(name, binding), readBound(binding, request), faultOf);
    return value === undefined ? [] : [{ name, plugin, origin, from: { value }, ...(algorithms && { algorithms }) }];
  });

const caFault = (text: string): Fault | undefined => {
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
  const fix = 'write certificates in PEM, which begin with -----BEGIN CERTIFICATE-----';
  if (text.includes('PRIVATE KEY-----'))
    return { wrong: 'the file holds a private key', fix: 'leave only certificates in it' };
  if (blocks.length === 0) return { wrong: 'the file holds no certificate', fix };
  try {
    for (const block of blocks) new X509Certificate(block);
    return undefined;
  } catch {
    return { wrong: 'the file holds a certificate that cannot be read', fix };
  }
};

const readCas = (reading: Reading, { config }: ExternalValuesRequest): readonly string[] =>
  config.egress.caFiles.flatMap((path) => {
    const text = reading.take('egress.caFiles', readFile(path), (pem) => {
      const fault = caFault(pem);
      return fault && { wrong: `${path}: ${fault.wrong}`, fix: fault.fix };
    });
    return text === undefined ? [] : [text];
  });

const redisFault = (text: string): Fault | undefined => {
  if (/^rediss?:\/\/\S+$/.test(text) && URL.canParse(text)) return undefined;
  const wrong = 'the variable does not hold an address of Redis';
  return { wrong, fix: 'set it to redis://host:6379 or rediss://host:6380/0' };
};

const readRedisUrl = (reading: Reading, { config: { store }, env }: ExternalValuesRequest): string => {
  if (!isRedisStore(store)) return '';
  if (store.redisUrlEnv === '') return store.redisUrl;
  return reading.take('store.redisUrlEnv', readVariable(store.redisUrlEnv, env), redisFault) ?? '';
};

const readIntrospectionSecret = (reading: Reading, { config: { access }, env }: ExternalValuesRequest): string => {
  const { introspectionSecretEnv } = access.oauth;
  if (introspectionSecretEnv === '') return '';
  return reading.take('access.oauth.introspectionSecretEnv', readVariable(introspectionSecretEnv, env)) ?? '';
};

/** The address of the Redis of the store, without the secrets and the commands that bring them. Never throws: returns all problems. */
export const loadRedisUrl = (
  request: ExternalValuesRequest,
): { readonly ok: true; readonly redisUrl: string } | { readonly ok: false; readonly problems: readonly string[] } => {
  const reading = new Reading(request);
  const redisUrl = readRedisUrl(reading, request);
  return reading.problems.length > 0 ? { ok: false, problems: problemLines(reading.problems) } : { ok: true, redisUrl };
};

/**
 * Reads values of secrets, certificates and the address of Redis. Never throws: returns all problems. Limits: 16 to 8,192 characters of a
 * value, 10 s for a command.
 */
export const loadExternalValues = (request: ExternalValuesRequest): LoadedExternalValues => {
  const reading = new Reading(request);
  const externalValues = {
    secrets: readSecrets(reading, request),
    extraCas: readCas(reading, request),
    redisUrl: readRedisUrl(reading, request),
    introspectionSecret: readIntrospectionSecret(reading, request),
  };
  const { problems, warnings } = reading;
  return problems.length > 0 ? { ok: false, problems: problemLines(problems) } : { ok: true, externalValues, warnings };
};
