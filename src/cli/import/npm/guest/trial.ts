// The `fetch` of an imported server while it is tried out: it notes each request, sends none, and answers an empty object. Runs inside the isolate, as part of
// the entry that the importer calls; no plugin has it.

/** A request that a server wanted to send. */
export interface NotedRequest {
  readonly method: string;
  readonly url: string;
  /** Secrets in it, by their names, and where: `header authorization`, `parameter key`, `body /api_key`. */
  readonly secrets: readonly { readonly name: string; readonly place: string }[];
}

/** Most requests that are noted of one call. */
const MOST_NOTED = 50;
const PLACEHOLDER = /\{\{secret\.([A-Za-z0-9_]+)\}\}/g;

export const notedRequests: NotedRequest[] = [];

const namesIn = (text: string): string[] => [...text.matchAll(PLACEHOLDER)].map(([, name]) => String(name));

/** The credentials of HTTP Basic as text; otherwise the value itself. */
const opened = (value: string): string => {
  const [, encoded] = /^Basic\s+(\S+)$/i.exec(value) ?? [];
  if (encoded === undefined) return value;
  try {
    return atob(encoded);
  } catch {
    return value;
  }
};

const inHeaders = (headers: Headers) =>
  [...headers].flatMap(([header, value]) =>
    namesIn(opened(value)).map((name) => ({ name, place: `header ${header}` })),
  );

const inQuery = (url: URL) =>
  [...url.searchParams].flatMap(([key, value]) => namesIn(value).map((name) => ({ name, place: `parameter ${key}` })));

const inBody = (text: string) => {
  let fields: [string, unknown][] = [];
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) fields = Object.entries(value);
  } catch {
    fields = [...new URLSearchParams(text)];
  }
  return fields.flatMap(([key, value]) => namesIn(String(value)).map((name) => ({ name, place: `body ${key}` })));
};

const note = async (request: Request): Promise<void> => {
  const url = new URL(request.url);
  const body = request.body === null ? '' : await request.text();
  const secrets = [...inHeaders(request.headers), ...inQuery(url), ...inBody(body)];
  if (notedRequests.length < MOST_NOTED)
    notedRequests.push({ method: request.method, url: `${url.origin}${url.pathname}`, secrets });
};

/** Notes the request, and answers as an upstream that has nothing. */
export const fetch = async (...values: ConstructorParameters<typeof Request>): Promise<Response> => {
  await note(new Request(...values));
  return new Response('{}', { status: 200, headers: { 'content-type': 'application/json' } });
};

// The bundle's own global object, which the bundler puts in place of the real one.
Object.assign(globalThis, { fetch });
