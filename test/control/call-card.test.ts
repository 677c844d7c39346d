// Tests the shared memory of calls: a reader never gets half of one call and half of another.

import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { expect } from 'chai';
import fc from 'fast-check';
import { CallCard, type CardCall, CardReader } from '../../src/control/call-card.ts';
import { machineMs } from '../../src/shared/protocol/machine-clock.ts';

const SLOTS = 4;

const callOf = (id: number, state: CardCall['state'], sinceMs = 1_000): CardCall => ({
  id,
  state,
  sinceMs,
  wallMs: id * 2,
  killGraceMs: id * 3,
  cpuMs: id * 5,
});

type Step = { readonly write: CardCall } | { readonly clear: number };

const STEP: fc.Arbitrary<Step> = fc.oneof(
  fc
    .record({ id: fc.integer({ min: 1, max: 9 }), state: fc.constantFrom('queued', 'running', 'suspended' as const) })
    .map(({ id, state }) => ({ write: callOf(id, state) })),
  fc.integer({ min: 1, max: 9 }).map((clear) => ({ clear })),
);

describe('the card of a runner', () => {
  it('reads what was written, like a list of the calls, and refuses a call if it is full', () => {
    fc.assert(
      fc.property(fc.array(STEP, { maxLength: 60 }), (steps) => {
        const card = new CallCard(SLOTS);
        const reader = new CardReader(card.memory);
        const model = new Map<number, CardCall>();
        for (const step of steps) {
          if ('clear' in step) {
            card.clear(step.clear);
            model.delete(step.clear);
          } else {
            const hasRoom = model.has(step.write.id) || model.size < SLOTS;
            expect(card.write(step.write)).to.equal(hasRoom);
            if (hasRoom) model.set(step.write.id, step.write);
          }
          const read = reader.calls(1_000).toSorted((a, b) => a.id - b.id);
          expect(read).to.deep.equal([...model.values()].toSorted((a, b) => a.id - b.id));
        }
      }),
    );
  });

  it('has clocks that survive an overflow of 32 bits', () => {
    const card = new CallCard(SLOTS);
    const reader = new CardReader(card.memory);
    for (const nowMs of [2 ** 31 + 5, 2 ** 32 + 5, 2 ** 40]) {
      card.write(callOf(1, 'running', nowMs - 50));
      expect(reader.calls(nowMs)[0]?.sinceMs).to.equal(nowMs - 50);
      card.write(callOf(1, 'running', nowMs + 0.7));
      expect(reader.calls(nowMs)[0]?.sinceMs).to.be.within(nowMs - 1, nowMs);
    }
  });

  it('has the same clock in all threads', async () => {
    const code = `import { machineMs } from '${new URL('../../src/shared/protocol/machine-clock.ts', import.meta.url).href}';
      import { parentPort } from 'node:worker_threads';
      parentPort.on('message', () => parentPort.postMessage(machineMs()));`;
    const other = new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`));
    try {
      const before = machineMs();
      const answered = new Promise<number>((resolve) => other.once('message', resolve));
      other.postMessage('now');
      expect(await answered).to.be.within(before - 1, machineMs() + 1);
    } finally {
      await other.terminate();
    }
  });

  it('never gives a torn read while another thread writes as fast as it can', async function () {
    this.timeout(20_000);
    const card = new CallCard(SLOTS);
    const code = `import { CallCard } from '${new URL('../../src/control/call-card.ts', import.meta.url).href}';
      import { workerData } from 'node:worker_threads';
      const card = new CallCard(${SLOTS}, workerData);
      const states = ['queued', 'running', 'suspended'];
      for (let id = 1; ; id = (id % 100_000) + 1) {
        for (const state of states) card.write({ id, state, sinceMs: id * 7, wallMs: id * 2, killGraceMs: id * 3, cpuMs: id * 5 });
        if (id > 2) card.clear(id - 2);
      }`;
    const writer = new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`), { workerData: card.memory });
    const reader = new CardReader(card.memory);
    let seen = 0;
    const ids = new Set<number>();
    const untilMs = performance.now() + 1_500;
    try {
      while (performance.now() < untilMs || (ids.size < 100 && performance.now() < untilMs + 10_000)) {
        for (let look = 0; look < 1_000; look += 1) {
          for (const { id, sinceMs, wallMs, killGraceMs, cpuMs } of reader.calls(2 ** 20)) {
            seen += 1;
            ids.add(id);
            if (sinceMs !== id * 7 || wallMs !== id * 2 || killGraceMs !== id * 3 || cpuMs !== id * 5)
              expect.fail(`torn: ${JSON.stringify({ id, sinceMs, wallMs, killGraceMs, cpuMs })}`);
          }
        }
        await pause(0);
      }
    } finally {
      await writer.terminate();
    }
    expect(seen).to.be.greaterThan(100);
    expect(ids.size).to.be.greaterThan(99);
  });
});
