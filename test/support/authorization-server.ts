// A real authorization server for tests, with clients of its own, whose keys tests know and can replace.

import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import Provider, { type Configuration as ProviderSettings } from 'oidc-provider';
import * as client from 'openid-client';

/** Addresses of the server that takes the tokens. */
export const RESOURCE = 'https://tools.example.com';
const CALLBACK = 'http://127.0.0.1:1/callback';

/** A signing key with its private part. */
export interface SigningKey {
  readonly jwk: JWK;
}

export const newSigningKey = async (kid: string, alg = 'RS256'): Promise<SigningKey> => {
  const { privateKey } = await generateKeyPair(alg, { extractable: true });
  return { jwk: { ...(await exportJWK(privateKey)), kid, alg, use: 'sig' } };
};

export interface AuthorizationServerOptions {
  /** What access tokens are: a JWT, or a reference that only this server knows. */
  readonly format?: 'jwt' | 'opaque';
  readonly keys: readonly SigningKey[];
}

/** Runs on loopback. `close` must be called. */
export class AuthorizationServer {
  readonly issuer: string;
  readonly #server: Server;
  readonly #format: 'jwt' | 'opaque';
  #answer: RequestListener = () => {};
  #keys: readonly SigningKey[];
  /** Requests by path. */
  readonly requests: string[] = [];

  private constructor(server: Server, options: AuthorizationServerOptions) {
    this.#server = server;
    this.#format = options.format ?? 'jwt';
    this.#keys = options.keys;
    this.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on('request', (req, res) => {
      this.requests.push(req.url ?? '');
      this.#answer(req, res);
    });
    this.useKeys(options.keys);
  }

  static async start(options: AuthorizationServerOptions, port = 0): Promise<AuthorizationServer> {
    const server = createServer().listen(port, '127.0.0.1');
    await once(server, 'listening');
    return new AuthorizationServer(server, options);
  }

  /** Publishes these keys, and signs with the first. */
  useKeys(keys: readonly SigningKey[]): void {
    this.#keys = keys;
    this.#answer = new Provider(this.issuer, settingsOf(keys, this.#format)).callback();
  }

  /** A token for a client that acts for nobody. */
  async clientToken(clientId: string, scope?: string): Promise<string> {
    const config = await this.#configOf(clientId);
    const { access_token: token } = await client.clientCredentialsGrant(config, {
      resource: RESOURCE,
      ...(scope !== undefined && { scope }),
    });
    return token;
  }

  /** A token for a client that acts for a person, who logs in and agrees. Authorization code with PKCE. */
  async userToken(clientId: string, user: string, scope: string): Promise<string> {
    const config = await this.#configOf(clientId);
    const verifier = client.randomPKCECodeVerifier();
    const state = client.randomState();
    const start = client.buildAuthorizationUrl(config, {
      redirect_uri: CALLBACK,
      scope: `openid ${scope}`,
      resource: RESOURCE,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
    });
    const end = await logIn(start, user);
    const checks = { pkceCodeVerifier: verifier, expectedState: state };
    const tokens = await client.authorizationCodeGrant(config, end, checks, { resource: RESOURCE });
    return tokens.access_token;
  }

  async revoke(clientId: string, token: string): Promise<void> {
    await client.tokenRevocation(await this.#configOf(clientId), token);
  }

  /** Signs any claims with the first key, or another one. */
  sign(claims: object, { header = {}, key = this.#keys[0] }: { header?: object; key?: SigningKey | undefined } = {}) {
    const { jwk } = key as SigningKey;
    return new SignJWT({ ...claims })
      .setProtectedHeader({ alg: jwk.alg ?? '', kid: jwk.kid ?? '', ...header })
      .sign(jwk, { crit: { exp2: true } });
  }

  /** Claims of a good token, for {@link sign}. */
  goodClaims(): Readonly<Record<string, unknown>> {
    const nowS = Math.floor(Date.now() / 1_000);
    return {
      iss: this.issuer,
      aud: RESOURCE,
      exp: nowS + 600,
      iat: nowS,
      sub: 'agent',
      client_id: 'agent',
      scope: 'read',
    };
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #configOf(clientId: string): Promise<client.Configuration> {
    return client.discovery(new URL(this.issuer), clientId, SECRET, undefined, {
      execute: [client.allowInsecureRequests],
    });
  }
}

/** The secret of every client. */
export const SECRET = 'a-secret-of-the-clients-of-this-test';

const settingsOf = (keys: readonly SigningKey[], accessTokenFormat: 'jwt' | 'opaque'): ProviderSettings => ({
  jwks: { keys: keys.map(({ jwk }) => jwk) as never },
  clients: ['agent', 'toolcell'].map((client_id) => ({
    client_id,
    client_secret: SECRET,
    grant_types: ['client_credentials', 'authorization_code'],
    redirect_uris: [CALLBACK],
    response_types: ['code'],
  })),
  scopes: ['openid', 'read', 'write'],
  cookies: { keys: ['a key for cookies'] },
  pkce: { required: () => true },
  ttl: { AccessToken: 600, ClientCredentials: 600, Interaction: 60, Session: 60, Grant: 600, IdToken: 60 },
  findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
  features: {
    clientCredentials: { enabled: true },
    introspection: { enabled: true, allowedPolicy: () => true },
    revocation: { enabled: true },
    devInteractions: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => RESOURCE,
      useGrantedResource: () => true,
      getResourceServerInfo: () => ({
        scope: 'read write',
        audience: RESOURCE,
        accessTokenFormat,
        accessTokenTTL: 600,
        ...(accessTokenFormat === 'jwt' && { jwt: { sign: { alg: 'RS256' } } }),
      }),
    },
  },
});

/** Does what a browser and a person would do: follows redirects, logs in, agrees. Resolves with the address that the client gets. */
const logIn = async (start: URL, user: string): Promise<URL> => {
  const cookies = new Map<string, string>();
  let url = start;
  let form: URLSearchParams | undefined;
  for (let steps = 0; steps < 20; steps += 1) {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: form }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    const page = await response.text();
    if (location !== null) {
      url = new URL(location, url);
      form = undefined;
      if (url.href.startsWith(CALLBACK)) return url;
      continue;
    }
    const [, prompt = ''] = /name="prompt" value="(\w+)"/.exec(page) ?? [];
    if (prompt === '') throw new Error(`the server did not ask anything: ${response.status} ${page.slice(0, 300)}`);
    form = new URLSearchParams({ prompt, ...(prompt === 'login' && { login: user, password: 'any' }) });
  }
  throw new Error('the server did not come to an end');
};
