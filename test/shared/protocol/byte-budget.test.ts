import { expect } from 'chai';
import fc from 'fast-check';
import { ByteBudget, type Holding } from '../../../src/shared/protocol/byte-budget.ts';

describe('a budget of bytes', () => {
  let now = 0;
  let dropped: string[] = [];
  beforeEach(() => {
    now = 0;
    dropped = [];
  });
  const budgetOf = (total: number): ByteBudget => new ByteBudget(total, () => now);
  const opener =
    (budget: ByteBudget) =>
    (owner: string, name = owner): Holding =>
      budget.open(owner, () => dropped.push(name));

  it('drops the largest and oldest holding of the owner that holds most', () => {
    const budget = budgetOf(100);
    const open = opener(budget);
    const small = open('modest');
    small.hold(10);
    now = 1_000;
    open('greedy', 'older').hold(20);
    now = 2_000;
    open('greedy', 'newer').hold(25);
    open('other').hold(30);
    now = 3_000;
    open('third').hold(20);
    expect(dropped).to.deep.equal(['older']);
    expect(budget.bytes).to.equal(85);
  });

  it('lets no owner hold more than half, even if the rest is free', () => {
    const budget = budgetOf(100);
    const open = opener(budget);
    open('greedy', 'first').hold(30);
    now = 1;
    open('greedy', 'second').hold(25);
    expect(dropped).to.deep.equal(['first']);
  });

  it('counts nothing for a holding that was released or dropped, even if it adds bytes', () => {
    const budget = budgetOf(100);
    const open = opener(budget);
    const released = open('a');
    released.hold(40);
    released.release();
    released.hold(40);
    expect(budget.bytes).to.equal(0);
    const gone = open('a');
    gone.hold(60);
    expect(dropped).to.deep.equal(['a']);
    gone.release();
    expect(budget.bytes).to.equal(0);
  });

  it('never passes its bounds, and drops nothing of an owner that holds less than an equal share', () => {
    const step = fc.record({
      owner: fc.nat(4),
      exchange: fc.nat(3),
      bytes: fc.integer({ min: 1, max: 40 }),
      isEnd: fc.boolean(),
      passedMs: fc.nat(50),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const budget = budgetOf(100);
        const held = new Map<string, number>();
        const open = new Map<string, Holding>();
        const sumOf = (owner: number): number =>
          [...held].reduce((sum, [name, bytes]) => (name.startsWith(`${owner} `) ? sum + bytes : sum), 0);
        for (const { owner, exchange, bytes, isEnd, passedMs } of steps) {
          now += passedMs;
          const name = `${owner} ${exchange}`;
          const holding =
            open.get(name) ??
            budget.open(String(owner), () => {
              const victim = Number(name.split(' ')[0]);
              expect(sumOf(victim) > 50 || sumOf(victim) >= 100 / 5, 'was above its share').to.equal(true);
              held.delete(name);
              open.delete(name);
            });
          open.set(name, holding);
          if (isEnd) {
            held.delete(name);
            open.delete(name);
            holding.release();
          } else {
            held.set(name, (held.get(name) ?? 0) + bytes);
            holding.hold(bytes);
          }
          expect(budget.bytes).to.be.at.most(100);
          expect(budget.bytes).to.equal([...held.values()].reduce((sum, each) => sum + each, 0));
          for (let each = 0; each < 5; each += 1) expect(sumOf(each)).to.be.at.most(50);
        }
      }),
    );
  });
});
