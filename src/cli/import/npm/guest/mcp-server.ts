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

/** The SDK's words for a value that its schema does not take. */
const wrong = (name: string, side: string, what: string) => (words: string) =>
  new McpError(ErrorCode.InvalidParams, `${side} validation error: ${what} for tool ${name}: ${words}`);

const failed = (text: string): Fields => ({ content: [{ type: 'text', text }], isError: true });

/** True for what `tool()` takes as its schema: a shape or a schema; false for annotations. */
const isShape = (value: unknown): value is Shape => {
  if (typeof value !== 'object' || value === null) return false;
  const values = Object.values(value);
  return isSchema(value) || values.length === 0 || values.some(isSchema);
};

/** Registered things by their names, without a prototype, because a name such as `constructor` is one like any other. */
type Registry = Record<string, Registered>;

/** Adds a thing to its registry, with the methods by which a server changes it later. */
const add = (registry: Registry, name: string, kind: string, fields: Omit<Registered, 'enabled'>): Registered => {
  if (registry[name]) throw new Error(`${kind} ${name} is already registered`);
  const entry = { ...fields, enabled: true } as Registered;
  let current: string | undefined = name;
  const update = (changes: Fields): void => {
    const { name: renamed, callback, paramsSchema, ...others } = changes;
    if (renamed !== undefined && renamed !== current) {
      if (current !== undefined) delete registry[current];
      current = renamed === null ? undefined : String(renamed);
      if (current !== undefined) registry[current] = entry;
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
  registry[name] = entry;
  return entry;
};

/** Members with the names of the SDK's private ones are for servers that extend the class and call them, as some do. */
export class McpServer {
  readonly server: Server;
  readonly _registeredTools: Registry = Object.create(null);
  readonly _others: Registry = Object.create(null);
  _toolHandlersInitialized = false;

  constructor(serverInfo: Fields, options?: object) {
    this.server = new Server(serverInfo, options);
  }

  setToolRequestHandlers(): void {
    if (this._toolHandlersInitialized) return;
    this._toolHandlersInitialized = true;
    this.server.registerCapabilities({ tools: { listChanged: true } });
    this.server.setRequestHandler('tools/list', () => ({ tools: this._list() }));
    this.server.setRequestHandler('tools/call', ({ params = {} }, extra) => this._call(params, extra));
  }

  _list(): Fields[] {
    const enabled = Object.entries(this._registeredTools).filter(([, one]) => one.enabled);
    return enabled.map(([name, { title, description, annotations }]) => ({ name, title, description, annotations }));
  }

  async _call(params: Fields, extra: Extra): Promise<unknown> {
    const name = String(params.name);
    try {
      const tool = this._registeredTools[name];
      if (!tool) throw new McpError(ErrorCode.InvalidParams, `Tool ${name} not found`);
      if (!tool.enabled) throw new McpError(ErrorCode.InvalidParams, `Tool ${name} disabled`);
      const args = await this.validateToolInput(tool, params.arguments, name);
      const result = await this.executeToolHandler(tool, args, extra);
      await this.validateToolOutput(tool, result, name);
      return result;
    } catch (error) {
      if (error instanceof McpError && error.code === ErrorCode.UrlElicitationRequired) throw error;
      return this.createToolError(error instanceof Error ? error.message : String(error));
    }
  }

  createToolError(text: string): Fields {
    return failed(text);
  }

  async validateToolInput({ inputSchema }: Registered, given: unknown, name: string): Promise<unknown> {
    return inputSchema && (await parsed(inputSchema, given ?? {}, wrong(name, 'Input', 'Invalid arguments')));
  }

  async executeToolHandler({ inputSchema, handler }: Registered, args: unknown, extra: Extra): Promise<Fields> {
    return (await (inputSchema ? handler(args, extra) : handler(extra))) as Fields;
  }

  async validateToolOutput({ outputSchema }: Registered, result: Fields, name: string): Promise<void> {
    if (outputSchema === undefined || result.isError) return;
    if (!result.structuredContent) {
      const reason = `Tool ${name} has an output schema but no structured content was provided`;
      throw new McpError(ErrorCode.InvalidParams, `Output validation error: ${reason}`);
    }
    await parsed(outputSchema, result.structuredContent, wrong(name, 'Output', 'Invalid structured content'));
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
    const entry = add(this._registeredTools, name, 'Tool', fields);
    this.setToolRequestHandlers();
    return entry;
  }

  resource(name: string, ...rest: unknown[]): Registered {
    this.server.registerCapabilities({ resources: { listChanged: true } });
    return add(this._others, `resource ${name}`, 'Resource', { handler: rest.at(-1) as Callback });
  }

  registerResource(name: string, ...rest: unknown[]): Registered {
    return this.resource(name, ...rest);
  }

  prompt(name: string, ...rest: unknown[]): Registered {
    this.server.registerCapabilities({ prompts: { listChanged: true } });
    return add(this._others, `prompt ${name}`, 'Prompt', { handler: rest.at(-1) as Callback });
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
