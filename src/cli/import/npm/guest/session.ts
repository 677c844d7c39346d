// The client of one call: it greets an imported server, asks it, and answers what the server asks. Runs inside the isolate, as part of the packed entry.

import { attachClient, type Message, serverAttached, toServer } from './endpoint.ts';
import { programEnded } from './process.ts';

/** The members of a tool's context that a session uses. */
export interface Context {
  readonly toolName: string;
  readonly signal?: AbortSignal;
  progress(done: number, total?: number, message?: string): void;
}

type Fields = Record<string, unknown>;

export interface Session {
  /** The result of `initialize`. */
  readonly hello: Fields;
  /** Resolves with the result of a request. Throws the server's error, or why the server ended. */
  request(method: string, params: Fields): Promise<Fields>;
}

const CLIENT = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'toolcell', version: '1.0.0' } };

const METHOD_NOT_FOUND = -32601;
/** The only requests of a session that have progress are calls. Their token is always this one. */
const PROGRESS_TOKEN = 'call';

const answers = new Map<unknown, (message: Message) => void>();
let asked = 0;

const finite = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;

const showProgress = ({ params = {} }: Message, context: Context): void => {
  const done = finite(params.progress);
  const total = finite(params.total);
  if (params.progressToken !== PROGRESS_TOKEN || done === undefined) return;
  context.progress(done, total, params.message === undefined ? undefined : String(params.message));
};

const take = (message: Message, context: Context): void => {
  const { id, method } = message;
  if (method === 'ping' && id !== undefined) toServer({ jsonrpc: '2.0', id, result: {} });
  else if (method !== undefined && id !== undefined)
    toServer({ jsonrpc: '2.0', id, error: { code: METHOD_NOT_FOUND, message: 'Method not found' } });
  else if (method === 'notifications/progress') showProgress(message, context);
  else if (method === undefined) {
    answers.get(id)?.(message);
    answers.delete(id);
  }
};

const request = async (method: string, params: Fields): Promise<Fields> => {
  const id = asked;
  asked += 1;
  const answered = new Promise<Message>((resolve) => answers.set(id, resolve));
  toServer({ jsonrpc: '2.0', id, method, params });
  const { result, error } = await Promise.race([answered, programEnded]);
  if (error) throw Object.assign(new Error(String(error.message)), { name: 'McpError', code: error.code });
  return result ?? {};
};

/** Starts the server, if its module was not evaluated ahead, and greets it. */
export const openSession = async (load: () => unknown, context: Context): Promise<Session> => {
  attachClient((message) => take(message, context));
  const loading = Promise.resolve(load());
  // A server may attach before its module is evaluated, and its module may never be done.
  const failed = new Promise<never>((_resolve, reject) => loading.catch(reject));
  await Promise.race([serverAttached(), programEnded, failed]);
  const hello = await request('initialize', CLIENT);
  toServer({ jsonrpc: '2.0', method: 'notifications/initialized' });
  return { hello, request };
};

/** Calls a tool by its name on the server, with progress and cancel. */
export const callServer = async (
  { request: ask }: Session,
  name: string,
  args: Fields,
  context: Context,
): Promise<Fields> => {
  const id = asked;
  const cancel = (): void =>
    toServer({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id, reason: 'out of time' } });
  context.signal?.addEventListener('abort', cancel);
  return ask('tools/call', { name, arguments: args, _meta: { progressToken: PROGRESS_TOKEN } });
};
