// Reads a reply up to a number of bytes, and a problem document from what may be anything.

import type { Fault, Problem, Refusal, Violation } from './errors.ts';
import type { ScriptReport } from './script-types.ts';

/** Bytes of a failure's reply that are read. The server's own are far smaller. */
export const MOST_PROBLEM_BYTES = 262_144;

const FAULTS: readonly string[] = ['caller', 'plugin', 'operator', 'upstream', 'host'] satisfies readonly Fault[];
const TYPE = 'urn:toolcell:error:';

/** A JSON value, or undefined if the text is not JSON. */
export const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

export const isObject = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** True if the reply says that it is JSON, or a kind of JSON. */
export const isJson = ({ headers }: Response): boolean =>
  /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(headers.get('content-type') ?? '');

/** The text of a reply. Undefined if it has more than `mostBytes`; the rest is then not read. Rejects if the connection breaks. */
export const textOf = async (response: Response, mostBytes: number): Promise<string | undefined> => {
  if (response.body === null) return '';
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > mostBytes) {
      // The rest is nobody's; an error while it is given up changes nothing.
      reader.cancel().catch(() => {});
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
};

const MS_PER_S = 1_000;

/** Milliseconds that `Retry-After` asks for, as seconds or as a date; undefined if it is absent or says nothing. */
export const retryAfterIn = (headers: Headers, nowMs = Date.now()): number | undefined => {
  const value = headers.get('retry-after')?.trim() ?? '';
  if (/^\d{1,9}$/.test(value)) return Number(value) * MS_PER_S;
  const atMs = /^[A-Z][a-z]{2}, /.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - nowMs);
};

/** The problem document in a reply's text, or undefined if it is none of Toolcell's. Members of the wrong type are left out. */
export const problemIn = (
  text: string,
  { status, headers }: Pick<Response, 'status' | 'headers'>,
): Problem | undefined => {
  const value = jsonIn(text);
  if (!isObject(value)) return undefined;
  const { type, code, detail, fault, retryable, title } = value;
  if (typeof type !== 'string' || !type.startsWith(TYPE) || typeof code !== 'string') return undefined;
  if (typeof detail !== 'string' || typeof fault !== 'string' || !FAULTS.includes(fault)) return undefined;
  const inDocument = numberIn(value, 'retryAfterMs');
  const retryAfterMs = inDocument ?? retryAfterIn(headers);
  return {
    ...{ type, code, detail, status, fault: fault as Fault, retryable: retryable === true },
    title: typeof title === 'string' ? title : '',
    ...textsIn(value, ['toolName', 'callId', 'limit', 'setting']),
    ...numbersIn(value, ['allowed', 'used']),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...(Array.isArray(value.violations) && { violations: value.violations.filter(isViolation) }),
    ...(Array.isArray(value.refusals) && { refusals: value.refusals.filter(isRefusal) }),
    ...(isReport(value.script) && { script: value.script }),
  };
};

const numberIn = (value: { readonly [name: string]: unknown }, name: string): number | undefined => {
  const found = value[name];
  return typeof found === 'number' && found >= 0 ? found : undefined;
};

type Texts = Pick<Problem, 'toolName' | 'callId' | 'limit' | 'setting'>;
const textsIn = (value: { readonly [name: string]: unknown }, names: readonly (keyof Texts)[]): Texts =>
  Object.fromEntries(names.map((name) => [name, value[name]]).filter(([, text]) => typeof text === 'string'));

type Amounts = Pick<Problem, 'allowed' | 'used'>;
const numbersIn = (value: { readonly [name: string]: unknown }, names: readonly (keyof Amounts)[]): Amounts =>
  Object.fromEntries(names.map((name) => [name, numberIn(value, name)]).filter(([, found]) => found !== undefined));

const isViolation = (value: unknown): value is Violation =>
  isObject(value) && typeof value.path === 'string' && typeof value.message === 'string';

const isRefusal = (value: unknown): value is Refusal =>
  isObject(value) && ['where', 'reason', 'hint'].every((name) => typeof value[name] === 'string');

/** True for the member `script` of a failure, and for the answer to a script. */
export const isReport = (value: unknown): value is ScriptReport =>
  isObject(value) && Array.isArray(value.logs) && Array.isArray(value.calls) && isObject(value.usage);
