// The shape of a whole configuration: every setting present, in the units of its name. Read once by main; passed on as parts.

import type { FreshStatePolicy } from '../protocol/call.ts';
import type { IsolationEffect } from '../protocol/isolation.ts';
import type { Limits } from '../protocol/limits.ts';

export interface ServerConfig {
  readonly host: string;
  readonly port: number;
  /** Threads that read requests and write replies; with 1 the main thread does. */
  readonly threads: number;
  /** Bytes of a request's body, as sent and once inflated. */
  readonly bodyBytes: number;
  /** Levels of arrays and objects in a request's body. */
  readonly bodyDepth: number;
  /** From a connection's first byte to the end of the request's headers. */
  readonly headersTimeoutMs: number;
  /** From a connection's first byte to the end of the request's body. */
  readonly requestTimeoutMs: number;
  /** How long a connection may stay open between requests. */
  readonly keepAliveTimeoutMs: number;
  /** Open connections; more are closed at once. */
  readonly maxConnections: number;
  /** Bytes of bodies that are arriving and of replies that are not read yet, all connections together. */
  readonly heldBytes: number;
  /** From SIGTERM until calls in flight are given up. */
  readonly shutdownMs: number;
  /** Names a `Host` header may carry beside the loopback names and `host` itself; `*` takes any. */
  readonly allowedHosts: readonly string[];
  /** Origins a browser may call from, as `https://app.example.com`; `*` takes any. */
  readonly allowedOrigins: readonly string[];
  /** `sha256:<64 hex>` of the key of the admin API; empty where there is none. */
  readonly adminKeyHash: string;
}

/** Upgrades that wait for the operator's word: those that widen what a plugin may do or rewrite what agents know, all, or none. */
export type ApprovalPolicy = 'widening' | 'any change' | 'never';

export interface PluginsConfig {
  readonly folder: string;
  /** Bytes of one bundle, all its files together. */
  readonly bundleBytes: number;
  /** Files of one bundle. */
  readonly bundleFiles: number;
  /** How long a bundle may take to load and to have its schemas compiled. */
  readonly loadMs: number;
  /** New bundles that are tried out before the server listens; of more than these none is. */
  readonly tryOutAtStart: number;
  /** Takes up what changes in the folder while the server runs. */
  readonly watch: boolean;
  /** Which upgrades wait for the operator. */
  readonly approve: ApprovalPolicy;
  /** Public keys in minisign's format, whose signatures on archives count. */
  readonly trustedKeys: readonly string[];
  /** Refuses bundles without a good signature by one of `trustedKeys`. */
  readonly requireSignature: boolean;
  /** Lists the tools of plugins too that wait for a grant. */
  readonly listUngranted: boolean;
  readonly overrides: Readonly<Record<string, PluginOverride>>;
}

/** What the operator sets for one plugin, over `limits` and `freshState`. */
export interface PluginOverride {
  readonly limits?: Partial<Limits>;
  readonly freshState?: FreshStatePolicy;
  readonly tools?: Readonly<Record<string, { readonly limits?: Partial<Limits> }>>;
}

export interface PoolConfig {
  /** Piscina threads that own runner processes. */
  readonly brokers: number;
  /** Runner processes at a time, spares not counted. */
  readonly runners: number;
  /** Runner processes a broker holds ready for the next plugin that needs one. */
  readonly spares: number;
  /** Calls that may run at a time inside one runner process; more of those that wait for what they reach. */
  readonly callsPerRunner: number;
  /** Calls after which a runner process is replaced. */
  readonly recycleAfterCalls: number;
  /** Calls with an isolate of their own after which a runner process is replaced. */
  readonly recycleAfterIsolates: number;
  /** How long a runner may stand idle before it is ended. */
  readonly idleMs: number;
  /** Calls that may wait for a place, all plugins together. */
  readonly maxQueued: number;
  /** Name of a cordon → plugins that trust each other and share its runners. */
  readonly cordons: Readonly<Record<string, readonly string[]>>;
}

export interface QuarantineConfig {
  /** Runners a plugin may cost within `windowMs` before it is paused. */
  readonly kills: number;
  readonly windowMs: number;
  /** First pause; each further one doubles up to `maxPauseMs`. */
  readonly pauseMs: number;
  readonly maxPauseMs: number;
}

/** What the operator lets one plugin reach, of what its manifest asks for. */
export interface PluginGrants {
  /** Origins, or patterns of them, that its requests may go to. */
  readonly fetch?: readonly string[];
  /** The same, and they may lead to addresses that are not public. */
  readonly privateFetch?: readonly string[];
  /** It may use the store. */
  readonly store?: boolean;
}

/** Where a secret comes from, and the one plugin and origin it is for. Exactly one of the last four is set. */
export interface SecretBinding {
  readonly plugin?: string;
  readonly origin?: string;
  /** Name of an environment variable. */
  readonly env?: string;
  /** Path of a file. */
  readonly file?: string;
  /** A command for the system's shell, which writes it to its standard output. */
  readonly command?: string;
  /** Header, in small letters, with which each caller brings its own. */
  readonly callerHeader?: string;
}

export interface StoreConfig {
  readonly kind: 'sqlite' | 'redis';
  /** Of SQLite; absolute once it is loaded. */
  readonly file: string;
  /** `redis://` or `rediss://`; empty where there is none. May hold a password. */
  readonly redisUrl: string;
  /** Name of the environment variable that holds the address instead; empty where there is none. */
  readonly redisUrlEnv: string;
}

export interface EgressConfig {
  /** Addresses, with a port or without, of name servers to ask in place of the system's. */
  readonly dnsServers: readonly string[];
  /** Bytes of responses that are being received for tools, all plugins together. */
  readonly heldBytes: number;
  /** Files of certificates in PEM that are trusted beside the well-known ones; absolute once loaded. */
  readonly caFiles: readonly string[];
}

/** Which lines of the log are written, in what form, and where to. */
export interface LogConfig {
  /** The least serious lines that are written. */
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  /** `auto` is `pretty` on a terminal and `json` anywhere else. */
  readonly format: 'auto' | 'pretty' | 'json';
  /** Absolute once it is loaded; empty for standard error. */
  readonly file: string;
}

export interface Config {
  readonly server: ServerConfig;
  readonly plugins: PluginsConfig;
  readonly limits: Limits;
  readonly pool: PoolConfig;
  readonly quarantine: QuarantineConfig;
  /** Plugin name → what of its wishes is granted. */
  readonly grants: Readonly<Record<string, PluginGrants>>;
  /** SECRET_NAME → where it comes from, and for whom. */
  readonly secrets: Readonly<Record<string, SecretBinding>>;
  readonly store: StoreConfig;
  readonly egress: EgressConfig;
  readonly log: LogConfig;
  readonly freshState: FreshStatePolicy;
  readonly validateArguments: boolean;
  readonly requireOsSandbox: boolean | readonly IsolationEffect[];
}
