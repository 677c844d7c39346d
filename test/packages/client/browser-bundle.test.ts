// The client as a page gets it: bundled for browsers, without anything of Node, and small.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { build } from 'esbuild';
import { sendResult, startScripted } from './scripted-server.ts';

const ENTRY = fileURLToPath(new URL('../../../packages/client/src/client.ts', import.meta.url));
/** Bytes of the whole client and of `createClient` alone, minified and compressed by gzip. */
const MOST_BYTES = { whole: 6_700, core: 5_050 };

const bundled = async (contents: string) => {
  const { outputFiles, metafile, warnings } = await build({
    stdin: { contents, resolveDir: fileURLToPath(new URL('.', import.meta.url)), loader: 'ts' },
    ...{ bundle: true, platform: 'browser', format: 'iife', globalName: 'toolcell', target: 'es2022' },
    ...{ minify: true, write: false, metafile: true, logLevel: 'silent', legalComments: 'none' },
  });
  const text = outputFiles[0]?.text ?? '';
  return { text, inputs: Object.keys(metafile.inputs), warnings, gzipBytes: gzipSync(text).length };
};

describe('the client in a page', () => {
  it('has nothing of Node, and no package', async () => {
    const { text, inputs, warnings } = await bundled(`export * from ${JSON.stringify(ENTRY)};`);
    expect(warnings).to.deep.equal([]);
    expect(inputs.filter((path) => path !== '<stdin>' && !path.startsWith('packages/client/src/'))).to.deep.equal([]);
    expect(text).not.to.match(/\bprocess\b|\bBuffer\b|\brequire\b|\bnode:|__dirname/);
  });

  it('needs only what a page has', async () => {
    const { text } = await bundled(`export * from ${JSON.stringify(ENTRY)};`);
    const server = await startScripted({
      '/tools/mcp/callTool': (_count, _seen, res) => sendResult(res, 'hello-world', { 'server-timing': 'run;dur=1.5' }),
    });
    const page = { fetch, URL, Headers, TextDecoder, AbortController, setTimeout, clearTimeout, performance };
    const context = createContext({ ...page, location: { href: `${server.url}/cart?x=1` } });
    runInContext(text, context);
    const info = await runInContext(
      `toolcell.createClient({ url: '/tools' }).callToolWithInfo('slugify', { input: 'Hello, World' }, { timeoutMs: 1_000 })`,
      context,
    );
    expect({ ...info, timing: { ...info.timing } }).to.deep.equal({
      ...{ result: 'hello-world', callId: 'a-call', timing: { runMs: 1.5 }, attempts: 1, receipt: undefined },
    });
    expect(server.seen.map(({ body }) => body)).to.deep.equal([
      '{"toolName":"slugify","arguments":{"input":"Hello, World"}}',
    ]);
    await server.close();
  });

  it('hears of progress there', async () => {
    const { text } = await bundled(`export * from ${JSON.stringify(ENTRY)};`);
    const stream = { 'content-type': 'text/event-stream', 'toolcell-call-id': 'a-call' };
    const server = await startScripted({
      '/mcp/callTool': (_count, _seen, res) =>
        void res.writeHead(200, stream).end('event: progress\ndata: {"progress":1}\n\nevent: result\ndata: "done"\n\n'),
    });
    const seen: unknown[] = [];
    const page = { fetch, URL, Headers, TextDecoder, onProgress: (one: object) => seen.push({ ...one }) };
    const context = createContext({ ...page, location: { href: server.url } });
    runInContext(text, context);
    const program = `toolcell.createClient({ url: '/' }).callTool('slugify', {}, { onProgress })`;
    expect(await runInContext(program, context)).to.equal('done');
    expect(seen).to.deep.equal([{ progress: 1 }]);
    await server.close();
  });

  it(`has at most ${MOST_BYTES.whole} bytes, and ${MOST_BYTES.core} without the adapters`, async () => {
    const whole = await bundled(`export * from ${JSON.stringify(ENTRY)};`);
    const core = await bundled(`export { createClient } from ${JSON.stringify(ENTRY)};`);
    expect(whole.gzipBytes, 'whole').to.be.within(1_000, MOST_BYTES.whole);
    expect(core.gzipBytes, 'core').to.be.within(1_000, MOST_BYTES.core);
    expect(core.text).not.to.contain('tool_use_id');
  });

  it('is what the package exports, with its types', () => {
    const { exports } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
    expect(exports['./client']).to.deep.equal({
      types: './dist/types/client/client.d.ts',
      default: './dist/packages/client/client.js',
    });
  });
});
