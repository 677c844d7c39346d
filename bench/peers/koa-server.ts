// The HTTP side of the Koa peers: Koa, its router, koa-bodyparser, and nothing else.

import Router from '@koa/router';
import Koa from 'koa';
import bodyParser from 'koa-bodyparser';

/** Runs a tool. Returns its result as JSON text. */
export type CallTool = (toolName: string, args: unknown) => string | Promise<string>;

/** Serves calls on a port of the loopback interface. */
export const serveWithKoa = (port: number, callTool: CallTool): void => {
  const router = new Router();
  router.post('/mcp/callTool', async (ctx) => {
    const { toolName, arguments: args } = ctx.request.body as { toolName: string; arguments: unknown };
    ctx.type = 'application/json';
    ctx.body = await callTool(toolName, args);
  });
  const app = new Koa();
  // Koa would log every tool that is stopped; here that is an ordinary answer.
  app.silent = true;
  app.use(bodyParser({ jsonLimit: '2mb' }));
  app.use(router.routes());
  app.listen(port, '127.0.0.1');
};
