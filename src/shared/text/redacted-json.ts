// Takes what looks like a secret out of JSON text, for a log. Reads the text once and builds no values, so a text that was cut off will do. Any process.

const REDACTED = '[redacted]';
/** A whole string. The text is bounded, and no alternative of it begins like another one. */
const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"/y;
const NOT_STRING = /[^"]+/y;
const COLON = /\s*:\s*/y;
const PLAIN_VALUE = /[^",\]}\s]*/y;

/** Names of members whose values are left out, in small letters and without anything else. */
const SECRET_NAME =
  /(password|passwd|passphrase|secret|token|authorization|cookie|credential|session|signature|apikey|accesskey|privatekey)|keys?$|^(pass|pwd|pin|otp|auth|jwt|bearer)$/;

/** Secrets within a text: what follows such a word, credentials of HTTP, JSON Web Tokens, passwords in addresses. */
const ASSIGNED =
  /((?:password|passwd|passphrase|secret|token|authorization|api[-_ ]?key|access[-_ ]?key|private[-_ ]?key)[\w-]{0,40}\\?["']?\s{0,9}[:=]\s{0,9}\\?["']?)[^\s"',;&}\\]{1,9000}/gi;
const CREDENTIALS = /\b(bearer|basic)\s{1,9}[\w.~+/=-]{6,9000}/gi;
const WEB_TOKEN = /\beyJ[\w-]{6,9000}\.[\w.-]{1,9000}/g;
const IN_ADDRESS = /:\/\/[^\s/@:"]{0,300}:[^\s/@"]{1,9000}@/g;
const PRIVATE_KEY = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----/;

/** True for the name of a member whose value is probably a secret. */
export const isSecretName = (name: string): boolean =>
  SECRET_NAME.test(name.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));

export const redactedText = (text: string): string =>
  PRIVATE_KEY.test(text)
    ? REDACTED
    : text
        .replaceAll(CREDENTIALS, `$1 ${REDACTED}`)
        .replaceAll(WEB_TOKEN, REDACTED)
        .replaceAll(IN_ADDRESS, `://${REDACTED}@`)
        .replaceAll(ASSIGNED, `$1${REDACTED}`);

/**
 * JSON text with `[redacted]` in place of the values of members with a telling name, and of secrets within strings; `scrub` takes out more. If the
 * text was cut off, the last string is left out, because it may be a part of a secret, and the result ends with `…`.
 */
export const redactedJson = (json: string, scrub: (text: string) => string): string => {
  let out = '';
  let at = 0;
  const take = (form: RegExp): string | undefined => {
    form.lastIndex = at;
    const found = form.exec(json)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  };
  while (at < json.length) {
    const rest = take(NOT_STRING);
    if (rest !== undefined) {
      out += rest;
      continue;
    }
    const token = take(STRING);
    if (token === undefined) return `${out}…`;
    const text = textOf(token);
    const colon = take(COLON);
    out += rewritten(token, text, scrub) + (colon ?? '');
    if (colon === undefined || !isSecretName(text)) continue;
    out += `"${REDACTED}"`;
    at = endOfValue(json, at);
  }
  return out;
};

const textOf = (token: string): string => {
  try {
    return JSON.parse(token) as string;
  } catch {
    return token;
  }
};

const rewritten = (token: string, text: string, scrub: (text: string) => string): string => {
  const scrubbed = scrub(redactedText(text));
  return scrubbed === text ? token : JSON.stringify(scrubbed);
};

/** The index after the value that begins at `start`; the end of the text if it was cut off. */
const endOfValue = (json: string, start: number): number => {
  let depth = 0;
  for (let at = start; at < json.length; ) {
    const character = json[at] as string;
    if (character === '"') {
      STRING.lastIndex = at;
      const found = STRING.exec(json)?.[0];
      if (found === undefined) return json.length;
      at += found.length;
    } else if (character === '{' || character === '[') {
      depth += 1;
      at += 1;
      continue;
    } else if (character === '}' || character === ']') {
      depth -= 1;
      at += 1;
    } else if (depth === 0) {
      PLAIN_VALUE.lastIndex = at;
      return at + (PLAIN_VALUE.exec(json)?.[0].length ?? 0);
    } else {
      at += 1;
      continue;
    }
    if (depth === 0) return at;
  }
  return json.length;
};
