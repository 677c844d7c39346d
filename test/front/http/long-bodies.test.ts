// No turn of the listening thread reads much of a long body, at any door.

import { expect } from 'chai';
import { JsonScanner } from '../../../src/shared/text/json-scan.ts';
import { startFront } from './front.ts';

const BODY_BYTES = 12_000_000;
const LEVELS = 8;
const RECORD = '{"id":12345,"name":"a name","tags":["one","two"],"price":12.5},';
const ARGUMENTS = `{"list":[${RECORD.repeat(BODY_BYTES / RECORD.length)}0]}`;
const RUNS = 3;

const DOORS = [
  ['/mcp/callTool', `{"toolName":"swallow","arguments":${ARGUMENTS}}`, {}],
  ['/tools/swallow', ARGUMENTS, {}],
  [
    '/mcp',
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"swallow","arguments":${ARGUMENTS}}}`,
    { Accept: 'application/json, text/event-stream', 'MCP-Protocol-Version': '2025-11-25' },
  ],
] as const;

const cpuUs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return user + system;
};

/** The most CPU time of this thread that one turn takes until `work` is done, in microseconds. */
const longestTurnUs = async (work: () => Promise<unknown>): Promise<number> => {
  let most = 0;
  let before = cpuUs();
  let isOver = false;
  const look = (): void => {
    const now = cpuUs();
    most = Math.max(most, now - before);
    before = now;
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  await work();
  isOver = true;
  // The end may come in the turn of the last work.
  look();
  return most;
};

describe('a body of 12 MB', () => {
  for (const [path, text, headers] of DOORS)
    it(`takes no turn for itself at POST ${path}`, async () => {
      const front = await startFront({
        server: { bodyBytes: 2 * BODY_BYTES },
        argumentsBytes: 2 * BODY_BYTES,
        execute: async () => ({
          ok: true,
          resultJson: Buffer.from('null'),
          usage: { queueMs: 0, runMs: 0, cpuMs: 0 },
        }),
      });
      const body = Buffer.from(text);
      const before = cpuUs();
      new JsonScanner(LEVELS).fault(body);
      const scanUs = cpuUs() - before;
      const turnsUs: number[] = [];
      for (let run = 0; run < RUNS; run += 1) {
        const post = async (): Promise<void> => {
          const reply = await front.request('POST', path, { 'Content-Type': 'application/json', ...headers }, body);
          expect(reply.status).to.equal(200);
        };
        turnsUs.push(await longestTurnUs(post));
      }
      await front.close();
      // A busy machine makes some turns longer.
      expect(Math.min(...turnsUs)).to.be.below(scanUs / 2);
    }).timeout(60_000);
});
