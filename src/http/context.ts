// What every middleware of the front process may know about the request at hand.

import type Koa from 'koa';
import type { NamedRoute, Usage } from '../protocol/call.ts';
import type { Failure } from '../protocol/errors.ts';
import type { OpenRequest } from './open-request.ts';

/** Kept in `ctx.state`, for one request. */
export interface RequestState {
  callId: string;
  /** `performance.now()` when the request's headers had arrived. */
  startedAt: number;
  /** Milliseconds from there to the reply; 0 until there is one. */
  totalMs: number;
  /** Aborts when the caller hangs up or its connection fails. */
  signal: OpenRequest;
  /** The origin of the page that sent the request, once it has been let in. */
  origin: string | undefined;
  /** True for a tool call, which has a receipt and a log line even when it succeeds. */
  isCall: boolean;
  /** Set once it is known to have a tool name's form. */
  toolName: string | undefined;
  argumentsBytes: number;
  /** IP address at the other end of the connection. */
  remoteAddress: string | undefined;
  /** Who calls, for a tool call; see caller.ts. */
  caller: string;
  /** The caller asks for a receipt, and gets one where the call is answered. */
  wantsReceipt: boolean;
  /** What answers the call; absent if there is no such tool. */
  route: NamedRoute | undefined;
  usage: Usage;
  /** JSON of what a call came to, as text or as bytes of UTF-8. */
  result: string | Buffer | undefined;
  failure: Failure | undefined;
  cause: unknown;
}

export type Context = Koa.ParameterizedContext<RequestState>;
export type Middleware = Koa.Middleware<RequestState>;
