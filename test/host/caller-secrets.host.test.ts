// The whole server as a program. The test searches for a caller's token and key in everything that the server writes and answers, and
// in everything that a tool can see.

import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { CACHE_ENV } from '../support/cache.ts';
import { writePlugins } from '../support/host.ts';

const MAIN = fileURLToPath(new URL('../../src/main.js', import.meta.url));
const MARKER = 'mArKeR0123456789';
const SOURCE = `
  const seen = (args, context) => {
    const found = [args, context, Object.getOwnPropertyNames(globalThis), String(new Error().stack)];
    for (const name of Object.getOwnPropertyNames(context)) found.push(String(context[name]));
    return JSON.stringify(found);
  };
  export function look(args, context) {
    console.log(seen(args, context));
    return seen(args, context);
  }
  const FORMS = {
    plain: () => ({ headers: { 'x-key': '{{secret.CALLER_KEY}}' } }),
    basic: () => ({ headers: { authorization: \`Basic \${btoa('me:{{secret.CALLER_KEY}}')}\` } }),
    form: () => ({ method: 'POST', body: new URLSearchParams({ client_secret: '{{secret.CALLER_KEY}}' }) }),
    json: () => ({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_secret: '{{secret.CALLER_KEY}}' }),
    }),
    misplaced: () => ({ headers: { 'x-key': btoa('me:{{secret.CALLER_KEY}}') } }),
  };
  export async function ask({ url, form }, context) {
    const reply = await fetch(url, FORMS[form]());
    const found = [await reply.text(), ...reply.headers].join();
    console.log(found, seen({}, context));
    return found;
  }
  export function fall(args, context) {
    throw new Error(seen(args, context));
  }`;

/** The server that the key may go to. It sends back everything that it gets. */
const startUpstream = async (): Promise<{ server: Server; origin: string; sent: string[] }> => {
  const sent: string[] = [];
  const server = createServer(async (req, res) => {
    const body = await text(req);
    sent.push(String(req.headers['x-key'] ?? req.headers.authorization ?? body));
    res.setHeader('x-said', req.rawHeaders.join(' '));
    res.end(JSON.stringify([...req.rawHeaders, body]));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, sent };
};

const configFor = (origin: string) => ({
  freshState: 'isolate',
  grants: { looker: { privateFetch: [origin] } },
  secrets: { CALLER_KEY: { plugin: 'looker', origin, callerHeader: 'x-looker-key' } },
});

describe("a caller's secrets in a whole server", function () {
  this.timeout(120_000);
  let folder: string;
  let child: ChildProcess;
  let url: string;
  let written = '';
  let upstream: Awaited<ReturnType<typeof startUpstream>>;
  before(async () => {
    upstream = await startUpstream();
    const { origin } = upstream;
    const manifest = {
      capabilities: {
        fetch: [{ origin, methods: ['GET', 'POST'] }],
        secrets: [{ name: 'CALLER_KEY', origin, headers: ['X-Key', 'Authorization'], bodyMembers: ['client_secret'] }],
      },
    };
    folder = writePlugins({ looker: { source: SOURCE, tools: { look: {}, fall: {}, ask: {} }, manifest } });
    const config = join(folder, 'sandbox.config.json');
    writeFileSync(config, JSON.stringify(configFor(origin)));
    const env = { PATH: process.env.PATH, HOME: folder, ...CACHE_ENV };
    child = spawn(process.execPath, [MAIN, '--port', '0', '--plugins', folder, '--config', config], { env });
    url = await new Promise((resolve, reject) => {
      const take = (part: unknown): void => {
        written += part;
        const [, serving] = /Toolcell serves on (\S+) /.exec(written) ?? [];
        if (serving !== undefined) resolve(serving);
      };
      child.stdout?.on('data', take);
      child.stderr?.on('data', take);
      child.once('exit', () => reject(new Error(written)));
    });
  });
  after(() => {
    child.kill('SIGKILL');
    upstream.server.close();
    rmSync(folder, { recursive: true });
  });

  const headers = { authorization: `Bearer ${MARKER}`, 'x-looker-key': MARKER };
  /** Status and headers with the body, of an answer to a request that carries the marker. */
  const answerTo = async (path: string, init: RequestInit = {}): Promise<{ status: number; text: string }> => {
    const reply = await fetch(url + path, { ...init, headers: { ...headers, prefer: 'receipt', ...init.headers } });
    return { status: reply.status, text: `${JSON.stringify([...reply.headers])}\n${await reply.text()}` };
  };
  const call = (toolName: string, more: Record<string, string> = {}, args: object = {}) =>
    answerTo('/mcp/callTool', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...more },
      body: JSON.stringify({ toolName, arguments: args }),
    });

  it('are in no answer, receipt, log line or output, and no tool sees them', async () => {
    const looked = await call('look');
    expect(looked.status, looked.text).to.equal(200);
    expect(looked.text).to.include('callId');
    const placeIn = (text: string): string => /<(\/calls\/[^>]+)>/.exec(text)?.[1] ?? '';
    const url = `${upstream.origin}/v1`;
    const asked = await call('ask', {}, { url, form: 'plain' });
    const inForms = [];
    for (const form of ['basic', 'form', 'json', 'misplaced']) inForms.push(await call('ask', {}, { url, form }));
    expect([asked, ...inForms].map(({ status }) => status)).to.deep.equal([200, 200, 200, 200, 422]);
    expect(inForms.at(-1)?.text).to.include('in base64 in the header');
    const basic = Buffer.from(`me:${MARKER}`).toString('base64');
    const members = [`client_secret=${MARKER}`, JSON.stringify({ client_secret: MARKER })];
    expect(upstream.sent).to.deep.equal([MARKER, `Basic ${basic}`, ...members]);
    const receipt = await answerTo(placeIn(asked.text));
    expect(receipt.text).to.include(`"origins":["${upstream.origin}"]`).and.include('"fetchCalls":{"used":1,');
    const answers = [
      looked,
      asked,
      ...inForms,
      receipt,
      await answerTo(placeIn(looked.text)),
      await call('fall'),
      await call('nobody'),
      await call('look', { 'x-looker-key': `${MARKER}\u00e9` }),
      await call('look', { 'x-looker-key': MARKER.repeat(400) }),
      await answerTo('/nothing'),
      await answerTo('/mcp/metadata'),
    ];
    expect(answers.map(({ status }) => status)).to.deep.equal([
      ...[200, 200, 200, 200, 200, 422, 200, 200],
      ...[422, 404, 400, 400, 404, 200],
    ]);
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    expect(await ended).to.equal(0);
    const calls = written.split('\n').filter((line) => line.includes('"msg":"call"'));
    expect(calls, written).to.have.lengthOf(11);
    const [reached = ''] = calls.filter((line) => line.includes('"toolName":"ask"'));
    expect(JSON.parse(reached)).to.deep.include({ fetches: 1, requestBytes: 0, origins: [upstream.origin] });
    expect(calls.filter((line) => line.includes('"caller":"bearer:'))).to.have.lengthOf(11);
    for (const told of [...answers.map(({ text }) => text), written])
      for (const part of [MARKER.slice(0, 8), basic.slice(4, 14)]) expect(told).not.to.include(part);
  });
});
