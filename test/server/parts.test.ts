// The list of a host's parts: opened in order, closed from its end, and reconfigured whole or not at all.

import { expect } from 'chai';
import { type Part, Parts } from '../../src/server/parts.ts';

const failing = (reason: string) => (): never => {
  throw new Error(reason);
};

describe('the parts of a host', () => {
  let done: string[];
  let parts: Parts<string>;
  beforeEach(() => {
    done = [];
    parts = new Parts('old');
  });

  /** A part that notes what happens to it. */
  const noted = (name: string, more: Partial<Part<string, string>> = {}): Part<string, string> => ({
    name,
    open: () => {
      done.push(`open ${name}`);
      return name;
    },
    leave: (opened) => void done.push(`leave ${opened}`),
    drain: async (opened, drainMs) => void done.push(`drain ${opened} ${drainMs}`),
    close: async (opened) => void done.push(`close ${opened}`),
    ...more,
  });
  /** One that takes settings up, in `reconfigure` and in `use`. */
  const taking = (name: string, more: Partial<Part<string, string>> = {}): Part<string, string> =>
    noted(name, {
      reconfigure: async (opened, settings) => void done.push(`${opened} takes ${settings}`),
      use: (opened, settings) => void done.push(`${opened} uses ${settings}`),
      ...more,
    });
  const openAll = async (...all: readonly Part<string, string>[]): Promise<void> => {
    for (const part of all) await parts.open(part);
    done = [];
  };
  const rejection = (promise: Promise<unknown>): Promise<unknown> =>
    promise.then(
      () => undefined,
      (error: unknown) => error,
    );

  it('are drained all at the same time, and closed one after the other, the last one first', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    await openAll(noted('a'), noted('b', { drain: () => promise }), noted('c'));
    parts.leave();
    const closed = parts.close(7);
    await new Promise(setImmediate);
    expect(done).to.deep.equal(['leave c', 'leave b', 'leave a', 'drain c 7', 'drain a 7']);
    done = [];
    resolve();
    await closed;
    expect(done).to.deep.equal(['close c', 'close b', 'close a']);
    await parts.close(7);
    expect(done).to.have.length(3);
  });

  it('close those before a part that does not open, and reject with its reason', async () => {
    await openAll(noted('a'), noted('b', { close: failing('b does not close') }), noted('c'));
    const error = await rejection(parts.open(noted('d', { open: failing('d does not open') })));
    expect((error as Error).message).to.equal('d does not open');
    expect(done).to.deep.equal(['drain c 0', 'drain b 0', 'drain a 0', 'close c', 'close a']);
  });

  it('close all others if one does not close, and then say which', async () => {
    await openAll(noted('a'), noted('b', { drain: failing('b is stuck') }), noted('c', { close: failing('c too') }));
    const error = (await rejection(parts.close(0))) as AggregateError;
    expect(error.errors.map(({ message }) => message)).to.deep.equal(['b is stuck', 'c too']);
    expect(done).to.deep.equal(['drain c 0', 'drain a 0', 'close b', 'close a']);
  });

  it('take settings up: first what takes time, then all the rest in one turn', async () => {
    await openAll(taking('a'), taking('b', { use: () => void done.push(`b uses ${parts.settings}`) }));
    const taken = parts.reconfigure('new');
    expect(parts.settings).to.equal('old');
    await taken;
    expect(done).to.deep.equal(['a takes new', 'b takes new', 'a uses new', 'b uses new']);
    expect(parts.settings).to.equal('new');
  });

  it('are put back if one rejects midway, the one that rejected too', async () => {
    const reconfigure = async (name: string, settings: string): Promise<void> => {
      done.push(`${name} takes ${settings}`);
      if (settings === 'new') throw new Error('half of it is in force');
    };
    await openAll(taking('a'), taking('b', { reconfigure }), taking('c'));
    const error = await rejection(parts.reconfigure('new'));
    expect((error as Error).message).to.equal('half of it is in force');
    expect(done).to.deep.equal(['a takes new', 'b takes new', 'b takes old', 'a takes old']);
    expect(parts.settings).to.equal('old');
  });

  it('are put back if one throws in the turn in which all change', async () => {
    const use = (name: string, settings: string): void => {
      done.push(`${name} uses ${settings}`);
      if (settings === 'new') throw new Error('no');
    };
    await openAll(taking('a'), taking('b', { use }), taking('c'));
    expect(((await rejection(parts.reconfigure('new'))) as Error).message).to.equal('no');
    expect(done).to.deep.equal([
      ...['a takes new', 'b takes new', 'c takes new', 'a uses new', 'b uses new'],
      ...['b uses old', 'a uses old', 'c takes old', 'b takes old', 'a takes old'],
    ]);
    expect(parts.settings).to.equal('old');
  });

  it('are put back as far as possible, and tell of each that could not', async () => {
    await openAll(taking('a'), taking('b', { reconfigure: failing('b is broken') }));
    const { errors } = (await rejection(parts.reconfigure('new'))) as AggregateError;
    expect(errors.map(({ message }) => message)).to.deep.equal(['b is broken', 'b is broken']);
    expect(done).to.deep.equal(['a takes new', 'a takes old']);
  });
});
