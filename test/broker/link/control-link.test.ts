// Tests the end of a control thread: everything that waits for it is answered, and the next thread serves.

import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { type ControlLink, startControl } from '../../../src/broker/link/control-link.ts';
import { CallCard } from '../../../src/control/call-card.ts';
import type { Closing } from '../../../src/control/capabilities/host-calls.ts';
import type { HostReply } from '../../../src/shared/protocol/capabilities.ts';
import { routeFor, settingsFor, until } from '../../support/hostile-runners.ts';

const fixture = (name: string): string => fileURLToPath(new URL(`../../fixtures/threads/${name}`, import.meta.url));
const CONTROL = fileURLToPath(new URL('../../../src/control/control-thread.ts', import.meta.url));

const linkTo = (file: string): { readonly link: ControlLink; close(): Promise<void> } => {
  const link = startControl({ file, settings: settingsFor('honest'), onNotice: () => {} });
  return { link, close: () => link.close() };
};

const listener = (heard: string[]) => ({
  onData: (chunk: Buffer) => void heard.push(`data ${chunk.length > 0}`),
  onSuspicion: () => void heard.push('suspicion'),
  onOverMemory: () => void heard.push('memory'),
  onEnded: () => void heard.push('ended'),
  onExited: (how: string) => void heard.push(`exited: ${how}`),
});

const CALL = { callId: 'call', caller: 'anonymous', callerSecrets: {}, route: routeFor('realm') };

describe('the link to a control thread', function () {
  this.timeout(60_000);

  it('brings the channel of a process to the main thread, and reports its end after its output', async () => {
    const { link, close } = linkTo(CONTROL);
    try {
      const heard: string[] = [];
      const linked = link.start(new CallCard(1).memory, listener(heard));
      await until(() => heard.length > 0, 'the first word');
      expect(heard[0]).to.equal('data true');
      expect(linked.processId).to.be.a('number');
      linked.end();
      await until(() => heard.some((what) => what.startsWith('exited')), 'the end');
      expect(heard.at(-1)).to.equal('exited: SIGKILL');
    } finally {
      await close();
    }
  });

  it('reports the end of a process that was ended before it was started', async () => {
    const { link, close } = linkTo(CONTROL);
    try {
      const heard: string[] = [];
      link.start(new CallCard(1).memory, listener(heard)).end();
      await until(() => heard.some((what) => what.startsWith('exited')), 'the end');
      expect(heard.filter((what) => what.startsWith('exited'))).to.have.lengthOf(1);
    } finally {
      await close();
    }
  });

  it('answers everything that waits if the thread is lost, and goes on with another', async () => {
    const { link, close } = linkTo(fixture('dying-control.ts'));
    try {
      for (let life = 0; life < 2; life += 1) {
        const heard: string[] = [];
        const closings: Closing[] = [];
        const hostCalls = link.openHostCalls(CALL);
        const stillAsking = link.openHostCalls(CALL);
        const linked = link.start(new CallCard(1).memory, listener(heard));
        const waited = new Promise((resolve) => linked.waitedMs(1, 1, resolve));
        const waits = linked.coreWaits();
        const replies: HostReply[] = [];
        stillAsking.request(1, 'store', '{}', (reply) => replies.push(reply));
        hostCalls.end(undefined, (closing) => closings.push(closing));
        await until(() => heard.length > 0 && closings.length > 0, 'the end of the thread');
        expect(heard).to.deep.equal(['exited: its control thread was lost']);
        expect(closings).to.have.lengthOf(1);
        // A call that ends only now, with its process, would wait for an answer of a thread that never knew it.
        stillAsking.request(2, 'store', '{}', (reply) => replies.push(reply));
        expect(replies.map(({ ok }) => ok)).to.deep.equal([false, false]);
        expect(replies[0]?.text).to.include('UnavailableError');
        stillAsking.end(2, (closing) => closings.push(closing));
        expect(closings.map(({ failure }) => failure?.code)).to.deep.equal([undefined, 'runner_lost']);
        expect(closings[1]?.lastRefusal?.code).to.equal('runner_lost');
        expect(await waited).to.equal(undefined);
        expect([...(await waits)]).to.deep.equal([]);
        await pause(20);
      }
    } finally {
      await close();
    }
  });
});
