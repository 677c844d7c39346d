// Listening threads take the client's address from the same trusted proxies as the main thread does.

import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import type { CallLogEntry } from '../../../src/front/http/call-log.ts';
import { listen } from '../../../src/front/listen/listeners.ts';
import { FAR_AWAY } from '../http/front.ts';

const THREAD = fileURLToPath(new URL('../../../src/front/listen/listening-thread.ts', import.meta.url));

for (const threads of [1, 2])
  it(`a server with ${threads} listening threads logs the client of a trusted proxy`, async () => {
    const entries: CallLogEntry[] = [];
    const listeners = await listen(
      {
        executor: { execute: () => Promise.reject(new Error('no call comes here')) },
        metadata: () => ({ text: '{}', etag: '"0"' }),
        server: { ...FAR_AWAY, threads, trustedProxies: ['127.0.0.1'] },
        argumentsBytes: 1_000,
        door: { allowsAnonymous: true },
        unready: async () => undefined,
        log: (entry) => entries.push(entry),
      },
      { file: THREAD, leastHeldBytes: 1_000, onLost: () => {} },
    );
    for (let sent = 0; sent < 8; sent += 1) {
      const headers = { 'x-forwarded-for': `1.1.1.1, 192.0.2.${sent}`, connection: 'close' };
      const reply = await fetch(`http://127.0.0.1:${listeners.address.port}/nowhere`, { headers });
      expect(reply.status).to.equal(404);
      await reply.arrayBuffer();
    }
    while (entries.length < 8) await new Promise((resolve) => setTimeout(resolve, 5));
    await listeners.close();
    const addresses = entries.map(({ remoteAddress }) => remoteAddress).sort();
    expect(addresses).to.deep.equal(Array.from({ length: 8 }, (_, sent) => `192.0.2.${sent}`));
  }).timeout(20_000);
