// The state of one request, which every middleware may read, and what several of them share. Front process.

import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type Koa from 'koa';
import { type NamedRoute, NO_USAGE, type ProgressReport, type Usage } from '../../shared/protocol/call.ts';
import { type Caller, NOBODY } from '../../shared/protocol/caller.ts';
import { CallError, type Failure } from '../../shared/protocol/errors.ts';
import type { QuotaState } from '../../shared/protocol/throttle.ts';
import type { Trace } from '../../shared/protocol/trace.ts';
import type { AdminKey } from '../doors/admin-keys.ts';
import type { KeyRecord } from '../doors/key-record.ts';
import type { OpenRequest } from './connections.ts';
import type { CallPayload } from './payload.ts';

export const CALL_TOOL = '/mcp/callTool';
export const RUN_SCRIPT = '/mcp/runScript';
export const MCP = '/mcp';
/** Begins the paths of a toolset, whose name follows. */
export const SET = '/mcp/sets/:set';
/** Begins an IPv4 address on an IPv6 socket. */
const MAPPED = '::ffff:';

/** JSON: text, or bytes of UTF-8, in pieces if other replies have some of them, too. */
export type ReplyJson = string | Buffer | readonly Buffer[];

/** A reply that tells its caller how far the call is; see event-stream.ts. */
export interface ProgressReply {
  /** True as soon as the reply has status 200, whatever becomes of the call. */
  readonly hasBegun: boolean;
  readonly report: (report: ProgressReport) => void;
  /** Ends the reply with the result or with the document of the failure, both JSON. Returns the bytes of the whole reply. */
  end(json: ReplyJson): number;
}

/** Kept in `ctx.state`, for one request. */
export interface RequestState {
  callId: string;
  /** `performance.now()` at the time the request's headers had arrived. */
  startedAt: number;
  /** Milliseconds from `startedAt` to the reply; 0 until there is one. */
  totalMs: number;
  /** Aborts when the caller hangs up or its connection fails. */
  signal: OpenRequest;
  /** The origin of the page that sent the request, after it has been let in. */
  origin: string | undefined;
  /** True for a tool call, which has a receipt and a log line even when it succeeds. */
  isCall: boolean;
  /** Set as soon as it is known to have the form of a tool name. */
  toolName: string | undefined;
  argumentsBytes: number;
  /** IP address of the client; see client-address.ts. */
  remoteAddress: string | undefined;
  caller: Caller;
  /** Whose key it was that holds no more; the request has no caller then. */
  former: Pick<KeyRecord, 'id' | 'client' | 'org'> | undefined;
  adminKey: AdminKey | undefined;
  /** The caller asked for a receipt, and gets one if the call is answered. */
  wantsReceipt: boolean;
  /** Names the call and its repeats; undefined if the caller sent no key or the server reads none. */
  idempotencyKey: string | undefined;
  /** Id of the first call with the same key, if the answer is that one's. */
  replayOf: string | undefined;
  /** Whether it is; undefined while nobody knows. */
  isReplayed: boolean | undefined;
  route: NamedRoute | undefined;
  usage: Usage;
  /** The quotas that count the call; undefined if there are none. */
  quotas: readonly QuotaState[] | undefined;
  /** What the reply says if it is no failure. */
  result: ReplyJson | undefined;
  failure: Failure | undefined;
  /** HTTP status of the reply, if it is not that of `failure`. */
  replyStatus: number | undefined;
  /** The stream that tells the caller of progress, if it wants one; with a result, or if it has begun, it is the reply. */
  progress: ProgressReply | undefined;
  /** UTF-8 bytes of a reply that its route has written; undefined if the responder writes it. */
  sentBytes: number | undefined;
  cause: unknown;
  trace: Trace | undefined;
  /** `performance.now()` when the call left the HTTP layer; 0 unless its trace is recorded. */
  executedAt: number;
  /** Arguments and result for the log, if the operator asks for them. */
  payload: CallPayload | undefined;
}

/** The state of a request whose headers have just arrived. */
export const newState = <Signal>(
  remoteAddress: string | undefined,
  signal: Signal,
  trace?: Trace,
): Omit<RequestState, 'signal'> & { signal: Signal } => ({
  callId: randomUUID(),
  startedAt: performance.now(),
  totalMs: 0,
  signal,
  origin: undefined,
  isCall: false,
  toolName: undefined,
  argumentsBytes: 0,
  remoteAddress,
  caller: NOBODY,
  former: undefined,
  adminKey: undefined,
  wantsReceipt: false,
  idempotencyKey: undefined,
  replayOf: undefined,
  isReplayed: undefined,
  route: undefined,
  usage: NO_USAGE,
  quotas: undefined,
  result: undefined,
  failure: undefined,
  replyStatus: undefined,
  progress: undefined,
  sentBytes: undefined,
  cause: undefined,
  trace,
  executedAt: 0,
  payload: undefined,
});

export type Context = Koa.ParameterizedContext<RequestState>;
export type Middleware = Koa.Middleware<RequestState>;

/** A step that every request takes: it throws, or calls `next`. It works as Koa middleware too, whose `next` ignores the context. */
export type Step = (ctx: Context, next: (ctx: Context) => unknown) => unknown;

/** The peer's IP address. An IPv4 address has no `::ffff:` prefix, even on an IPv6 socket. Undefined if the connection is gone. */
export const remoteAddressOf = ({ remoteAddress }: Pick<Socket, 'remoteAddress'>): string | undefined =>
  remoteAddress?.startsWith(MAPPED) ? remoteAddress.slice(MAPPED.length) : remoteAddress;

/** Fails with: shutting_down, as soon as the server takes no new calls. */
export const refuseWhileDraining = (isDraining: () => boolean): void => {
  if (isDraining()) throw new CallError('shutting_down', 'The server is shutting down and takes no new calls.');
};

/** Answers with a JSON document that no cache may keep. */
export const answerJson = (ctx: Context, text: string): void => {
  ctx.set('Cache-Control', 'no-store');
  ctx.set('Content-Type', 'application/json');
  ctx.body = text;
};
