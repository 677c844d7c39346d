// A request whose body waits behind a slow call on the same connection: its time counts from its turn.

import { expect } from 'chai';
import { type Front, startFront } from './front.ts';
import { openWire, readReplies, requestText } from './wire.ts';

const REQUEST_MS = 400;
const SLOW_MS = 1_500;

describe('a request behind a slow call of its connection', () => {
  let front: Front;
  before(async () => {
    front = await startFront({
      server: { requestTimeoutMs: REQUEST_MS, bodyBytes: 2_000_000 },
      argumentsBytes: 1_500_000,
      execute: async ({ toolName, argumentsJson }) => {
        if (toolName === 'slow') await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
        return {
          ok: true,
          resultJson: Buffer.from(String(argumentsJson.length)),
          usage: { queueMs: 0, runMs: 1, cpuMs: 1 },
        };
      },
    });
  });
  after(() => front.close());

  const callOf = (toolName: string, length: number, sent = length): string => {
    const body = JSON.stringify({ toolName, arguments: { text: 'x'.repeat(length) } });
    const headers = ['Host: localhost', 'Content-Type: application/json', `Content-Length: ${body.length}`];
    return requestText(
      'POST /mcp/callTool',
      headers,
      body.slice(0, body.length - length + sent),
      'Connection: keep-alive',
    );
  };
  const repliesTo = async (text: string, count: number) => {
    const { socket, received } = await openWire(front.port);
    socket.write(text);
    for (
      const startMs = performance.now();
      performance.now() - startMs < 10_000 && !socket.destroyed && !socket.readableEnded;
    ) {
      if (readReplies(received()).length >= count) break;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    socket.destroy();
    return readReplies(received()).map(({ status }) => status);
  };

  it('is not late while it waits, though its body is longer than what is read ahead', async () => {
    expect(await repliesTo(callOf('slow', 1) + callOf('quick', 1_000_000), 2)).to.deep.equal([200, 200]);
  });

  it('is late if its body does not come within the time from its turn on', async () => {
    expect(await repliesTo(callOf('slow', 1) + callOf('quick', 1_000_000, 500_000), 2)).to.deep.equal([200, 408]);
  });

  it('has its time from its first byte if nothing is before it', async () => {
    expect(await repliesTo(callOf('quick', 1_000_000, 500_000), 1)).to.deep.equal([408]);
  });
});
