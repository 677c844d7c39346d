// A real authorization server for tests, with clients of its own, whose keys tests know and can replace.

import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import Provider, { errors, type Configuration as ProviderSettings } from 'oidc-provider';
import * as client from 'openid-client';
import { CALLBACK, logIn } from './log-in.ts';

/** Addresses of the server that takes the tokens. */
export const RESOURCE = 'https://tools.example.com';

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
  /** If present, clients register themselves, and get tokens and refresh tokens for those of these resources that they name. */
  readonly open?: {
    readonly resources: readonly string[];
    /** How long an access token holds, in seconds. */
    readonly accessTokenS: () => number;
  };
}

/** Runs on loopback. `close` must be called. */
export class AuthorizationServer {
  readonly issuer: string;
  readonly #server: Server;
  readonly #options: AuthorizationServerOptions;
  #answer: RequestListener = () => {};
  #keys: readonly SigningKey[];
  /** Requests by path. */
  readonly requests: string[] = [];

  private constructor(server: Server, options: AuthorizationServerOptions) {
    this.#server = server;
    this.#options = options;
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
    this.#answer = new Provider(this.issuer, settingsOf(keys, this.#options)).callback();
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

const CODE = { redirect_uris: [CALLBACK], response_types: ['code' as const] };

/** Clients without a secret, which the operator of the server has registered. */
const PUBLIC_CLIENTS = [
  { client_id: 'inspector', grant_types: ['authorization_code', 'refresh_token'] },
  { client_id: 'simple', grant_types: ['authorization_code'] },
] as const;

const settingsOf = (
  keys: readonly SigningKey[],
  { format: accessTokenFormat = 'jwt', open }: AuthorizationServerOptions,
): ProviderSettings => ({
  jwks: { keys: keys.map(({ jwk }) => jwk) as never },
  clients: [
    ...['agent', 'toolcell'].map((client_id) => ({
      client_id,
      client_secret: SECRET,
      grant_types: ['client_credentials', 'authorization_code'],
      ...CODE,
    })),
    ...PUBLIC_CLIENTS.map(({ client_id, grant_types }) => ({
      client_id,
      token_endpoint_auth_method: 'none' as const,
      grant_types: [...grant_types],
      ...CODE,
    })),
  ],
  scopes: ['openid', 'read', 'write'],
  cookies: { keys: ['a key for cookies'] },
  pkce: { required: () => true },
  ttl: {
    AccessToken: () => open?.accessTokenS() ?? 600,
    ClientCredentials: 600,
    Interaction: 60,
    Session: 60,
    Grant: 600,
    IdToken: 60,
    RefreshToken: 600,
  },
  ...(open && {
    // A browser of a page of any origin may ask.
    clientBasedCORS: () => true,
    issueRefreshToken: (_ctx, registered) => registered.grantTypeAllowed('refresh_token'),
  }),
  findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
  features: {
    clientCredentials: { enabled: true },
    introspection: { enabled: true, allowedPolicy: () => true },
    revocation: { enabled: true },
    devInteractions: { enabled: true },
    registration: { enabled: open !== undefined },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => (open === undefined ? RESOURCE : []),
      useGrantedResource: () => true,
      getResourceServerInfo: (_ctx, resource) => {
        if (open?.resources.includes(resource) === false) throw new errors.InvalidTarget();
        return {
          scope: 'read write',
          audience: open === undefined ? RESOURCE : resource,
          accessTokenFormat,
          accessTokenTTL: open?.accessTokenS() ?? 600,
          ...(accessTokenFormat === 'jwt' && { jwt: { sign: { alg: 'RS256' } } }),
        };
      },
    },
  },
});
