// Puts secrets into bodies: the value of a field of a form, or of a member at the top level of a JSON object, if the manifest names it. Such a
// value must be the placeholder alone, so that no server can read the body in a way that has the secret elsewhere. Control thread.

import { isUtf8 } from 'node:buffer';
import type { Header, Request } from './fetch-request.ts';
import { hasPlaceholder, secretNameIn } from './placeholder-text.ts';
import { formName, type KeyRing } from './placeholders.ts';
import { type EgressRefusal, notAllowed } from './refusal.ts';

/** Bytes of a body with a secret. The body is read and written anew, on a thread that all plugins share. */
const MAX_BYTES = 65_536;
const CONTENT_TYPE = /^application\/(json|x-www-form-urlencoded)[ \t]*(?:;[ \t]*charset="?utf-8"?[ \t]*)?$/i;

/** The value of a secret for the field or member of that name. Throws an {@link EgressRefusal}. */
type ValueFor = (secret: string, name: string) => string;

export const hasBodyPlaceholder = (body: Buffer): boolean =>
  // Bytes first, because most bodies have no placeholder.
  body.includes('secret.') && hasPlaceholder(body.toString('latin1'));

/** The body to send; the same one if it has no placeholder. Throws an {@link EgressRefusal} if the body, or a place in it, takes no secret. */
export const filledBody = ({ url, headers, body }: Request, ring: KeyRing): Buffer | undefined => {
  if (!body || !hasBodyPlaceholder(body)) return body;
  if (body.length > MAX_BYTES || !isUtf8(body)) throw forbidden();
  const text = body.toString('utf8');
  const valueFor: ValueFor = (secret, name) => ring.valueFor(secret, url.origin, { kind: 'member of the body', name });
  switch (kindOf(headers)) {
    case 'json':
      return filledObject(text, valueFor);
    case 'x-www-form-urlencoded':
      return filledForm(text, valueFor);
    default:
      throw forbidden();
  }
};

const forbidden = (): EgressRefusal =>
  notAllowed(
    `A secret cannot be used in the body of this request. It can be the whole value of a field of a form (content-type: application/x-www-form-urlencoded), or of a member at the top level of a JSON object (content-type: application/json), of at most ${MAX_BYTES} bytes.`,
    {
      denied: {
        rule: 'secretPlace',
        hint: 'if the plugin itself puts it there: name the field under "bodyMembers" of the secret in plugin.json, and write the placeholder alone as its value',
      },
    },
  );

/** What the one content type says, in small letters. */
const kindOf = (headers: readonly Header[]): string | undefined => {
  if (headers.some(([name]) => name === 'content-encoding')) return undefined;
  const [type, ...others] = headers.filter(([name]) => name === 'content-type');
  return type && others.length === 0 ? CONTENT_TYPE.exec(type[1])?.[1]?.toLowerCase() : undefined;
};

const filledForm = (form: string, valueFor: ValueFor): Buffer => {
  const pairs = form.split('&');
  const filled = pairs.map((pair) => {
    const at = pair.indexOf('=');
    const secret = at === -1 ? undefined : secretNameIn(pair.slice(at + 1));
    const name = secret === undefined ? pair : pair.slice(0, at);
    if (hasPlaceholder(name)) throw forbidden();
    return secret === undefined ? pair : `${name}=${encodeURIComponent(valueFor(secret, formName(name)))}`;
  });
  return Buffer.from(filled.join('&'));
};

/** Written anew, because servers do not agree on which of two members with one name counts. */
const filledObject = (json: string, valueFor: ValueFor): Buffer => {
  const members = membersOf(json).map(({ name, value, text }) => {
    const secret = typeof value === 'string' ? secretNameIn(value) : undefined;
    if (hasPlaceholder(name) || (secret === undefined && hasPlaceholder(text))) throw forbidden();
    return `${JSON.stringify(name)}:${secret === undefined ? text : JSON.stringify(valueFor(secret, name))}`;
  });
  return Buffer.from(`{${members.join(',')}}`);
};

interface Member {
  readonly name: string;
  readonly value: unknown;
  /** The value as JSON. */
  readonly text: string;
}

/** The members of a JSON object, each name once, numbers with all their digits. */
const membersOf = (json: string): readonly Member[] => {
  try {
    const object = parseExactly(json);
    if (typeof object === 'object' && object !== null && !Array.isArray(object))
      return Object.entries(object).map(([name, value]) => ({ name, value, text: JSON.stringify(value) }));
  } catch {
    // No JSON, or nested too deeply.
  }
  throw forbidden();
};

/** The parts of `JSON` that TypeScript does not know yet. */
interface ExactJson {
  readonly rawJSON: (text: string) => unknown;
  readonly parse: (
    text: string,
    reviver: (name: string, value: unknown, context: { readonly source?: string }) => unknown,
  ) => unknown;
}

const parseExactly = (text: string): unknown => {
  const { parse, rawJSON } = JSON as unknown as ExactJson;
  return parse(text, (_name, value, { source }) =>
    typeof value === 'number' && source !== undefined ? rawJSON(source) : value,
  );
};
