// Asks an authorization server for JSON. Its answer is bounded in size and time, and no redirect is followed. Front process.

import { IssuerOutOfReach } from './settings.ts';

const ANSWER_MS = 5_000;
const MOST_BYTES = 512_000;

/** The JSON object at a URL. Rejects with {@link IssuerOutOfReach}. */
export const answerOf = async (
  url: string,
  request: { readonly headers?: Readonly<Record<string, string>>; readonly form?: URLSearchParams } = {},
): Promise<Readonly<Record<string, unknown>>> => {
  const { headers = {}, form } = request;
  try {
    const response = await fetch(url, {
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_MS),
      headers: { Accept: 'application/json', ...headers },
      ...(form && { method: 'POST', body: form }),
    });
    const text = await textOf(response);
    if (!response.ok) throw new Error(`it answered ${response.status}`);
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('it sent no JSON object');
    return value as Readonly<Record<string, unknown>>;
  } catch (error) {
    throw new IssuerOutOfReach(`${originOf(url)}: ${reasonOf(error)}`);
  }
};

const textOf = async ({ body }: Response): Promise<string> => {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body ?? []) {
    bytes += part.byteLength;
    if (bytes > MOST_BYTES) throw new Error(`it sent more than ${MOST_BYTES} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
};

const originOf = (url: string): string => URL.parse(url)?.origin ?? 'the issuer';

/** `fetch failed` says nothing; its cause does. A message of `JSON.parse` would quote the text. */
const reasonOf = (error: unknown): string => {
  if (error instanceof SyntaxError) return 'it sent no JSON';
  const { message, cause } = error as Error;
  return cause instanceof Error ? cause.message : message;
};
