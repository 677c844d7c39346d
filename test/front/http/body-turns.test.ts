// Long bodies are read in turns of the event loop: a piece of one of them in each, whatever many there are and however fast they come.

import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import { expect } from 'chai';
import { readPlainBody } from '../../../src/front/http/plain-body.ts';

const SENDERS = 8;
const BODY_BYTES = 4_000_000;
/** Node reads at most this much at a time. */
const PIECE_BYTES = 65_536;

/** Sends all bodies at once, from a thread of its own. */
const SENDING = `
const { workerData: { port, senders, bodyBytes } } = require('node:worker_threads');
const body = Buffer.alloc(bodyBytes, 'x');
for (let sender = 0; sender < senders; sender += 1) {
  require('node:http').request({ port, host: '127.0.0.1', method: 'POST', agent: false, headers: { 'Content-Length': bodyBytes } }).end(body);
}`;

describe('long bodies that arrive at once', function () {
  this.timeout(60_000);

  it('are read whole, and a piece of one of them in a turn', async () => {
    let turn = 0;
    const seen = new Map<number, number>();
    const onTurn = (): void => {
      turn += 1;
      if (reading < 2 * SENDERS) setImmediate(onTurn);
    };
    /** Counts bodies that have begun, and those that have ended. */
    let reading = 0;
    const bodies: Promise<Buffer>[] = [];
    const server = createServer((req: IncomingMessage, res) => {
      reading += 1;
      if (reading === 1) setImmediate(onTurn);
      const body = readPlainBody(req, new AbortController().signal, { bodyBytes: BODY_BYTES });
      req.on('data', (chunk: Buffer) => seen.set(turn, (seen.get(turn) ?? 0) + chunk.length));
      bodies.push(body);
      void body.then(() => {
        reading += 1;
        res.end();
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const sender = new Worker(SENDING, {
      eval: true,
      workerData: { port, senders: SENDERS, bodyBytes: BODY_BYTES },
    });
    await once(sender, 'exit');
    server.close();
    const read = await Promise.all(bodies);
    expect(read.map(({ length }) => length)).to.deep.equal(Array.from({ length: SENDERS }, () => BODY_BYTES));
    // Each body's first piece comes with its head, and all may come in one turn.
    expect(Math.max(...seen.values())).to.be.at.most((SENDERS + 1) * PIECE_BYTES);
    const many = [...seen.values()].filter((bytes) => bytes > 2 * PIECE_BYTES);
    expect(many, 'turns with more than two pieces').to.have.length.below(SENDERS);
  });
});
