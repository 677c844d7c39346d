// Makes one request to GitHub with the placeholder for the token. Its errors say what went wrong and what a model can do about it.

const API = 'https://api.github.com';
const TOKEN = '{{secret.GITHUB_TOKEN}}';
const SHOWN_CHARACTERS = 300;

interface Question {
  /** Path and query. */
  readonly path: string;
  /** The thing that is asked for, for errors. */
  readonly what: string;
  readonly accept?: string;
  readonly signal: AbortSignal;
}

interface Reply {
  readonly json: unknown;
  /** Null on the last page. */
  readonly nextPage: number | null;
}

/** Makes the request. Resolves with the JSON of the answer. Throws for every status but 200. */
export async function ask({ path, what, accept = 'application/vnd.github+json', signal }: Question): Promise<Reply> {
  const headers = { accept, authorization: `Bearer ${TOKEN}`, 'x-github-api-version': '2022-11-28' };
  const response = await fetch(API + path, { headers, signal });
  if (response.status !== 200) throw await failureOf(response, what);
  const json: unknown = await response.json().catch(() => {
    throw new Error('GitHub answered something that is not JSON; try again later.');
  });
  return { json, nextPage: nextPageOf(response.headers.get('link')) };
}

/** The parameter `page` of the link with the relation `next`. */
function nextPageOf(link: string | null): number | null {
  for (const part of (link ?? '').split(',')) {
    const [, address = '', relation] = /^\s*<([^>]*)>;\s*rel="(\w+)"/.exec(part) ?? [];
    const page = relation === 'next' ? Number(URL.parse(address)?.searchParams.get('page')) : 0;
    if (Number.isInteger(page) && page > 0) return page;
  }
  return null;
}

async function failureOf(response: Response, what: string): Promise<Error> {
  const { status, headers } = response;
  const isLimited = headers.get('x-ratelimit-remaining') === '0' || headers.has('retry-after');
  if (status === 429 || (status === 403 && isLimited)) return limited(headers);
  const said = await messageOf(response);
  if (status === 401)
    return new Error('GitHub does not accept the token. The operator has to renew the secret GITHUB_TOKEN.');
  if (status === 403)
    return new Error(
      `The token of the operator may not read ${what}: ${said} Ask for something else, or ask the operator.`,
    );
  if (status === 404)
    return new Error(`GitHub does not have ${what}, or the token may not see it. Check the names and the number.`);
  if (status === 410) return new Error(`GitHub has taken away ${what}, or the repository has no issues: ${said}`);
  if (status === 422) return new Error(`GitHub cannot do ${what}: ${said} Change the arguments.`);
  if (status >= 500) return new Error(`GitHub has a fault of its own (status ${status}); try again in a minute.`);
  return new Error(`GitHub answered with status ${status}: ${said}`);
}

/** GitHub says when to ask again: after a number of seconds, or at a time in seconds since 1970. */
function limited(headers: Headers): Error {
  const after = Number(headers.get('retry-after') ?? Number.NaN);
  const reset = Number(headers.get('x-ratelimit-reset') ?? Number.NaN);
  const when = Number.isFinite(after)
    ? `Try again in ${after} seconds.`
    : Number.isFinite(reset) && Math.abs(reset) < 1e11
      ? `Try again after ${new Date(reset * 1_000).toISOString().replace('.000', '')}.`
      : 'Try again in a minute.';
  return new Error(`GitHub takes no more requests for now: its rate limit is used up. ${when}`);
}

/** GitHub's own message as a sentence of bounded length. */
async function messageOf(response: Response): Promise<string> {
  const json: unknown = await response.json().catch(() => undefined);
  const { message, errors } = (typeof json === 'object' && json !== null ? json : {}) as Record<string, unknown>;
  const details = (Array.isArray(errors) ? errors : []).map((error: unknown) =>
    typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : '',
  );
  const text = [typeof message === 'string' ? message : '', ...details].filter(Boolean).join(' ');
  return `"${(text || 'nothing more is said').slice(0, SHOWN_CHARACTERS)}".`;
}
