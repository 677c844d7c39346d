// Who calls, and what a caller brings for secrets of its own. Front process: nothing of a token goes beyond this file.

import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { CallError } from '../protocol/errors.ts';
import { headerValues } from './header-values.ts';

/** Every caller that sends no token. */
export const ANONYMOUS = 'anonymous';

const BEARER = /^Bearer +([!-~]{1,4096})$/i;
/** So that the digest is of no use where somebody else keeps digests of the same tokens. */
const PREFIX = 'toolcell caller\n';
const DIGEST_BYTES = 16;
/** Characters of the value of a secret. */
const SECRET_CHARACTERS = 4_096;
const SECRET = /^[!-~](?:[ -~]*[!-~])?$/;

/**
 * `bearer:` and a digest of the token in `Authorization: Bearer TOKEN`, the same wherever and whenever it is made; else
 * `anonymous`. What is no such header, or comes twice, counts as none, since what stands in front may use it for itself.
 */
export const callerOf = (req: IncomingMessage): string => {
  if (req.headers.authorization === undefined) return ANONYMOUS;
  const [value = '', second] = headerValues(req, 'authorization');
  const [, token] = BEARER.exec(value) ?? [];
  if (token === undefined || second !== undefined) return ANONYMOUS;
  const digest = Buffer.from(hash('sha256', PREFIX + token, 'hex'), 'hex');
  return `bearer:${digest.subarray(0, DIGEST_BYTES).toString('base64url')}`;
};

/**
 * The values of those of the headers `names` (in small letters) that the request has; undefined where it has none.
 * Fails with: invalid_request, for a value that is empty, too long, not printable ASCII or there twice; never with the value in it.
 */
export const callerSecretsOf = (
  req: IncomingMessage,
  names: readonly string[],
): Readonly<Record<string, string>> | undefined => {
  let secrets: Record<string, string> | undefined;
  for (const name of names) {
    const [value, second] = headerValues(req, name);
    if (value === undefined) continue;
    if (second !== undefined) throw refusal(name, 'is there twice');
    if (value.length > SECRET_CHARACTERS) throw refusal(name, `is longer than ${SECRET_CHARACTERS} characters`);
    if (!SECRET.test(value)) throw refusal(name, value === '' ? 'is empty' : 'has characters that no header may carry');
    secrets ??= Object.create(null) as Record<string, string>;
    secrets[name] = value;
  }
  return secrets;
};

const refusal = (name: string, wrong: string): CallError =>
  new CallError('invalid_request', `The header ${name} ${wrong}. Send it once, with the key as printable ASCII.`);
