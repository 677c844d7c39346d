import { expect } from 'chai';
import { CallTotals, type CallTotalsOptions } from '../../../src/server/metrics/call-totals.ts';
import { LabelCap } from '../../../src/server/metrics/label-cap.ts';
import type { Labels } from '../../../src/server/metrics/registry.ts';
import { entryOf } from './entries.ts';

const MADE_UP = 10_000;

/** Keeps the seconds of each series. */
class Series {
  readonly seconds = new Map<string, number[]>();

  observe(labels: Labels, seconds: number): void {
    const key = Object.values(labels).join(' ');
    this.seconds.set(key, [...(this.seconds.get(key) ?? []), seconds]);
  }

  remove(labels: Labels): void {
    this.seconds.delete(Object.values(labels).join(' '));
  }
}

const totalsWith = (more: Partial<CallTotalsOptions> = {}): CallTotals =>
  new CallTotals({
    ...{ names: 3, clients: false, pluginOf: () => undefined },
    ...{ durations: new Series(), queueTimes: { observe: () => {} } },
    ...more,
  });

const toolsOf = (totals: CallTotals): readonly string[] => [...totals.named()].map(({ labels: { tool } }) => tool);

/** Maps and names that a label could come from. */
const sizeOf = ({ tools, refused, limits, clients }: CallTotals): number =>
  tools.size + refused.size + limits.size + clients.size;

describe('the totals of calls', () => {
  it('add up what entries say, tool by tool', () => {
    const durations = new Series();
    const queued: number[] = [];
    const totals = totalsWith({ durations, queueTimes: { observe: (seconds) => queued.push(seconds) } });
    totals.note(entryOf());
    totals.note(entryOf({ code: 'exceeded_cpu', limit: 'cpuMs', totalMs: 400, queueMs: 30, cpuMs: 300 }));
    const reach = { fetches: 2, storeCalls: 3, signatures: 4, requestBytes: 100, responseBytes: 1_000, hostCalls: 6 };
    totals.note(entryOf({ toolName: 'reach', pluginName: 'reaches', ...reach }));
    const echo = totals.tools.get('echo');
    expect(echo?.labels).to.deep.equal({ plugin: 'echoes', tool: 'echo' });
    expect(echo).to.include({ cpuMs: 301.5, runMs: 4, argumentsBytes: 20, replyBytes: 40 });
    expect([...(echo?.codes ?? [])]).to.deep.equal([
      ['ok', 1],
      ['exceeded_cpu', 1],
    ]);
    expect([...durations.seconds]).to.deep.equal([
      ['echoes echo ok', [0.004]],
      ['echoes echo failed', [0.4]],
      ['reaches reach ok', [0.004]],
    ]);
    expect(totals.tools.get('reach')).to.include(reach);
    expect(queued).to.deep.equal([0.001, 0.03, 0.001]);
    expect([...totals.limits]).to.deep.equal([['cpuMs', 1]]);
    expect(totals.failures).to.deep.equal({ caller: 0, plugin: 1, operator: 0, upstream: 0, host: 0 });
  });

  it('do not grow with names of tools that do not exist', () => {
    const totals = totalsWith({ clients: true });
    totals.note(entryOf());
    totals.note(entryOf({ toolName: 'wrong', pluginName: undefined, code: 'tool_not_found' }));
    const before = sizeOf(totals);
    for (let index = 0; index < MADE_UP; index += 1)
      totals.note(entryOf({ toolName: `madeUp${index}`, pluginName: undefined, code: 'tool_not_found' }));
    expect(sizeOf(totals)).to.equal(before);
    expect(toolsOf(totals)).to.deep.equal(['echo', '(unknown)']);
    expect(totals.unknownTools.codes.get('tool_not_found')).to.equal(MADE_UP + 1);
  });

  it('do not grow with tools above the cap', () => {
    const totals = totalsWith();
    for (let index = 0; index < MADE_UP; index += 1) totals.note(entryOf({ toolName: `tool${index}` }));
    expect(toolsOf(totals)).to.deep.equal(['tool0', 'tool1', 'tool2', '(other)']);
    expect(totals.otherTools.codes.get('ok')).to.equal(MADE_UP - 3);
  });

  it('name the tool of a call that was refused before it got there', () => {
    const totals = totalsWith({ pluginOf: (toolName) => (toolName === 'echo' ? 'echoes' : undefined) });
    totals.note(entryOf({ pluginName: undefined, code: 'payload_too_large', limit: 'argumentsBytes' }));
    expect(totals.tools.get('echo')?.codes.get('payload_too_large')).to.equal(1);
  });

  it('make room for new tools by those that are gone, and keep the others', () => {
    let tools = ['a', 'b', 'c'];
    const durations = new Series();
    const pluginOf = (toolName: string) => (tools.includes(toolName) ? 'echoes' : undefined);
    const totals = totalsWith({ pluginOf, durations });
    for (const toolName of tools) totals.note(entryOf({ toolName }));
    tools = ['b', 'c', 'd'];
    totals.renew();
    totals.note(entryOf({ toolName: 'd' }));
    totals.note(entryOf({ toolName: 'b' }));
    expect(toolsOf(totals)).to.deep.equal(['b', 'c', 'd']);
    expect(totals.tools.get('b')?.codes.get('ok')).to.equal(2);
    expect([...durations.seconds.keys()]).to.deep.equal(['echoes b ok', 'echoes c ok', 'echoes d ok']);
  });

  it('begin anew for a tool that another plugin has now', () => {
    const durations = new Series();
    const totals = totalsWith({ durations });
    for (const pluginName of ['old', 'old', 'new']) totals.note(entryOf({ pluginName }));
    expect([...totals.named()].map(({ labels, codes }) => [labels.plugin, codes.get('ok')])).to.deep.equal([
      ['new', 1],
    ]);
    expect([...durations.seconds.keys()]).to.deep.equal(['new echo ok']);
  });

  it('count requests that failed before a tool was known by their code alone', () => {
    const totals = totalsWith({ clients: true });
    for (const code of ['unauthenticated', 'unauthenticated', 'forbidden', 'not_found'] as const)
      totals.note(entryOf({ toolName: undefined, pluginName: undefined, path: `/${Math.random()}`, code }));
    expect([...totals.refused]).to.deep.equal([
      ['unauthenticated', 2],
      ['forbidden', 1],
      ['not_found', 1],
    ]);
    expect(toolsOf(totals)).to.deep.equal([]);
    expect(totals.clients.size).to.equal(0);
    expect(totals.failures.caller).to.equal(4);
  });

  it('count nobody by name if no clients are to be named', () => {
    const totals = totalsWith();
    totals.note(entryOf({ caller: 'client:ada' }));
    expect(totals.clients.size).to.equal(0);
  });

  it('name the first clients with a checked credential, and nobody who may have made a name up', () => {
    const totals = totalsWith({ clients: true, names: 2 });
    for (const caller of ['client:ada', 'client:bob', 'client:cyd', 'client:ada', undefined])
      totals.note(entryOf({ caller }));
    for (let index = 0; index < MADE_UP; index += 1) totals.note(entryOf({ caller: `bearer:${index}` }));
    expect([...totals.clients].map(([client, codes]) => [client, codes.get('ok')])).to.deep.equal([
      ['ada', 2],
      ['bob', 1],
      ['(other)', 1],
      ['(anonymous)', 1],
      ['(unchecked)', MADE_UP],
    ]);
  });

  it('count requests of the admin API by action and code', () => {
    const totals = totalsWith();
    const entry = { callId: '1', admin: 'one', key: 'ab', outcome: 'serving', totalMs: 1 } as const;
    for (const code of ['ok', 'ok', 'conflict'] as const) totals.noteAdmin({ ...entry, action: 'put', code });
    expect([...totals.admin.values()]).to.deep.equal([
      { action: 'put', code: 'ok', count: 2 },
      { action: 'put', code: 'conflict', count: 1 },
    ]);
  });
});

describe('a cap on labels', () => {
  it('lets the first names through, for good', () => {
    const cap = new LabelCap(2);
    expect(['a', 'b', 'c', 'a', 'c'].map((name) => cap.labelOf(name))).to.deep.equal([
      'a',
      'b',
      '(other)',
      'a',
      '(other)',
    ]);
  });

  it('forgets its names only if it is full', () => {
    const cap = new LabelCap(2);
    cap.labelOf('a');
    cap.renew();
    cap.labelOf('b');
    expect(cap.labelOf('c')).to.equal('(other)');
    cap.renew();
    expect(cap.labelOf('c')).to.equal('c');
  });
});
