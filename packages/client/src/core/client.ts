// The client: lists the tools of one server and calls them.

import { type ConnectionOptions, connect, type Reply, type Send } from './connection.ts';
import { ForeignReplyError } from './errors.ts';
import { type RetryOptions, repeated, withDeadline } from './patience.ts';
import { ACCEPT_EVENTS } from './progress.ts';
import { isObject } from './reading.ts';
import type { ScriptAnswer, ScriptOptions } from './script-types.ts';
import { SCRIPT_PATH, scriptAnswerIn, scriptBody } from './scripts.ts';
import { type ListOptions, ToolList } from './tool-list.ts';
import type { AnyTools, CallProgress, CallTiming, Receipt, Tool, ToolTypes } from './types.ts';

/** What a client needs: the server's address, and if you like, a key, headers, a `fetch` and how often calls are repeated. */
export interface ClientOptions extends ConnectionOptions, RetryOptions {
  /** Most milliseconds of a call, repeats and their delays included. Default: no limit but the server's. */
  readonly timeoutMs?: number;
}

/** How one call is made. */
export interface CallOptions extends Pick<RetryOptions, 'retries'> {
  /** Aborts the call: it rejects with the signal's reason, and the server ends the tool. */
  readonly signal?: AbortSignal;
  /** As for the client. */
  readonly timeoutMs?: number;
  /** Asks for a receipt, and fetches it after the result. */
  readonly receipt?: boolean;
  /**
   * Called while the call runs, each time the tool reports its progress; from the beginning again if the call is repeated. An error that it throws ends
   * the call, and is what the call rejects with.
   */
  readonly onProgress?: (progress: CallProgress) => void;
  /**
   * Says that repeats of this call do no harm, whatever the tool's annotations say. Sent as `Idempotency-Key`: at most 255 printable ASCII characters.
   * A server with `idempotency.enabled` runs the call once, and gives its answer to the repeats.
   */
  readonly idempotencyKey?: string;
}

/** A result with what the server says about the call. */
export interface CallInfo<Result> {
  readonly result: Result;
  /** The id under which the operator finds the call. */
  readonly callId: string;
  readonly timing: CallTiming;
  /** Requests that were sent: 1 if the call was not repeated. */
  readonly attempts: number;
  /** Undefined if it was not asked for, or if it cannot be had: the call itself has succeeded. */
  readonly receipt: Receipt | undefined;
}

/** A result and its receipt. The receipt is undefined if it cannot be had: the call itself has succeeded. */
export type ReceiptedResult<Result> = Pick<CallInfo<Result>, 'result' | 'receipt'>;

type NameIn<Tools> = keyof Tools & string;
type ArgumentsOf<Tools extends ToolTypes<Tools>, Name extends keyof Tools> = Tools[Name]['arguments'];
type ResultOf<Tools extends ToolTypes<Tools>, Name extends keyof Tools> = Tools[Name]['result'];

/** A client of one server. All methods throw ToolcellError, UnreachableError, ForeignReplyError, or the reason of a signal. */
export interface ToolcellClient<Tools extends ToolTypes<Tools> = AnyTools> {
  /** The tools that this caller may call, sorted by name. The list is kept, and sent again by the server only if it has changed. */
  listTools(options?: ListOptions): Promise<readonly Tool[]>;
  /** Calls a tool, and resolves with its result, or with result and receipt. Throws CallTimeoutError, too. */
  callTool<Name extends NameIn<Tools>>(
    name: Name,
    args: ArgumentsOf<Tools, Name>,
    options: CallOptions & { readonly receipt: true },
  ): Promise<ReceiptedResult<ResultOf<Tools, Name>>>;
  callTool<Name extends NameIn<Tools>>(
    name: Name,
    args: ArgumentsOf<Tools, Name>,
    options?: CallOptions & { readonly receipt?: false },
  ): Promise<ResultOf<Tools, Name>>;
  /** Calls a tool, and resolves with its result, its id, its times and its receipt, if that was asked for. */
  callToolWithInfo<Name extends NameIn<Tools>>(
    name: Name,
    args: ArgumentsOf<Tools, Name>,
    options?: CallOptions,
  ): Promise<CallInfo<ResultOf<Tools, Name>>>;
  /** Runs a script on a server with `scripts.enabled`: one request that calls many tools. A ToolcellError has its calls in `script`. Throws CallTimeoutError, too. */
  runScript<Result = unknown>(code: string, options?: ScriptOptions): Promise<ScriptAnswer<Result>>;
  /** The receipt of a call that was sent with `receipt: true`, for ten minutes; of a call that failed, too. */
  readReceipt(callId: string, options?: { readonly signal?: AbortSignal }): Promise<Receipt>;
}

const CALL_PATH = 'mcp/callTool';
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;

/**
 * Makes a client. Sends nothing yet. `Tools` is the type that `toolcell types` writes. Throws a TypeError if the address is not one of HTTP.
 */
export const createClient = <Tools extends ToolTypes<Tools> = AnyTools>(
  options: ClientOptions,
): ToolcellClient<Tools> => {
  const client = new Client(options);
  return {
    listTools: (wanted) => client.listTools(wanted),
    callTool: (async (name: string, args: object, how: CallOptions = {}) => {
      const { result, receipt } = await client.call(name, args, how);
      return how.receipt === true ? { result, receipt } : result;
    }) as ToolcellClient<Tools>['callTool'],
    callToolWithInfo: (name, args, how) =>
      client.call(name, args, how) as Promise<CallInfo<ResultOf<Tools, typeof name>>>,
    runScript: <Result>(code: string, how?: ScriptOptions) =>
      client.runScript(code, how) as Promise<ScriptAnswer<Result>>,
    readReceipt: (callId, how) => client.readReceipt(callId, how?.signal),
  };
};

class Client {
  readonly #send: Send;
  readonly #list: ToolList;
  readonly #options: ClientOptions;
  readonly #url: string;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#url = String(options.url);
    this.#send = connect(options);
    this.#list = new ToolList(this.#send, this.#url);
  }

  listTools(wanted?: ListOptions): Promise<readonly Tool[]> {
    return this.#list.read(wanted);
  }

  async call(name: string, args: object, how: CallOptions = {}): Promise<CallInfo<unknown>> {
    const { signal, onProgress, timeoutMs = this.#options.timeoutMs, retries = this.#options.retries } = how;
    const headers = callHeaders(how);
    // Made once, so that every attempt sends the same.
    const body = JSON.stringify({ toolName: name, arguments: args });
    return withDeadline(timeoutMs, signal, (own, endsAtMs) =>
      repeated(
        (attempts) => this.#attempt({ headers, body, own, attempts, onProgress, isReceipted: how.receipt === true }),
        {
          options: { ...this.#options, ...(retries !== undefined && { retries }) },
          signal: own,
          endsAtMs,
          hasKey: how.idempotencyKey !== undefined,
          mayRepeat: async () => how.idempotencyKey !== undefined || (await this.#isHarmlessTwice(name, own)),
        },
      ),
    );
  }

  async #attempt({ own, attempts, isReceipted, ...sent }: Attempt): Promise<CallInfo<unknown>> {
    const reply = await this.#send({ path: CALL_PATH, method: 'POST', ...sent, signal: own });
    const callId = reply.headers.get('toolcell-call-id');
    if (callId === null) throw new ForeignReplyError(this.#url, reply.status, 'it has no Toolcell-Call-Id');
    const receipt = isReceipted ? await this.#receiptIfAny(callId, own) : undefined;
    return { result: reply.value, callId, timing: timingOf(reply), attempts, receipt };
  }

  async runScript(code: string, how: ScriptOptions = {}): Promise<ScriptAnswer> {
    const { signal, timeoutMs = this.#options.timeoutMs, retries = this.#options.retries } = how;
    const sent = { path: SCRIPT_PATH, method: 'POST', headers: callHeaders({}), body: scriptBody(code, how) } as const;
    return withDeadline(timeoutMs, signal, (own, endsAtMs) =>
      repeated(
        async () => {
          const { value, status } = await this.#send({ ...sent, signal: own });
          return scriptAnswerIn(value, this.#url, status);
        },
        {
          options: { ...this.#options, ...(retries !== undefined && { retries }) },
          signal: own,
          endsAtMs,
          hasKey: false,
          // The server names no failure retryable if the script had made a call.
          mayRepeat: async () => true,
        },
      ),
    );
  }

  /** The call has succeeded, so its result must not be lost for a receipt. */
  async #receiptIfAny(callId: string, signal: AbortSignal | undefined): Promise<Receipt | undefined> {
    try {
      return await this.readReceipt(callId, signal);
    } catch {
      return undefined;
    }
  }

  async readReceipt(callId: string, signal: AbortSignal | undefined): Promise<Receipt> {
    const { value, status } = await this.#send({ path: `calls/${encodeURIComponent(callId)}`, signal });
    if (!isObject(value) || value.callId !== callId || !isObject(value.usage))
      throw new ForeignReplyError(this.#url, status, 'it is not a receipt');
    return value as unknown as Receipt;
  }

  /** True if the tool's author says so, in the list that the server has now. A server that cannot be asked gives no permission. */
  async #isHarmlessTwice(name: string, signal: AbortSignal | undefined): Promise<boolean> {
    try {
      const [tool] = await this.#list.read({ tools: [name], ...(signal && { signal }) });
      return tool?.annotations?.idempotentHint === true || tool?.annotations?.readOnlyHint === true;
    } catch {
      return false;
    }
  }
}

interface Attempt {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The signal of the call and of its deadline. */
  readonly own: AbortSignal | undefined;
  readonly attempts: number;
  readonly onProgress: CallOptions['onProgress'];
  readonly isReceipted: boolean;
}

const callHeaders = ({ receipt, idempotencyKey, onProgress }: CallOptions): Record<string, string> => {
  if (idempotencyKey !== undefined && !IDEMPOTENCY_KEY.test(idempotencyKey))
    throw new TypeError('The idempotency key must be 1 to 255 printable ASCII characters without spaces.');
  return {
    'content-type': 'application/json',
    ...(onProgress !== undefined && { accept: ACCEPT_EVENTS }),
    ...(receipt === true && { prefer: 'receipt' }),
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
  };
};

const TIMES = { queue: 'queueMs', run: 'runMs', cpu: 'cpuMs', total: 'totalMs' } as const;

const timingOf = ({ headers }: Reply): CallTiming => {
  const text = headers.get('server-timing') ?? '';
  const found = [...text.matchAll(/\b(queue|run|cpu|total);dur=(\d+(?:\.\d+)?)/g)];
  return Object.fromEntries(found.map(([, name, ms]) => [TIMES[name as keyof typeof TIMES], Number(ms)]));
};
