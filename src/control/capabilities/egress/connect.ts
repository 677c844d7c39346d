// Opens a connection to an address that was checked, and to no other. Control thread.

import { connect as connectPlain, isIP, type LookupFunction, type Socket, type TcpNetConnectOpts } from 'node:net';
import { type ConnectionOptions, connect as connectTls, type SecureContext, type TLSSocket } from 'node:tls';
import { notGranted } from '../refusal.ts';
import { type AddressKind, addressKind, normalAddress } from './addresses.ts';
import type { ConnectionPool } from './connection-pool.ts';
import type { Deadline } from './deadline.ts';
import { type EgressRefusal, noRoom, notAllowed, upstreamFailed } from './refusal.ts';

/** Addresses tried, one after the other, if the first do not answer. */
const MAX_ADDRESSES = 8;
/** A name with more addresses is treated as hostile. */
const MAX_ANSWERS = 256;

/** Addresses that an origin may be reached at, all checked. */
export interface CheckedAddresses {
  readonly addresses: readonly string[];
  /** At least one is not public. */
  readonly isPrivate: boolean;
}

/** Host of a URL as resolvers and sockets want it: an IPv6 address without its brackets. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

/** Checks every address that `url` leads to, and refuses all if one may not be reached. Throws an {@link EgressRefusal}. */
export const checkAddresses = (
  url: URL,
  addresses: readonly string[],
  { mayBePrivate, pluginName }: { readonly mayBePrivate: boolean; readonly pluginName: string },
): CheckedAddresses => {
  if (addresses.length > MAX_ANSWERS) throw upstreamFailed(`${url.hostname} has too many addresses.`);
  const host = hostOf(url);
  const kinds = new Set(addresses.map(addressKind));
  const mayBe = (kind: AddressKind): boolean =>
    kind === 'public' || (mayBePrivate && (kind === 'private' || (kind === 'metadata' && isIP(host) > 0)));
  if (![...kinds].every(mayBe)) throw notPublic(url, pluginName, kinds);
  return { addresses: addresses.slice(0, MAX_ADDRESSES), isPrivate: !kinds.has('public') || kinds.size > 1 };
};

const notPublic = ({ origin }: URL, pluginName: string, kinds: ReadonlySet<AddressKind>): EgressRefusal => {
  if (kinds.has('never') || kinds.has('metadata'))
    return notAllowed(`${origin} leads to an address that tools may not reach.`, { denied: { rule: 'address' } });
  const message = `${origin} leads to an address that is not public, and the operator has not granted that to ${pluginName}.`;
  const setting = `grants.${pluginName}.privateFetch`;
  return notAllowed(message, {
    denied: { rule: 'address', hint: `if that is meant, add "${origin}" to ${setting} in sandbox.config.json` },
    failure: notGranted(message, setting),
  });
};

/** Where to connect, and how. */
export interface Target {
  readonly url: URL;
  readonly checked: CheckedAddresses;
  readonly secureContext: SecureContext;
  /** Keeps the TLS sessions of connections whose certificate was verified. */
  readonly pool: Pick<ConnectionPool, 'sessionOf' | 'keepSession'>;
}

/** Connects; for https the certificate has been verified against the name. The socket is closed if `deadline` is over first. */
export const connect = (target: Target, deadline: Deadline): Promise<Socket> => {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const isTls = target.url.protocol === 'https:';
  const socket = isTls ? openTls(target) : connectPlain(netOptions(target));
  const forget = deadline.whenOver((why) => {
    reject(why);
    socket.destroy();
  });
  socket.once('error', (error) => {
    forget();
    reject(connectionFailure(error, target.url));
  });
  // A connection that ends without an error, in the middle of a handshake.
  socket.once('close', () => {
    forget();
    reject(upstreamFailed(`${target.url.origin} closed the connection before it was usable.`));
  });
  socket.once(isTls ? 'secureConnect' : 'connect', () => {
    forget();
    if (isOneOf(socket.remoteAddress, target.checked.addresses)) return resolve(socket);
    socket.destroy();
    reject(
      upstreamFailed(`The connection to ${target.url.origin} reached another address than the one that was checked.`),
    );
  });
  // An error without a listener would end the process, and later there may be no other listener.
  socket.on('error', () => {});
  return promise;
};

const netOptions = ({ url, checked }: Target): TcpNetConnectOpts => {
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  const [first = '', ...others] = checked.addresses;
  const common = { port, noDelay: true, keepAlive: true };
  if (others.length === 0) return { ...common, host: first };
  return { ...common, host: hostOf(url), lookup: answering(checked.addresses), autoSelectFamily: true };
};

/** Stands in for a resolver: nothing is looked up again between the check and the connection. */
const answering =
  (addresses: readonly string[]): LookupFunction =>
  (_hostname, _options, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: isIP(address) })),
    );

const openTls = (target: Target): TLSSocket => {
  const { url, secureContext, pool } = target;
  const host = hostOf(url);
  const session = pool.sessionOf(url.origin);
  const options: ConnectionOptions = {
    ...netOptions(target),
    // Name and certificate are compared by it; an address has no name to send, and is compared as the host.
    servername: isIP(host) > 0 ? '' : host,
    ALPNProtocols: ['http/1.1'],
    // The default could be changed by the environment.
    rejectUnauthorized: true,
    secureContext,
    ...(session && { session }),
  };
  const socket = connectTls(options);
  socket.on('session', (next) => {
    if (socket.authorized) pool.keepSession(url.origin, next);
  });
  return socket;
};

const isOneOf = (address: string | undefined, addresses: readonly string[]): boolean => {
  const normal = normalAddress(address ?? '');
  return normal !== undefined && addresses.some((other) => normalAddress(other) === normal);
};

/** Whose signature is missing or not trusted: the operator may know better. */
const OF_AUTHORITY = /SELF_SIGNED|ISSUER|LEAF_SIGNATURE/;

const CERTIFICATE_FAULTS: Readonly<Record<string, string>> = {
  ERR_TLS_CERT_ALTNAME_INVALID: 'is for another name',
  CERT_HAS_EXPIRED: 'has expired',
  CERT_NOT_YET_VALID: 'is not valid yet',
  CERT_REVOKED: 'was revoked',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'is signed only by itself',
  SELF_SIGNED_CERT_IN_CHAIN: 'was issued by an authority that is not trusted',
  UNABLE_TO_GET_ISSUER_CERT: 'was issued by an authority that is not trusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'was issued by an authority that is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'comes without the certificates that lead to a trusted authority',
};

/** Errors caused by this machine and not by the other side. */
const NO_ROOM = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM']);

const CONNECTION_FAULTS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'does not accept connections',
  ECONNRESET: 'broke the connection off',
  ETIMEDOUT: 'does not answer',
  EHOSTUNREACH: 'cannot be reached from here',
  ENETUNREACH: 'cannot be reached from here',
};

const connectionFailure = (error: Error, { origin, protocol }: URL): EgressRefusal => {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (NO_ROOM.has(code)) return noRoom(`No connection to ${origin} could be opened: this server has too many.`);
  const certificate = CERTIFICATE_FAULTS[code];
  if (certificate !== undefined)
    return upstreamFailed(
      `The certificate of ${origin} ${certificate}.`,
      OF_AUTHORITY.test(code) ? 'egress.caFiles' : undefined,
    );
  const fault = CONNECTION_FAULTS[code];
  if (fault !== undefined) return upstreamFailed(`${origin} ${fault}.`);
  return upstreamFailed(`No ${protocol === 'https:' ? 'secure ' : ''}connection to ${origin} could be made.`);
};
