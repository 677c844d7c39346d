import { expect } from 'chai';
import type { PeerCheck } from '../../bench/measure/checks.ts';
import type { Cell, Visit } from '../../bench/measure/rounds.ts';
import { chartSvg } from '../../bench/report/chart.ts';
import { type Figure, isMet, shortNumber, withUnit } from '../../bench/report/figure.ts';
import { goalFigures } from '../../bench/report/goals.ts';
import { machineText, thisMachine } from '../../bench/report/machine.ts';
import type { Comparison } from '../../bench/report/results.ts';
import { checksTable, comparisonTables, figuresTable, goalsTable, peersTable } from '../../bench/report/tables.ts';

const visit = (callsPerSecond: number): Visit => ({
  callsPerSecond,
  p50Us: 1e6 / callsPerSecond,
  p99Us: 2e6 / callsPerSecond,
  cpuUs: 1e6 / callsPerSecond,
  calls: callsPerSecond,
  errors: 0,
  loadCores: 0.2,
});

const cell = (peer: string, perRound: readonly (number | undefined)[]): Cell => ({
  toolName: 'summarizeText',
  connections: 8,
  peer,
  usedConnections: 8,
  visits: perRound.map((value) => (value === undefined ? undefined : visit(value))),
  problems: [],
});

const check = (peer: string, freshState: boolean): PeerCheck => ({
  peer,
  wrongAnswers: [],
  freshState,
  timeCap: freshState,
  processBoundary: false,
});

const CELLS = [
  cell('koa', [10_000, 1_000, undefined]),
  cell('koa-piscina', [5_000, 1_000, 8_000]),
  cell('toolcell-isolate', [1_000, 100, 700]),
];

const COMPARISON: Comparison = {
  at: '2026-01-01T00:00:00.000Z',
  machine: thisMachine(),
  seconds: 1,
  rounds: 3,
  toolcellSettings: {},
  problems: [],
  loadTool: 'wrk',
  checks: [check('koa', false), check('koa-piscina', false), check('toolcell-isolate', true)],
  missing: [],
  cells: CELLS,
  figures: goalFigures(CELLS),
};

describe('the benchmark: report', () => {
  it('gives medians and per-round ratios in a table per setting', () => {
    const text = comparisonTables(COMPARISON);
    expect(text).to.contain('### summarizeText, 300 characters, 8 connections');
    const row = text.split('\n').find((line) => line.includes('freshState "isolate"')) ?? '';
    const columns = row.split('|').map((column) => column.trim());
    // Calls per second, to Koa, to Koa+Piscina, to workerd, p50, p99, CPU.
    expect(columns.slice(3, -1)).to.deep.equal(['700', '0.10', '0.10', '–', '1.43', '2.86', '1,429']);
  });

  it('gives guarantees and calls per second in one table', () => {
    const lines = peersTable(COMPARISON, 8).split('\n');
    expect(lines).to.have.length(5);
    expect(lines[0]).to.match(/\| summarizeText \|$/);
    expect(lines.at(-1)).to.match(/toolcell-isolate` +\| yes +\| yes +\| no +\| +700 \|$/);
  });

  it('gives the cost of a call by thread, if it was measured', () => {
    const threads = [10, 30, 20].map((main) => ({ main, workers: 2 * main, helpers: 0.5, processes: 4 }));
    const [old, ...others] = CELLS;
    const visits = threads.map((threadUs) => ({ ...visit(1_000), threadUs }));
    const measured = { ...cell('koa-piscina', []), visits };
    const cells = [old as Cell, measured, ...others.slice(1)];
    const lines = comparisonTables({ ...COMPARISON, cells }).split('\n');
    const columns = (name: string): string[] =>
      (lines.find((line) => line.includes(name)) ?? '')
        .split('|')
        .map((column) => column.trim())
        .slice(-6, -1);
    expect(columns('CPU µs')).to.deep.equal(['CPU µs', 'main', 'workers', 'helpers', 'processes']);
    expect(columns('Koa + Piscina')).to.deep.equal(['1,000', '20.0', '40.0', '0.50', '4.00']);
    expect(columns('Koa, in-process')).to.deep.equal(['550', '–', '–', '–', '–']);
  });

  it('says what each peer guarantees', () => {
    const lines = checksTable(COMPARISON.checks).split('\n');
    expect(lines).to.have.length(5);
    expect(lines.at(-1)).to.match(/toolcell-isolate.*yes.*yes.*yes.*no/);
  });

  it('judges a goal, and leaves open what was not measured', () => {
    expect(isMet({ name: '', unit: '×', reached: 1.1, goal: { atLeast: 1 } })).to.equal(true);
    expect(isMet({ name: '', unit: 'ms', reached: 11, goal: { atMost: 10 } })).to.equal(false);
    expect(isMet({ name: '', unit: 'ms', reached: undefined, goal: { atMost: 10 } })).to.equal(undefined);
    const figures = goalFigures(CELLS);
    expect(figures.every(({ reached }) => reached === undefined)).to.equal(true);
    expect(figuresTable(figures)).to.contain('not measured');
    const [low, high] = [1, 3].map((reached) => ({ name: 'n', unit: '×', reached, goal: { atLeast: 2 } }) as const);
    expect(figuresTable([low, high] as Figure[])).to.match(
      / 1\.00× +\| ≥ 2\.00× \| no .* 3\.00× +\| ≥ 2\.00× \| yes /s,
    );
    expect(goalsTable([low, high] as Figure[])).to.match(/ 1\.00× +\| ≥ 2\.00× \|\n\| n +\| 3\.00× /);
  });

  it('relates Toolcell to the peers in its goals', () => {
    const cells = [cell('koa-piscina', [1_000, 2_000]), cell('toolcell-realm', [2_000, 4_000])];
    const met = goalFigures(cells).filter(({ reached }) => reached !== undefined);
    expect(met).to.have.length(1);
    expect(met[0]).to.include({ reached: 2, unit: '×' });
  });

  it('draws a chart with a bar per peer', () => {
    const svg = chartSvg(COMPARISON);
    expect(svg.match(/<rect class="(?:ours|fresh|stateful)" x="300"/g)).to.have.length(3);
    expect(svg).to.contain('prefers-color-scheme: dark');
    expect(svg).to.contain('Toolcell, freshState &quot;isolate&quot;');
  });

  it('writes numbers with as many digits as they deserve', () => {
    expect([12_345.6, 12.345, 1.2345, 0.0123, 0.00046].map(shortNumber)).to.deep.equal([
      '12,346',
      '12.3',
      '1.23',
      '0.012',
      '0.00046',
    ]);
    expect(withUnit(undefined, 'ms')).to.equal('–');
  });

  it('names the machine', () => {
    expect(machineText(thisMachine())).to.match(/cores, \d+ GB, .+, Node \d+/);
  });
});
