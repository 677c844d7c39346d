// Stands in for the class McpServer of MCP's SDK: tools are registered with zod's schemas, which check arguments and results. It lists no schemas: the list was
// written when the server was imported. Runs inside the isolate, as part of the packed entry.

import { ErrorCode, McpError } from './names.ts';
import { type Extra, Server } from './server.ts';
import { isSchema, parsed, type Schema } from './zod-values.ts';

type Fields = Record<string, unknown>;
type Shape = Schema | Readonly<Record<string, Schema>>;
type Callback = (...values: unknown[]) => unknown;

/** A tool, a prompt or a resource as a server registered it. */
interface Registered extends Fields {
  enabled: boolean;
  inputSchema?: Shape | undefined;
  outputSchema?: Shape | undefined;
  handler: Callback;
}

const failed = (text: string): Fields => ({ content: [{ type: 'text', text }], isError: true });

/** True for what `tool()` takes as its schema: a shape or a schema; false for annotations. */
const isShape = (value: unknown): value is Shape => {
  if (typeof value !== 'object' || value === null) return false;
  const values = Object.values(value);
  return isSchema(value) || values.length === 0 || values.some(isSchema);
};

/** Registered things by their names. A name such as `__proto__` is one like any other. */
class Registry extends Map<string, Registered> {
  add(name: string, kind: string, fields: Omit<Registered, 'enabled'>): Registered {
    if (this.has(name)) throw new Error(`${kind} ${name} is already registered`);
    const entry = { ...fields, enabled: true } as Registered;
    let current: string | undefined = name;
    const update = (changes: Fields): void => {
      const { name: renamed, callback, paramsSchema, ...others } = changes;
      if (renamed !== undefined && renamed !== current) {
        if (current !== undefined) this.delete(current);
        current = renamed === null ? undefined : String(renamed);
        if (current !== undefined) this.set(current, entry);
      }
      if (callback !== undefined) entry.handler = callback as Callback;
      if (paramsSchema !== undefined) entry.inputSchema = paramsSchema as Shape;
      Object.assign(entry, others);
    };
    Object.assign(entry, {
      update,
      enable: () => update({ enabled: true }),
      disable: () => update({ enabled: false }),
      remove: () => update({ name: null }),
    });
    this.set(name, entry);
    return entry;
  }
}

export class McpServer {
  readonly server: Server;
  readonly _registeredTools = new Registry();
  readonly _others = new Registry();

  constructor(serverInfo: Fields, options?: object) {
    this.server = new Server(serverInfo, options);
    this.server._handlers.set('tools/list', () => ({ tools: this._list() }));
    this.server._handlers.set('tools/call', ({ params = {} }, extra) => this._call(params, extra));
  }

  _list(): Fields[] {
    const enabled = [...this._registeredTools].filter(([, { enabled }]) => enabled);
    return enabled.map(([name, { title, description, annotations }]) => ({ name, title, description, annotations }));
  }

  async _call(params: Fields, extra: Extra): Promise<unknown> {
    const name = String(params.name);
    try {
      const tool = this._registeredTools.get(name);
      if (!tool) throw new McpError(ErrorCode.InvalidParams, `Tool ${name} not found`);
      if (!tool.enabled) throw new McpError(ErrorCode.InvalidParams, `Tool ${name} disabled`);
      return await this._run(name, tool, params.arguments, extra);
    } catch (error) {
      if (error instanceof McpError && error.code === ErrorCode.UrlElicitationRequired) throw error;
      return failed(error instanceof Error ? error.message : String(error));
    }
  }

  async _run(name: string, { inputSchema, outputSchema, handler }: Registered, given: unknown, extra: Extra) {
    const wrong = (what: string, words: string): McpError =>
      new McpError(ErrorCode.InvalidParams, `${what} for tool ${name}: ${words}`);
    const args =
      inputSchema &&
      (await parsed(inputSchema, given ?? {}, (words) => wrong('Input validation error: Invalid arguments', words)));
    const result = (await (inputSchema ? handler(args, extra) : handler(extra))) as Fields;
    if (outputSchema === undefined || result.isError) return result;
    if (!result.structuredContent) {
      const reason = `Tool ${name} has an output schema but no structured content was provided`;
      throw new McpError(ErrorCode.InvalidParams, `Output validation error: ${reason}`);
    }
    await parsed(outputSchema, result.structuredContent, (words) =>
      wrong('Output validation error: Invalid structured content', words),
    );
    return result;
  }

  tool(name: string, ...rest: unknown[]): Registered {
    const description = typeof rest[0] === 'string' ? rest.shift() : undefined;
    const handler = rest.pop() as Callback;
    const inputSchema = isShape(rest[0]) ? (rest.shift() as Shape) : undefined;
    return this._add(name, { description, inputSchema, annotations: rest[0], handler });
  }

  registerTool(name: string, config: Fields, handler: Callback): Registered {
    return this._add(name, { ...config, handler } as Registered);
  }

  _add(name: string, fields: Omit<Registered, 'enabled'>): Registered {
    this.server.registerCapabilities({ tools: { listChanged: true } });
    return this._registeredTools.add(name, 'Tool', fields);
  }

  resource(name: string, ...rest: unknown[]): Registered {
    this.server.registerCapabilities({ resources: { listChanged: true } });
    return this._others.add(`resource ${name}`, 'Resource', { handler: rest.at(-1) as Callback });
  }

  registerResource(name: string, ...rest: unknown[]): Registered {
    return this.resource(name, ...rest);
  }

  prompt(name: string, ...rest: unknown[]): Registered {
    this.server.registerCapabilities({ prompts: { listChanged: true } });
    return this._others.add(`prompt ${name}`, 'Prompt', { handler: rest.at(-1) as Callback });
  }

  registerPrompt(name: string, ...rest: unknown[]): Registered {
    return this.prompt(name, ...rest);
  }

  connect(transport: Parameters<Server['connect']>[0]): Promise<void> {
    return this.server.connect(transport);
  }

  close(): Promise<void> {
    return this.server.close();
  }

  isConnected(): boolean {
    return this.server.transport !== undefined;
  }

  sendLoggingMessage(params: unknown): Promise<void> {
    return this.server.sendLoggingMessage(params);
  }

  sendToolListChanged(): void {}

  sendResourceListChanged(): void {}

  sendPromptListChanged(): void {}
}

/** Only a call's tools are asked for, so a template is no more than a value. */
export class ResourceTemplate {
  readonly uriTemplate: unknown;
  readonly _callbacks: Fields;

  constructor(uriTemplate: unknown, callbacks: Fields = {}) {
    this.uriTemplate = uriTemplate;
    this._callbacks = callbacks;
  }
}
