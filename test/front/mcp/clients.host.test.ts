// Clients of MCP that other people wrote, against a real host: each lists the tools, calls them, and learns of every kind of failure.

import { expect } from 'chai';
import { startTestHost, type TestHost } from '../../support/host.ts';
import { skipWithout } from '../../support/skip.ts';
import { noPeers, runPeer } from './peers.ts';
import { BLOCKS, type Report, SOURCE, TOOLS } from './tools.ts';

/** The same for a revision without links. */
const BLOCKS_OF_2025_03_26 = BLOCKS.map((block) =>
  block.type === 'resource_link' ? { type: 'text', text: 'Link: pixel (https://example.com/pixel)' } : block,
);

describe('real clients of MCP', function () {
  this.timeout(120_000);
  let host: TestHost;
  let url: string;

  before(async function () {
    skipWithout(this, 'real clients of MCP', noPeers());
    host = await startTestHost({
      plugins: { tools: { source: SOURCE, tools: TOOLS } },
    });
    url = `${host.url}/mcp`;
  });
  after(() => host?.close());

  /** Waits until the host has logged the end of the call that a client has cancelled. */
  const untilCancelled = async (before: number): Promise<void> => {
    const isLogged = (): boolean =>
      host.log.slice(before).some(({ toolName, code }) => toolName === 'hold' && code === 'cancelled');
    for (let waited = 0; !isLogged() && waited < 5_000; waited += 50)
      await new Promise((resolve) => setTimeout(resolve, 50));
    expect(isLogged()).to.equal(true);
  };

  for (const [what, words, revision] of [
    ['@modelcontextprotocol/client, which finds the revision out', ['client.mjs', 'auto'], '2026-07-28'],
    ['@modelcontextprotocol/client, pinned to 2026-07-28', ['client.mjs', '2026-07-28'], '2026-07-28'],
    ['@modelcontextprotocol/client as an older one', ['client.mjs', 'legacy'], '2025-11-25'],
    ['@modelcontextprotocol/sdk 1.32', ['sdk.mjs', '@modelcontextprotocol/sdk'], undefined],
    ['@modelcontextprotocol/sdk 1.12', ['sdk.mjs', 'sdk-1.12'], undefined],
  ] as const)
    it(`serve ${what}`, async () => {
      const before = host.log.length;
      const [program, ...more] = words;
      const report: Report = await runPeer(program, url, ...more);
      expect(report.revision).to.equal(revision);
      expect(report.tools).to.deep.equal(Object.keys(TOOLS).sort());
      expect(report.result.structuredContent).to.deep.equal({ text: 'ü', n: 1.5 });
      expect(report.result.content).to.deep.equal([{ type: 'text', text: '{"text":"ü","n":1.5}' }]);
      const isModern = revision === '2026-07-28';
      expect(report.array.structuredContent).to.deep.equal(isModern ? [1, 2, 3] : { result: [1, 2, 3] });
      expect(report.picture.content).to.deep.equal(words[1] === 'sdk-1.12' ? BLOCKS_OF_2025_03_26 : BLOCKS);
      expect(report.picture.structuredContent).to.deep.equal({ pixels: 1 });
      expect(report.toolError).to.deep.include({
        content: [{ type: 'text', text: 'tool_error: it failed' }],
        isError: true,
      });
      expect(report.wrongArguments.isError).to.equal(true);
      expect(report.wrongArguments.content[0]?.text).to.match(/^invalid_arguments: .*\n\/text must be a string/s);
      expect(report.unknown.code).to.equal(-32_602);
      expect(report.unknown.error).to.contain('tool_not_found: There is no tool "nothing"');
      expect(report.slow.structuredContent).to.deep.equal({ done: true });
      expect(report.progress).to.deep.equal(
        [0, 1, 2].map((step) => ({ done: step, total: 3, message: `step ${step}` })),
      );
      expect(report.cancelled.error).to.match(/abort/i);
      await untilCancelled(before);
    });

  it('serve the AI SDK', async () => {
    const before = host.log.length;
    const report: Report = await runPeer('ai-sdk.mjs', url);
    expect(report.tools).to.deep.equal(Object.keys(TOOLS).sort());
    expect(report.result.structuredContent).to.deep.equal({ text: 'ü', n: 1.5 });
    expect(JSON.stringify(report.array)).to.contain('[1,2,3]');
    expect(report.picture.content).to.deep.equal(BLOCKS);
    expect(report.toolError).to.deep.include({ isError: true });
    expect(report.wrongArguments).to.deep.include({ isError: true });
    expect(report.cancelled.error).to.match(/abort/i);
    await untilCancelled(before);
  });

  it('serve LangChain, which makes an exception of a failure', async () => {
    const before = host.log.length;
    const report = (await runPeer('langchain.mjs', url)) as Record<string, { value?: object; thrown?: string }>;
    expect(report.tools).to.deep.equal(Object.keys(TOOLS).sort());
    expect(report.result?.value).to.deep.include({ structuredContent: { text: 'ü', n: 1.5 } });
    expect(report.array?.value).to.deep.include({ text: '[1,2,3]' });
    expect(JSON.stringify(report.picture?.value)).to.contain('R0lGODlhAQABAAAAACw=');
    expect(report.toolError?.thrown).to.contain('tool_error: it failed');
    expect(report.cancelled).to.have.property('error');
    await untilCancelled(before);
  });

  it('serve the Inspector', async () => {
    const report: Report = await runPeer('inspector.mjs', url);
    expect(report.tools).to.deep.equal(Object.keys(TOOLS).sort());
    expect(report.result.structuredContent).to.deep.equal({ text: 'ü', n: 1.5 });
    expect(report.array.structuredContent).to.deep.equal({ result: [1, 2, 3] });
    expect(report.picture.content).to.deep.equal(BLOCKS);
    expect(report.toolError.isError).to.equal(true);
    expect(JSON.stringify(report.unknown)).to.contain('tool_not_found');
  });
});
