// What the configuration only names is read: values of secrets, certificates, the address of Redis. Once, at start; synchronous.
// Nothing of it enters `Config`, which is printed and passed about, and no message says a value.

import { X509Certificate } from 'node:crypto';
import type { Secret } from '../protocol/capabilities.ts';
import type { Config, SecretBinding } from './config.ts';
import { type Problem, problemLines, under } from './problem.ts';
import { type Read, readBound, readFile, readVariable, type Surroundings } from './secret-source.ts';

/** What tools' requests and the store need besides the settings. Holds secrets. */
export interface ReachParts {
  readonly secrets: readonly Secret[];
  /** Certificates in PEM, each one or several. */
  readonly extraCas: readonly string[];
  /** Empty where the store is no Redis. */
  readonly redisUrl: string;
}

export type LoadedReach =
  | { readonly ok: true; readonly reach: ReachParts; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Nothing that is secret, and no certificates beside the well-known ones. */
export const NO_REACH: ReachParts = Object.freeze({ secrets: [], extraCas: [], redisUrl: '' });

export interface ReachRequest extends Surroundings {
  readonly config: Pick<Config, 'secrets' | 'egress' | 'store'>;
  /** Path of a setting → the place where it is set; see LoadedConfig. */
  readonly sources: Readonly<Record<string, string>>;
}

const VALUE_LENGTH = 8_192;
/** Shorter ones could be guessed: whoever has a server send guesses back sees which of them is taken out. */
const SHORTEST_VALUE = 16;

/** What keeps a text from being sent as a header. Says nothing of the text but its length. */
const valueFault = (text: string): { readonly wrong: string; readonly fix: string } | undefined => {
  if (text === '') return { wrong: 'the value is empty', fix: 'give it one, or take the secret out' };
  if (text.length > VALUE_LENGTH)
    return { wrong: `the value is longer than ${VALUE_LENGTH} characters`, fix: 'see that it is the value alone' };
  if (/[\r\n]/.test(text)) return { wrong: 'the value has more than one line', fix: 'see that it is the value alone' };
  if (!/^[!-~](?:[ -~]*[!-~])?$/.test(text)) {
    const wrong = 'the value has characters that a header cannot have, or a blank at one end';
    return { wrong, fix: 'see that it is the value alone; encode it where it is not ASCII' };
  }
  if (text.length >= SHORTEST_VALUE) return undefined;
  const wrong = `the value is shorter than ${SHORTEST_VALUE} characters, and could be guessed from what is taken out of responses`;
  return { wrong, fix: 'use a longer one' };
};

/** The last member that says where the secret comes from, as a path of the configuration. */
const placeOf = (name: string, binding: SecretBinding): string => {
  const member = (['env', 'file', 'command'] as const).find((source) => binding[source] !== undefined);
  return member === undefined ? under('secrets', name) : `${under('secrets', name)}.${member}`;
};

/** Collects while it reads. */
class Reading {
  readonly problems: Problem[] = [];
  readonly warnings: string[] = [];
  readonly #request: ReachRequest;

  constructor(request: ReachRequest) {
    this.#request = request;
  }

  /** The text, where it could be read and `faultOf` finds nothing wrong with it. */
  take(setting: string, read: Read, faultOf = valueFault): string | undefined {
    const fault = 'text' in read ? faultOf(read.text) : read;
    const where = this.#request.sources[setting] ?? 'default';
    if (fault) this.problems.push({ where, setting, ...fault });
    if (!('text' in read) || fault) return undefined;
    if (read.warning !== undefined) this.warnings.push(`${where} ${setting}: ${read.warning}`);
    return read.text;
  }
}

const readSecrets = (reading: Reading, request: ReachRequest): readonly Secret[] =>
  Object.entries(request.config.secrets).flatMap(([name, binding]): readonly Secret[] => {
    const { plugin = '', origin = '', callerHeader } = binding;
    if (callerHeader !== undefined) return [{ name, plugin, origin, from: { callerHeader } }];
    const value = reading.take(placeOf(name, binding), readBound(binding, request));
    return value === undefined ? [] : [{ name, plugin, origin, from: { value } }];
  });

const caFault = (text: string): { readonly wrong: string; readonly fix: string } | undefined => {
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

const readCas = (reading: Reading, { config }: ReachRequest): readonly string[] =>
  config.egress.caFiles.flatMap((path) => {
    const text = reading.take('egress.caFiles', readFile(path), (pem) => {
      const fault = caFault(pem);
      return fault && { wrong: `${path}: ${fault.wrong}`, fix: fault.fix };
    });
    return text === undefined ? [] : [text];
  });

const redisFault = (text: string): { readonly wrong: string; readonly fix: string } | undefined =>
  /^rediss?:\/\/\S+$/.test(text) && URL.canParse(text)
    ? undefined
    : { wrong: 'the variable holds no address of Redis', fix: 'set it to redis://host:6379 or rediss://host:6380/0' };

const readRedisUrl = (reading: Reading, { config: { store }, env }: ReachRequest): string => {
  if (store.kind !== 'redis') return '';
  if (store.redisUrlEnv === '') return store.redisUrl;
  return reading.take('store.redisUrlEnv', readVariable(store.redisUrlEnv, env), redisFault) ?? '';
};

/**
 * Reads values of secrets, certificates and the address of Redis. Never throws: what is missing or cannot be used comes back as every
 * problem at once, one line each. Limits: 16 to 8,192 characters of a value, 10 s for a command.
 */
export const loadReach = (request: ReachRequest): LoadedReach => {
  const reading = new Reading(request);
  const reach = {
    secrets: readSecrets(reading, request),
    extraCas: readCas(reading, request),
    redisUrl: readRedisUrl(reading, request),
  };
  const { problems, warnings } = reading;
  return problems.length > 0 ? { ok: false, problems: problemLines(problems) } : { ok: true, reach, warnings };
};
