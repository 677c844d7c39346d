// Runs a real Prometheus for tests, on a free port and in a temporary folder.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { noCommands } from './skip.ts';

const START_MS = 30_000;
const QUERY_MS = 20_000;
const SCRAPE_EVERY = '500ms';

/** Names the commands of Debian's package `prometheus` that are not installed; undefined if all are. */
export const noPrometheus = (): string | undefined => noCommands('prometheus', 'promtool');

/** One value that a query found. */
export interface Found {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A Prometheus that scrapes one server as the job `toolcell`, twice a second. `end` must be called. */
export class Prometheus {
  readonly #child: ChildProcess;
  readonly #folder: string;
  readonly #url: string;

  private constructor(child: ChildProcess, folder: string, url: string) {
    this.#child = child;
    this.#folder = folder;
    this.#url = url;
  }

  /** Starts it and waits until it answers. `ruleFiles`: paths of rules. Throws if it does not answer within 30 s. */
  static async start(metricsUrl: string, ruleFiles: readonly string[] = []): Promise<Prometheus> {
    const folder = mkdtempSync(join(tmpdir(), 'toolcell-prometheus-'));
    const config = {
      global: { scrape_interval: SCRAPE_EVERY, scrape_timeout: SCRAPE_EVERY, evaluation_interval: SCRAPE_EVERY },
      rule_files: ruleFiles,
      scrape_configs: [{ job_name: 'toolcell', static_configs: [{ targets: [new URL(metricsUrl).host] }] }],
    };
    // JSON is also YAML.
    writeFileSync(join(folder, 'prometheus.yml'), JSON.stringify(config));
    const port = await freePort();
    const words = [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ];
    const child = spawn('prometheus', words, { stdio: ['ignore', 'ignore', 'pipe'] });
    let output = '';
    child.stderr.on('data', (part) => {
      output += part;
    });
    const started = new Prometheus(child, folder, `http://127.0.0.1:${port}`);
    const untilMs = performance.now() + START_MS;
    for (;;) {
      const isReady = await fetch(`${started.#url}/-/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
      if (isReady) return started;
      if (child.exitCode !== null || performance.now() > untilMs) {
        await started.end();
        throw new Error(`Prometheus does not answer:\n${output}`);
      }
      await pause(50);
    }
  }

  /** Values of an expression now. */
  async query(expression: string): Promise<readonly Found[]> {
    const response = await fetch(`${this.#url}/api/v1/query?${new URLSearchParams({ query: expression })}`);
    const answer = (await response.json()) as {
      readonly status: string;
      readonly error?: string;
      readonly data: { readonly result: readonly { metric: Found['metric']; value: readonly [number, string] }[] };
    };
    if (answer.status !== 'success') throw new Error(`${expression}: ${answer.error}`);
    return answer.data.result.map(({ metric, value: [, value] }) => ({ metric, value: Number(value) }));
  }

  /** Values of an expression as soon as it has some. Throws if it has none after 20 s. */
  async until(expression: string): Promise<readonly Found[]> {
    const untilMs = performance.now() + QUERY_MS;
    for (;;) {
      const found = await this.query(expression);
      if (found.length > 0) return found;
      if (performance.now() > untilMs) throw new Error(`${expression} finds nothing`);
      await pause(100);
    }
  }

  async end(): Promise<void> {
    const { exitCode, signalCode } = this.#child;
    if (exitCode === null && signalCode === null) {
      this.#child.kill('SIGKILL');
      await once(this.#child, 'exit');
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
