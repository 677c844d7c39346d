import { expect } from 'chai';
import { LightSignal } from '../../../src/shared/protocol/light-signal.ts';

describe('the signal of a call', () => {
  it('calls each listener once, also one that is added after it has aborted, but none that was removed', () => {
    const signal = new LightSignal();
    const called: string[] = [];
    const removed = (): void => void called.push('removed');
    signal.addEventListener('abort', () => called.push('first'));
    signal.addEventListener('abort', removed);
    signal.addEventListener('abort', () => called.push('second'));
    signal.removeEventListener('abort', removed);
    signal.abort('gone');
    signal.abort('gone again');
    signal.addEventListener('abort', () => called.push('late'));
    expect(called).to.deep.equal(['first', 'second', 'late']);
    expect([signal.aborted, signal.reason]).to.deep.equal([true, 'gone']);
  });
});
