// A client of MCP that gets its tokens by OAuth: one JSON argument says which client, where, and what it does. Prints one JSON object.
// `package`: `client` or `sdk`; `kind`: as in client.mjs; `registered`: its id at the authorization server, or it registers itself; `token`: it has
// one already; `page`: the origin of the page that it is part of; `steps`: see STEPS.
import { CALLBACK, logIn } from '../../../support/log-in.ts';
import { pageFetch } from './page-fetch.mjs';
import { failure, print } from './report.mjs';

const { package: name, url, kind = 'auto', registered, token, page, steps } = JSON.parse(process.argv[2]);
const isModern = name === 'client';
const base = isModern ? '@modelcontextprotocol/client' : '@modelcontextprotocol/sdk/client';
const { Client, StreamableHTTPClientTransport } = isModern
  ? await import(base)
  : { ...(await import(`${base}/index.js`)), ...(await import(`${base}/streamableHttp.js`)) };

const requests = [];
const authorizations = [];
const inner = page === undefined ? fetch : pageFetch(page);
const loggedFetch = async (target, init) => {
  const response = await inner(target, init);
  const { pathname } = new URL(target);
  const challenge = response.headers.get('www-authenticate');
  requests.push({
    method: init?.method ?? 'GET',
    path: pathname,
    status: response.status,
    ...(challenge && { challenge }),
  });
  return response;
};

const keep = (more) => {
  Object.assign(provider.kept, more);
};

/** Keeps all that a client of OAuth keeps, and is the person at the browser. */
const provider = {
  redirectUrl: CALLBACK,
  clientMetadata: {
    client_name: 'peer',
    redirect_uris: [CALLBACK],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  },
  kept: {
    ...(registered && { client: { client_id: registered } }),
    ...(token && { tokens: { access_token: token, token_type: 'Bearer' } }),
  },
  state: () => 'a-state',
  clientInformation: () => provider.kept.client,
  saveClientInformation: (client) => keep({ client }),
  tokens: () => provider.kept.tokens,
  saveTokens: (tokens) => keep({ tokens }),
  codeVerifier: () => provider.kept.verifier,
  saveCodeVerifier: (verifier) => keep({ verifier }),
  discoveryState: () => provider.kept.discovery,
  saveDiscoveryState: (discovery) => keep({ discovery }),
  redirectToAuthorization: async (start) => {
    authorizations.push({ scope: start.searchParams.get('scope'), resource: start.searchParams.get('resource') });
    keep({ end: await logIn(start, 'ada') });
  },
};

const connect = async () => {
  const client = new Client(
    { name: 'peer', version: '1.0.0' },
    isModern ? { versionNegotiation: { mode: kind === 'auto' || kind === 'legacy' ? kind : { pin: kind } } } : {},
  );
  const transport = new StreamableHTTPClientTransport(new URL(url), { authProvider: provider, fetch: loggedFetch });
  try {
    await client.connect(transport);
    return { client, transport };
  } catch (error) {
    await finish(transport, error);
    return connect();
  }
};

/** Goes on with the code that the person has brought. */
const finish = async (transport, error) => {
  const { end } = provider.kept;
  if (end === undefined) throw error;
  keep({ end: undefined });
  await (isModern ? transport.finishAuth(end.searchParams) : transport.finishAuth(end.searchParams.get('code')));
};

const STEPS = {
  list: async ({ client }) => (await client.listTools()).tools.map((tool) => tool.name).sort(),
  call: ({ client }, { tool, args = {}, progress = false }) => {
    const more = progress ? [{ onprogress: () => {} }] : [];
    return client.callTool({ name: tool, arguments: args }, ...(isModern ? [] : [undefined]), ...more);
  },
  wait: (_open, { ms }) => new Promise((resolve) => setTimeout(resolve, ms)),
  /** Begins to listen for changes. */
  listen: async (open) => {
    open.listening = await open.client.listen({ toolsListChanged: true });
  },
  /** Waits for the end of the listening: `remote` if the server ended it. */
  heard: async ({ listening }) => listening.closed,
};

const open = await connect();
const results = [];
for (const { do: step, ...more } of steps) {
  const once = () => STEPS[step](open, more);
  let result = await failure(once());
  // A client that was sent to the person goes on afterwards.
  if (result.error !== undefined && provider.kept.end !== undefined) {
    await finish(open.transport);
    result = await failure(once());
  }
  results.push(result);
}
print({
  revision: open.client.getNegotiatedProtocolVersion?.(),
  requests,
  authorizations,
  results,
  scope: provider.kept.tokens?.scope,
});
await open.client.close();
