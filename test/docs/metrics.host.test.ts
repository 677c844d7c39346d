// The section about metrics in docs/observability.md: its configuration, command and Prometheus file work as written, and its table has what a
// server exports.

import { execFile, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { masked } from '../../scripts/picture/draw.ts';
import type { Config } from '../../src/settings/config.ts';
import { EVICTION_REASONS, RUNNER_ENDS } from '../../src/shared/protocol/task.ts';
import { FAMILIES } from '../support/figures.ts';
import { startTestHost } from '../support/host.ts';
import { noPrometheus } from '../support/prometheus.ts';
import { noCommands, skipWithout } from '../support/skip.ts';
import { PROJECT, page, tablesOf } from './pages.ts';

const run = promisify(execFile);
const { blocks, text } = page('docs/observability.md');
const blockAfter = (language: string, name: string, part: string) =>
  blocks.find((block) => block.language === language && block.name === name && block.text.includes(part))?.text ?? '';

describe('the metrics in docs/observability.md', function () {
  this.timeout(120_000);

  it('are all that a server exports, with type and labels', () => {
    const told = tablesOf(text, ['type', 'labels', 'names']).flatMap(([type = '', labels = '', names = '']) =>
      names.split(', ').map((name) => [name.replaceAll('`', ''), type, labels]),
    );
    const exported = Object.entries(FAMILIES).map(([name, { type, labels }]) => [
      name,
      type,
      labels.map((label) => `\`${label}\``).join(', '),
    ]);
    expect(told.toSorted()).to.deep.equal(exported.toSorted());
  });

  it('say what each reason means for which a runner ends, or makes room', () => {
    const told = (what: string): readonly string[] =>
      tablesOf(text, ['reason', what]).map(([name = '']) => name.replaceAll('`', ''));
    expect(told('what happened')).to.deep.equal(RUNNER_ENDS);
    expect(told('what its plugin loses')).to.deep.equal(EVICTION_REASONS);
  });

  it('are served as the page shows, under the configuration of the page', async function () {
    skipWithout(this, 'the command for metrics in docs/observability.md', noCommands('curl'));
    const { metrics } = JSON.parse(blockAfter('json', 'sandbox.config.json', '"metrics"')) as Pick<Config, 'metrics'>;
    // Another server may have the port of the page.
    const host = await startTestHost({ plugins: {}, metrics: { ...metrics, port: 0 } });
    try {
      const url = host.host.metricsUrl ?? '';
      const command = blockAfter('bash', '', '/metrics').trim().replace('http://127.0.0.1:9464/metrics', url);
      expect(command).to.contain(url);
      const { stdout } = await run('/bin/sh', ['-c', command]);
      const shown = masked(blockAfter('text', '', 'toolcell_ready'))
        .trimEnd()
        .split('…');
      const pattern = shown.map((part) => RegExp.escape(part)).join('.*');
      expect(masked(stdout)).to.match(new RegExp(`^${pattern}`, 's'));
    } finally {
      await host.close();
    }
  });

  it('are scraped by a Prometheus with the file of the page, which finds the rules', function () {
    skipWithout(this, 'the configuration of Prometheus in docs/observability.md', noPrometheus());
    const folder = mkdtempSync(join(tmpdir(), 'toolcell-docs-'));
    writeFileSync(join(folder, 'prometheus.yml'), blockAfter('yaml', 'prometheus.yml', 'toolcell'));
    copyFileSync(join(PROJECT, 'ops/prometheus-alerts.yml'), join(folder, 'prometheus-alerts.yml'));
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'config', 'prometheus.yml'], {
      cwd: folder,
      encoding: 'utf8',
    });
    rmSync(folder, { recursive: true });
    expect(status, stderr).to.equal(0);
    expect(stdout).to.contain('prometheus-alerts.yml');
  });
});
