// Tests the orders about a process, which its control thread can follow only after the system has started it.

import type { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { LinkedProcess, type ProcessOrder } from '../../../src/broker/link/linked-process.ts';
import type { ControlledListener } from '../../../src/control/control.ts';

describe('a process that ends', () => {
  it('is reported once, after its output, and no output comes afterwards', async () => {
    const heard: string[] = [];
    const listener = {
      onData: (chunk: Buffer) => void heard.push(chunk.toString()),
      onExited: (how: string) => void heard.push(`exited: ${how}`),
    } as ControlledListener;
    const linked = new LinkedProcess(listener, { order() {}, query() {}, wake() {}, onGone() {} });
    const channel = new PassThrough();
    linked.connect(channel as unknown as Socket, Buffer.from('first'));
    linked.noteExited('SIGKILL');
    channel.write('last words');
    linked.abandon();
    await pause(250);
    channel.write('too late');
    await pause(10);
    expect(heard).to.deep.equal(['first', 'last words', 'exited: its control thread was lost']);
  });
});

describe('a process that is starting', () => {
  it('is assigned to its cordon as soon as it has started', () => {
    for (const isThere of [false, true]) {
      const orders: ProcessOrder[] = [];
      const linked = new LinkedProcess({} as ControlledListener, {
        order: (order) => void orders.push(order),
        query() {},
        wake() {},
        onGone() {},
      });
      if (isThere) linked.noteStarted(1);
      linked.assign('plugin:one');
      expect(orders).to.have.lengthOf(isThere ? 1 : 0);
      if (!isThere) linked.noteStarted(1);
      expect(orders).to.deep.equal([{ t: 'assign', cordon: 'plugin:one' }]);
    }
  });
});
