// Tells who calls, and which values a caller brings for secrets of its own. Front process. Tokens do not leave this file.

import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { ANONYMOUS } from '../../shared/protocol/caller.ts';
import { CallError } from '../../shared/protocol/errors.ts';
import { headerValues } from './header-values.ts';

const BEARER = /^Bearer +([!-~]{1,4096})$/i;
/** Keeps the digest different from digests of the same token that others keep. */
const PREFIX = 'toolcell caller\n';
const DIGEST_BYTES = 16;
/** Most characters of a secret's value. */
const SECRET_CHARACTERS = 4_096;
const SECRET = /^[!-~](?:[ -~]*[!-~])?$/;

/**
 * `bearer:` and a digest of the token in `Authorization: Bearer TOKEN`, which is the same on every server and after a restart; else
 * `anonymous`. A header of another form, or one that comes twice, counts as none, because a proxy in front may use it for itself.
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
 * The values of those of the headers `names` (in lower case) that the request has; undefined if it has none.
 * Fails with: invalid_request, if a value is empty, too long, not printable ASCII or there twice. No message has the value in it.
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
