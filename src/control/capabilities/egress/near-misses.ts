// Finds what looks like a placeholder of a secret and is none, such as `{{secret.KEY}` or one that was percent-encoded twice. It would be sent as it is, and
// the server would refuse it without a word about the cause. Control thread.

import type { RequestedSecret } from '../../../shared/protocol/capabilities.ts';
import type { Request } from './fetch-request.ts';
import { withoutPlaceholders } from './placeholder-text.ts';
import { type EgressRefusal, notAllowed } from './refusal.ts';

/** How often a text may have been percent-encoded on its way. */
const ENCODINGS = 3;
/** Characters of a finding that a message shows. */
const SHOWN = 60;

/** In an address or a header: a brace is enough, whatever name follows. */
const WITH_BRACE: readonly RegExp[] = [
  /\{\{\s{0,9}secret/i,
  /\{\s{0,9}[Ss]ecrets?\s{0,9}[.:]\s{0,9}[A-Z]/,
  /\b[Ss]ecret\.[A-Z][A-Z0-9_]{0,63}\s{0,9}\}/,
];

/** In a header, whose text is the plugin's own, also the name of one of its secrets without braces. */
const inHeaders = (names: readonly string[]): readonly RegExp[] =>
  names.length === 0 ? WITH_BRACE : [...WITH_BRACE, new RegExp(`\\bsecret\\.(?:${names.join('|')})\\b`, 'i')];

/**
 * In a body, which may be a text of the caller about anything: only names of the plugin's own secrets, with a brace at one side. `secrets.NAME` is what
 * workflows of GitHub say, and is left alone, and so is base64, which may be any file.
 */
const inBodies = (names: readonly string[]): readonly RegExp[] => [
  new RegExp(`\\{\\s{0,9}secret\\s{0,9}[.:]\\s{0,9}(?:${names.join('|')})\\b`, 'i'),
  new RegExp(`\\bsecret\\.(?:${names.join('|')})\\s{0,9}\\}`, 'i'),
];

/** `{` and `}` as percent-encoding and JSON write them. Other escapes decide nothing here. */
const decodedOnce = (text: string): string =>
  text
    .replaceAll(/%25/g, '%')
    .replaceAll(/%(7b|7d|2e|20)/gi, (_all, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
    .replaceAll(/\\u00(7b|7d)/gi, (_all, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));

/** The first text that one of the patterns finds, as it is or decoded. */
const findingIn = (text: string, patterns: readonly RegExp[]): string | undefined => {
  if (!/secret/i.test(text)) return undefined;
  let plain = withoutPlaceholders(text);
  for (let times = 0; times <= ENCODINGS; times += 1) {
    for (const pattern of patterns) {
      const at = plain.search(pattern);
      if (at !== -1) return plain.slice(at, at + SHOWN);
    }
    const decoded = decodedOnce(plain);
    if (decoded === plain) return undefined;
    plain = decoded;
  }
  return undefined;
};

const refusalOf = (found: string, place: string): EgressRefusal =>
  notAllowed(
    `${JSON.stringify(found)} in ${place} looks like a placeholder of a secret and is none: the server would get this text, not the secret. Write {{secret.NAME}} itself, with two braces at each side, not encoded, into a place that plugin.json names.`,
    {
      denied: {
        rule: 'secretPlace',
        hint: 'correct the placeholder; for one in a body, name the field under "bodyMembers" of the secret in plugin.json',
      },
    },
  );

/** Throws an {@link EgressRefusal} for the first part of a request that has such a text. `requested`: the secrets that the manifest asks for. */
export const checkNearMisses = ({ url, headers, body }: Request, requested: readonly RequestedSecret[]): void => {
  const names = requested.map(({ name }) => name);
  const inAddress = findingIn(url.pathname + url.search, WITH_BRACE);
  if (inAddress !== undefined) throw refusalOf(inAddress, 'the address');
  for (const [name, value] of headers) {
    const found = findingIn(value, inHeaders(names));
    if (found !== undefined) throw refusalOf(found, `the header "${name}"`);
  }
  if (body && names.length > 0) checkBody(body, names);
};

const checkBody = (body: Buffer, names: readonly string[]): void => {
  const text = body.toString('latin1');
  const found = findingIn(text, inBodies(names));
  if (found !== undefined) throw refusalOf(found, 'the body');
};
