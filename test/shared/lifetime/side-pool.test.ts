// The threads for side work: each kind has its own, whatever becomes of the others.

import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { SideBusy, SidePool, type SideWork } from '../../../src/shared/lifetime/side-pool.ts';

const file = fileURLToPath(new URL('./side-task.ts', import.meta.url));
const WORK: SideWork = { file, atATime: 8, mostWaiting: 100, heapMb: 24 };
/** Another kind, because another file. */
const OTHER: SideWork = { ...WORK, file: fileURLToPath(new URL('./other-side-task.ts', import.meta.url)) };

describe('the threads for side work', function () {
  this.timeout(20_000);
  let side: SidePool;
  beforeEach(() => {
    side = new SidePool();
  });
  afterEach(() => side.close());

  const run = (what: string, work = WORK, signal?: AbortSignal): Promise<string> => side.run(work, what, signal);
  const errorOf = (asked: Promise<unknown>): Promise<unknown> => asked.then(String, (error: unknown) => error);

  it('start with the first task of a kind, one for each kind', async () => {
    expect(side.threads).to.equal(0);
    expect(await Promise.all(['a', 'b', 'c'].map((what) => run(what)))).to.deep.equal(['a 1', 'b 2', 'c 3']);
    expect(side.threads).to.equal(1);
    expect(await run('a', OTHER)).to.equal('a 1');
    expect(side.threads).to.equal(2);
  });

  for (const what of ['exit', 'late throw', 'memory'])
    it(`that end by themselves (${what}) are answered for, and the next task gets another`, async () => {
      const other = run('wait', OTHER);
      const [lost, also] = await Promise.all([errorOf(run('wait')), errorOf(run(what))]);
      expect([lost, also].every((error) => error instanceof Error)).to.equal(true);
      expect(await run('again')).to.equal('again 1');
      expect(await other).to.equal('wait 1');
    });

  it('do what waits after a thread was lost', async () => {
    const work = { ...WORK, atATime: 1 };
    const asked = ['exit', 'a', 'exit', 'b'].map((what) => errorOf(run(what, work)));
    const [lost, a, also, b] = await Promise.all(asked);
    expect([lost, also].every((error) => error instanceof Error)).to.equal(true);
    expect([a, b]).to.deep.equal(['a 1', 'b 1']);
  });

  it('take errors of a task as answers, and go on', async () => {
    expect(await errorOf(run('throw'))).to.be.instanceOf(RangeError);
    expect(await run('a')).to.equal('a 1');
  });

  it('end for a task that is aborted, whatever it does', async () => {
    const work = { ...WORK, atATime: 1 };
    await run('a', work);
    const spinning = new AbortController();
    const waiting = run('b', work);
    const ended = errorOf(run('spin', work, spinning.signal));
    expect(await waiting).to.equal('b 2');
    // Only now: a task that is aborted while it waits ends no thread.
    spinning.abort(new Error('no longer'));
    expect(await ended).to.be.instanceOf(Error);
    expect(await run('c', work)).to.equal('c 1');
  });

  it('let no kind wait for another', async () => {
    const spinning = new AbortController();
    const spin = errorOf(run('spin', { ...WORK, atATime: 1 }, spinning.signal));
    for (const what of ['a', 'b', 'c']) expect(await run(what, OTHER)).to.match(/^[abc] [123]$/);
    spinning.abort();
    await spin;
  });

  it('let a bounded number of tasks wait', async () => {
    const work = { ...WORK, atATime: 1, mostWaiting: 3 };
    const first = run('wait', work);
    const errors = await Promise.all(Array.from({ length: 5 }, () => errorOf(run('b', work))));
    expect(errors.map((error) => error instanceof SideBusy)).to.deep.equal([false, false, false, true, true]);
    expect(await first).to.equal('wait 1');
  });

  it('have nothing of the environment', async () => {
    expect(await run('environment')).to.equal('{}');
  });

  it('answer every task when the pool is closed', async () => {
    const work = { ...WORK, atATime: 1 };
    await run('a', work);
    const asked = ['wait', 'b', 'c'].map((what) => errorOf(run(what, work)));
    await side.close();
    expect((await Promise.all(asked)).every((error) => error instanceof Error)).to.equal(true);
    expect(side.threads).to.equal(0);
    expect(await errorOf(run('d', work))).to.be.instanceOf(Error);
  });
});
