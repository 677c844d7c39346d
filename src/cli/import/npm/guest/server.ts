// Stands in for the class Server of MCP's SDK, with the same surface and without checks that Toolcell makes itself. Runs inside the isolate, as part of the
// packed entry.

import type { Message } from './endpoint.ts';
import { ErrorCode, LATEST_PROTOCOL_VERSION, McpError, methodOf, SUPPORTED_PROTOCOL_VERSIONS } from './names.ts';

type Fields = Record<string, unknown>;
/** Answers one kind of request. */
export type Handler = (request: { method: string; params?: Fields }, extra: Extra) => unknown;

/** The second parameter of handlers. */
export interface Extra {
  readonly signal: AbortSignal;
  readonly requestId: string | number;
  readonly _meta?: unknown;
  sendNotification(notification: Fields): Promise<void>;
  sendRequest(request: { method: string }): Promise<never>;
}

interface Transport {
  onmessage?: (message: Message, extra?: object) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  start(): Promise<void>;
  send(message: Message): Promise<void>;
  close(): Promise<void>;
}

interface Options {
  readonly capabilities?: Fields;
  readonly instructions?: string;
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** What the client of a call can do for a server: nothing, as it said when it was asked. */
const unsupported = (what: string, method: string): Error =>
  new Error(`Client does not support ${what} (required for ${method})`);

const ASKED: Readonly<Record<string, string>> = {
  'sampling/createMessage': 'sampling',
  'elicitation/create': 'elicitation',
  'roots/list': 'listing roots',
};

/** Handlers have the names of the SDK's private members, because some servers wrap them there. */
export class Server {
  readonly _serverInfo: Fields;
  _capabilities: Fields;
  readonly _instructions: string | undefined;
  transport: Transport | undefined;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  oninitialized?: () => void;
  fallbackRequestHandler?: Handler;
  fallbackNotificationHandler?: (notification: unknown) => unknown;
  readonly _requestHandlers = new Map<string, Handler>();
  readonly _notificationHandlers = new Map<string, (notification: unknown) => unknown>();
  readonly _running = new Map<string | number, AbortController>();
  _client: Fields = {};

  constructor(serverInfo: Fields, options: Options = {}) {
    this._serverInfo = serverInfo;
    this._capabilities = { ...options.capabilities };
    this._instructions = options.instructions;
    this._requestHandlers.set('initialize', ({ params }) => this._initialize(params ?? {}));
    this._requestHandlers.set('ping', () => ({}));
    this._requestHandlers.set('logging/setLevel', () => ({}));
  }

  _initialize(params: Fields): Fields {
    this._client = params;
    const asked = String(params.protocolVersion);
    return {
      protocolVersion: SUPPORTED_PROTOCOL_VERSIONS.includes(asked) ? asked : LATEST_PROTOCOL_VERSION,
      capabilities: this._capabilities,
      serverInfo: this._serverInfo,
      ...(this._instructions !== undefined && { instructions: this._instructions }),
    };
  }

  registerCapabilities(more: Fields): void {
    for (const [name, value] of Object.entries(more)) {
      const own = this._capabilities[name];
      this._capabilities[name] = isFields(own) && isFields(value) ? { ...own, ...value } : value;
    }
  }

  setRequestHandler(schema: unknown, handler: Handler): void {
    this._requestHandlers.set(methodOf(schema), handler);
  }

  removeRequestHandler(method: string): void {
    this._requestHandlers.delete(method);
  }

  assertCanSetRequestHandler(method: string): void {
    if (this._requestHandlers.has(method))
      throw new Error(`A request handler for ${method} already exists, which would be overridden`);
  }

  setNotificationHandler(schema: unknown, handler: (notification: unknown) => unknown): void {
    this._notificationHandlers.set(methodOf(schema), handler);
  }

  removeNotificationHandler(method: string): void {
    this._notificationHandlers.delete(method);
  }

  async connect(transport: Transport): Promise<void> {
    this.transport = transport;
    const { onclose } = transport;
    transport.onclose = () => {
      onclose?.();
      this.transport = undefined as unknown as Transport;
      this.onclose?.();
    };
    transport.onerror = (error) => this.onerror?.(error);
    transport.onmessage = (message) => {
      if (message.method === undefined) return;
      if (message.id === undefined) this._takeNotification(message);
      else void this._answer(message, message.id);
    };
    await transport.start();
  }

  _takeNotification(message: Message): void {
    const { method = '', params = {} } = message;
    if (method === 'notifications/cancelled') this._running.get(params.requestId as number)?.abort(params.reason);
    if (method === 'notifications/initialized') this.oninitialized?.();
    const handler = this._notificationHandlers.get(method) ?? this.fallbackNotificationHandler;
    Promise.resolve(handler?.({ method, params })).catch((error) => this.onerror?.(error));
  }

  async _answer({ method = '', params }: Message, id: string | number): Promise<void> {
    const controller = new AbortController();
    this._running.set(id, controller);
    try {
      const handler = this._requestHandlers.get(method) ?? this.fallbackRequestHandler;
      if (handler === undefined) throw Object.assign(new Error('Method not found'), { code: ErrorCode.MethodNotFound });
      const request = { method, ...(params !== undefined && { params }) };
      const result = (await handler(request, this._extra(id, controller.signal, params?._meta))) as Fields;
      await this.transport?.send({ jsonrpc: '2.0', id, result });
    } catch (error) {
      const { code, message, data } = (isFields(error) ? error : {}) as {
        code?: unknown;
        message?: string;
        data?: unknown;
      };
      const isCode = Number.isSafeInteger(code);
      const told = {
        code: isCode ? (code as number) : ErrorCode.InternalError,
        message: message ?? 'Internal error',
        ...(data !== undefined && { data }),
      };
      await this.transport?.send({ jsonrpc: '2.0', id, error: told });
    } finally {
      this._running.delete(id);
    }
  }

  _extra(requestId: string | number, signal: AbortSignal, meta: unknown): Extra {
    return {
      signal,
      requestId,
      ...(meta !== undefined && { _meta: meta }),
      sendNotification: (notification) => this.notification(notification),
      sendRequest: (request) => this.request(request),
    };
  }

  async notification(notification: Fields): Promise<void> {
    if (this.transport === undefined) throw new Error('Not connected');
    await this.transport.send({ jsonrpc: '2.0', ...notification } as Message);
  }

  async request({ method }: { method: string }): Promise<never> {
    const what = ASKED[method];
    if (what !== undefined) throw unsupported(what, method);
    throw new McpError(ErrorCode.MethodNotFound, 'Method not found');
  }

  async ping(): Promise<object> {
    return {};
  }

  createMessage(): Promise<never> {
    return this.request({ method: 'sampling/createMessage' });
  }

  elicitInput(): Promise<never> {
    return this.request({ method: 'elicitation/create' });
  }

  listRoots(): Promise<never> {
    return this.request({ method: 'roots/list' });
  }

  getClientCapabilities(): unknown {
    return this._client.capabilities;
  }

  getClientVersion(): unknown {
    return this._client.clientInfo;
  }

  sendLoggingMessage(params: unknown): Promise<void> {
    return this._tell('notifications/message', params);
  }

  sendResourceUpdated(params: unknown): Promise<void> {
    return this._tell('notifications/resources/updated', params);
  }

  sendResourceListChanged(): Promise<void> {
    return this._tell('notifications/resources/list_changed');
  }

  sendToolListChanged(): Promise<void> {
    return this._tell('notifications/tools/list_changed');
  }

  sendPromptListChanged(): Promise<void> {
    return this._tell('notifications/prompts/list_changed');
  }

  async _tell(method: string, params?: unknown): Promise<void> {
    if (this.transport !== undefined) await this.notification({ method, ...(params !== undefined && { params }) });
  }

  async close(): Promise<void> {
    await this.transport?.close();
  }
}
