// The files in ops/ that Prometheus and Grafana read: the alerts go off when they should, and no rule and no panel asks for a figure that no
// server exports.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { parse } from 'yaml';
import type { Family } from '../../src/server/metrics/registry.ts';
import { FAMILIES } from '../support/figures.ts';
import { noPrometheus } from '../support/prometheus.ts';
import { skipWithout } from '../support/skip.ts';

const OPS = fileURLToPath(new URL('../../ops/', import.meta.url));
const read = (name: string): string => readFileSync(join(OPS, name), 'utf8');

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly description: string };
}

interface Panel {
  readonly id: number;
  readonly title: string;
  readonly type: string;
  readonly description?: string;
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
}

const rules = (parse(read('prometheus-alerts.yml')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (group) => group.rules,
);
const { panels } = JSON.parse(read('grafana-dashboard.json')) as { panels: readonly Panel[] };
const targets = panels.flatMap(({ title, targets: all = [] }) => all.map((target) => ({ title, ...target })));

/** Labels that Prometheus adds to each series of a server. */
const OF_SCRAPE = ['instance', 'job'];
/** Parts of a histogram. */
const PARTS = ['_bucket', '_sum', '_count'];

/** Names that a server exports, with their labels; those of the process come from prom-client itself. */
const exportedNames = async (): Promise<ReadonlyMap<string, readonly string[]>> => {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const ofProcess = (await register.getMetricsAsJSON()).map(({ name }) => [name, []] as const);
  const partsOf = (name: string, { type, labels }: Family) =>
    type === 'histogram'
      ? PARTS.map((part) => [name + part, part === '_bucket' ? [...labels, 'le'] : labels] as const)
      : [[name, labels] as const];
  return new Map<string, readonly string[]>([
    ...ofProcess,
    ...Object.entries(FAMILIES).flatMap(([name, family]) => partsOf(name, family)),
    ['up', []],
  ]);
};

const SERIES = /\b((?:toolcell|process|nodejs)_[a-z0-9_]+|up)\b(?:\{([^}]*)\})?/g;
const BY = /\bby \(([^)]*)\)/g;

/** Names and labels in an expression that no server exports. */
const faultsOf = (expr: string, exported: ReadonlyMap<string, readonly string[]>): readonly string[] => {
  const series = [...expr.matchAll(SERIES)];
  const labels = new Set(OF_SCRAPE);
  const faults = series.length === 0 ? [`no figure in ${expr}`] : [];
  for (const [, name = '', selector = ''] of series) {
    const known = exported.get(name);
    if (known === undefined) faults.push(name);
    const own = [...OF_SCRAPE, ...(known ?? [])];
    for (const [, label = ''] of selector.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g))
      if (!own.includes(label)) faults.push(`${name}{${label}}`);
    for (const label of own) labels.add(label);
  }
  for (const [, list = ''] of expr.matchAll(BY))
    for (const label of list.split(',').map((each) => each.trim()))
      if (!labels.has(label)) faults.push(`by (${label})`);
  return faults;
};

/** Runs a command of Prometheus. Throws with its output if it fails. */
const promtool = (...words: readonly string[]): void => {
  const { status, stdout, stderr } = spawnSync('promtool', words, { encoding: 'utf8', cwd: OPS });
  if (status !== 0) throw new Error(`${stdout}\n${stderr}`);
};

describe('the alert rules', () => {
  it('go off when they should, and stay quiet when the server is well', function () {
    skipWithout(this, 'the alert rules', noPrometheus());
    promtool('check', 'rules', 'prometheus-alerts.yml');
    promtool('test', 'rules', 'prometheus-alerts.test.yml');
  });

  it('each have a test that lets them go off, and one that does not', () => {
    interface Case {
      readonly alert_rule_test: readonly { readonly alertname: string; readonly exp_alerts: readonly unknown[] }[];
    }
    const { tests } = parse(read('prometheus-alerts.test.yml')) as { tests: Case[] };
    const cases = tests.flatMap((each) => each.alert_rule_test);
    expect(rules.length).to.be.greaterThan(10);
    for (const { alert } of rules) {
      const own = cases.filter(({ alertname }) => alertname === alert).map(({ exp_alerts: found }) => found.length > 0);
      expect(own.toSorted(), alert).to.deep.equal([false, true]);
    }
  });

  it('ask only for figures that a server exports, and say what to do', async () => {
    const exported = await exportedNames();
    for (const { alert, expr, labels, annotations } of rules) {
      expect(faultsOf(expr, exported), alert).to.deep.equal([]);
      expect(labels.severity, alert).to.match(/^(critical|warning|info)$/);
      expect(annotations.summary, alert).to.contain('$labels.instance');
      expect(annotations.description.length, alert).to.be.greaterThan(40);
    }
  });
});

describe('the dashboard', () => {
  it('asks only for figures that a server exports', async () => {
    const exported = await exportedNames();
    expect(targets.length).to.be.greaterThan(40);
    for (const { title, expr } of targets) expect(faultsOf(expr, exported), title).to.deep.equal([]);
  });

  it('leaves no figure of the server out', () => {
    const shown = targets.map(({ expr }) => expr).join('\n');
    expect(Object.keys(FAMILIES).filter((name) => !shown.includes(name))).to.deep.equal([]);
  });

  it('has only expressions that Prometheus can read', function () {
    skipWithout(this, 'the expressions of the dashboard', noPrometheus());
    const folder = mkdtempSync(join(tmpdir(), 'toolcell-dashboard-'));
    const file = join(folder, 'rules.yml');
    const expressions = targets.map(({ expr }, index) => ({
      record: `panel:${index}`,
      expr: expr.replaceAll('$__rate_interval', '1m').replaceAll('$instance', '.*'),
    }));
    // JSON is also YAML.
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'panels', rules: expressions }] }));
    try {
      promtool('check', 'rules', file);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('describes each panel, names only labels in legends, and gives each panel a number of its own', () => {
    expect(new Set(panels.map(({ id }) => id)).size).to.equal(panels.length);
    for (const { title, type, description } of panels)
      if (type !== 'row') expect(description, title).to.match(/\S.*\.$/);
    const labels = new Set([...OF_SCRAPE, ...Object.values(FAMILIES).flatMap((family) => family.labels)]);
    for (const { title, legendFormat } of targets)
      for (const [, label = ''] of legendFormat.matchAll(/\{\{(\w+)\}\}/g))
        expect([...labels], title).to.include(label);
  });
});

describe('the check of expressions', () => {
  it('finds names and labels that nobody exports', async () => {
    const exported = await exportedNames();
    expect(faultsOf('rate(toolcell_made_up_total[5m])', exported)).to.deep.equal(['toolcell_made_up_total']);
    expect(faultsOf('toolcell_ready{tool="a"}', exported)).to.deep.equal(['toolcell_ready{tool}']);
    expect(faultsOf('sum by (tool) (toolcell_ready)', exported)).to.deep.equal(['by (tool)']);
    expect(faultsOf('toolcell_call_queue_seconds', exported)).to.deep.equal(['toolcell_call_queue_seconds']);
    expect(faultsOf('vector(1)', exported)).to.deep.equal(['no figure in vector(1)']);
  });
});
