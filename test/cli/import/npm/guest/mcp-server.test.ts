// The classes that stand in for those of MCP's SDK answer as it does: with zod's schemas, errors as results, progress and cancel.

import { expect } from 'chai';
import * as z from 'zod';
import { attachClient, type Message, toServer } from '../../../../../src/cli/import/npm/guest/endpoint.ts';
import { McpServer } from '../../../../../src/cli/import/npm/guest/mcp-server.ts';
import { methodOf, schemaNamed } from '../../../../../src/cli/import/npm/guest/names.ts';
import { Server } from '../../../../../src/cli/import/npm/guest/server.ts';
import { StdioServerTransport } from '../../../../../src/cli/import/npm/guest/stdio.ts';

type Handled = { connect(transport: StdioServerTransport): Promise<void> };

/** Asks a server, and resolves with its answer and what it sent before. */
const asked = async (server: Handled, method: string, params: object, then = () => {}): Promise<Message[]> => {
  const sent: Message[] = [];
  const answered = new Promise<void>((resolve) =>
    attachClient((message) => {
      sent.push(message);
      if (message.id !== undefined && message.method === undefined) resolve();
    }),
  );
  await server.connect(new StdioServerTransport());
  toServer({ jsonrpc: '2.0', id: 1, method, params: params as never });
  then();
  await answered;
  return sent;
};

const call = async (server: Handled, name: string, args?: object): Promise<unknown> => {
  const sent = await asked(server, 'tools/call', { name, ...(args && { arguments: args }) });
  return sent.at(-1)?.result ?? sent.at(-1)?.error;
};

const text = (value: unknown) => ({ content: [{ type: 'text', text: JSON.stringify(value) }] });
const info = { name: 'test', version: '1.0.0' };

describe('the stand-in for McpServer', () => {
  it('gives a tool the arguments as its schema makes them', async () => {
    const server = new McpServer(info);
    const shape = { city: z.string().trim(), days: z.number().default(3) };
    server.registerTool('by_shape', { inputSchema: shape }, (args) => text(args));
    server.registerTool('by_object', { inputSchema: z.object(shape) }, (args) => text(args));
    server.tool('old_form', 'Text.', shape as never, { readOnlyHint: true }, (args: unknown) => text(args));
    for (const name of ['by_shape', 'by_object', 'old_form'])
      expect(await call(server, name, { city: ' Oslo ', more: 1 }), name).to.deep.equal(
        text({ city: 'Oslo', days: 3 }),
      );
  });

  it('gives a tool without a schema no arguments', async () => {
    const server = new McpServer(info);
    server.tool('bare', (extra: { requestId: number }) => text(extra.requestId));
    server.tool('annotated', 'Text.', { readOnlyHint: true }, (extra: { requestId: number }) => text(extra.requestId));
    expect(await call(server, 'bare', { a: 1 })).to.deep.equal(text(1));
    expect(await call(server, 'annotated')).to.deep.equal(text(1));
  });

  it('tells wrong arguments, wrong results and errors as results', async () => {
    const server = new McpServer(info);
    server.registerTool('strict', { inputSchema: { n: z.number() } }, () => text(1));
    server.registerTool('wrong', { outputSchema: { n: z.number() } }, () => ({
      content: [],
      structuredContent: { n: 'x' },
    }));
    server.registerTool('missing', { outputSchema: { n: z.number() } }, () => ({ content: [] }));
    server.registerTool('throwing', {}, () => {
      throw new Error('no luck');
    });
    const words = {
      strict: 'Invalid arguments for tool strict',
      wrong: 'Invalid structured content for tool wrong',
      missing: 'no structured content was provided',
      throwing: 'no luck',
      unknown: 'Tool unknown not found',
    };
    for (const [name, expected] of Object.entries(words)) {
      const result = (await call(server, name, { n: 'x' })) as { isError?: boolean };
      expect(result.isError, name).to.equal(true);
      expect(JSON.stringify(result), name).to.contain(expected);
    }
  });

  it('knows names of builtins as any other name', async () => {
    const server = new McpServer(info);
    server.registerTool('one', {}, () => text(1));
    for (const name of ['constructor', 'toString', 'hasOwnProperty'])
      expect(JSON.stringify(await call(server, name))).to.contain('not found');
    server.registerTool('__proto__', { inputSchema: { a: z.number() } }, (args) => text(args));
    expect(await call(server, '__proto__', { a: 1 })).to.deep.equal(text({ a: 1 }));
    expect(Object.getPrototypeOf(server._registeredTools)).to.equal(null);
  });

  it('lets a server replace what it does with tools, as some do through private members', async () => {
    class Own extends McpServer {
      constructor() {
        super(info);
        this.setToolRequestHandlers = () => {
          McpServer.prototype.setToolRequestHandlers.call(this);
          this.server.setRequestHandler('tools/call', async ({ params = {} }, extra) => {
            const tool = this._registeredTools[String(params.name)];
            if (!tool) return this.createToolError('There is none.');
            const args = await this.validateToolInput(tool, params.arguments, String(params.name));
            return { ...(await this.executeToolHandler(tool, args, extra)), isOwn: true };
          });
        };
      }
    }
    const server = new Own();
    server.registerTool('one', { inputSchema: { a: z.number() } }, (args) => text(args));
    const list = server.server._requestHandlers.get('tools/list');
    server.server._requestHandlers.set('tools/list', async (...values) => ({
      ...((await list?.(...values)) as object),
      isOwn: true,
    }));
    expect(await call(server, 'one', { a: 1 })).to.deep.equal({ ...text({ a: 1 }), isOwn: true });
    expect(await call(server, 'two')).to.deep.equal({
      content: [{ type: 'text', text: 'There is none.' }],
      isError: true,
    });
    expect((await asked(server, 'tools/list', {})).at(-1)?.result).to.have.property('isOwn');
  });

  it('lets a server disable, rename and remove a tool', async () => {
    const server = new McpServer(info);
    const tool = server.registerTool('one', {}, () => text(1)) as unknown as Record<string, (value?: object) => void>;
    tool.disable?.();
    expect(JSON.stringify(await call(server, 'one'))).to.contain('disabled');
    tool.update?.({ name: 'two', enabled: true });
    expect(await call(server, 'two')).to.deep.equal(text(1));
    tool.remove?.();
    expect(JSON.stringify(await call(server, 'two'))).to.contain('not found');
    expect(() => server.registerTool('two', {}, () => text(1))).not.to.throw();
    expect(() => server.registerTool('two', {}, () => text(1))).to.throw('already registered');
  });
});

describe('the stand-in for Server', () => {
  const named = (name: string) => schemaNamed(name);

  it('greets with what the server says, and answers ping', async () => {
    const server = new Server(info, { capabilities: { tools: {} }, instructions: 'Be kind.' });
    const [hello] = await asked(server, 'initialize', { protocolVersion: '2025-06-18' });
    expect(hello?.result).to.deep.equal({
      protocolVersion: '2025-06-18',
      capabilities: { tools: {} },
      serverInfo: info,
      instructions: 'Be kind.',
    });
    expect((await asked(server, 'ping', {})).at(-1)?.result).to.deep.equal({});
  });

  it('knows the method of its own schemas and of zod', () => {
    expect(methodOf(named('CallToolRequestSchema'))).to.equal('tools/call');
    expect(methodOf(z.object({ method: z.literal('tools/list') }))).to.equal('tools/list');
    expect(methodOf('ping')).to.equal('ping');
  });

  it('tells the error of a handler with its code, and that there is none', async () => {
    const server = new Server(info);
    server.setRequestHandler(named('CallToolRequestSchema'), () => {
      throw Object.assign(new Error('no such tool'), { code: -32602 });
    });
    expect((await asked(server, 'tools/call', { name: 'x' })).at(-1)?.error).to.deep.equal({
      code: -32602,
      message: 'no such tool',
    });
    expect((await asked(server, 'tools/list', {})).at(-1)?.error?.code).to.equal(-32601);
  });

  it('sends progress before its answer, and ends when the call is cancelled', async () => {
    const server = new Server(info);
    server.setRequestHandler(named('CallToolRequestSchema'), async (_request, extra) => {
      await extra.sendNotification({
        method: 'notifications/progress',
        params: { progressToken: 'call', progress: 1 },
      });
      await new Promise<void>((resolve) => extra.signal.addEventListener('abort', () => resolve()));
      return text('cancelled');
    });
    const cancel = (): void => {
      setTimeout(() => toServer({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }), 1);
    };
    const sent = await asked(server, 'tools/call', { name: 'x' }, cancel);
    expect(sent.map(({ method, result }) => method ?? result)).to.deep.equal([
      'notifications/progress',
      text('cancelled'),
    ]);
  });

  it('says that the client can do nothing for it', async () => {
    const server = new Server(info);
    const answers = { createMessage: /sampling/, elicitInput: /elicitation/, listRoots: /listing roots/ } as const;
    for (const [name, expected] of Object.entries(answers)) {
      const error = await server[name as keyof typeof answers]().then(
        () => undefined,
        (failed: Error) => failed,
      );
      expect(error?.message).to.match(expected);
    }
  });
});
