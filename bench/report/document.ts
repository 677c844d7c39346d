// Writes docs/benchmarks.md, its chart, and the results from which both are made. Nothing else writes them.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_FOLDER } from '../jobs/workshop.ts';
import { chartConnections, chartSvg } from './chart.ts';
import { type Figure, isMet } from './figure.ts';
import { machineText } from './machine.ts';
import { type Comparison, type Measured, PARTS, type Results } from './results.ts';
import { goalsTable, peersTable, table } from './tables.ts';

const DOCS = join(PROJECT_FOLDER, 'docs');
const DOCUMENT_FILE = join(DOCS, 'benchmarks.md');
const CHART_FILE = join(DOCS, 'benchmarks.svg');
const RESULTS_FILE = join(DOCS, 'benchmarks.json');

/** The results of earlier runs with `--write`, by part. */
export const writtenResults = (): Results =>
  existsSync(RESULTS_FILE) ? (JSON.parse(readFileSync(RESULTS_FILE, 'utf8')) as Results) : {};

/** Writes the three files. Returns their paths. */
export const writeDocument = (results: Results): readonly string[] => {
  writeFileSync(RESULTS_FILE, `${JSON.stringify(results)}\n`);
  writeFileSync(DOCUMENT_FILE, documentText(results));
  if (results.compare) writeFileSync(CHART_FILE, chartSvg(results.compare));
  return [DOCUMENT_FILE, RESULTS_FILE, ...(results.compare ? [CHART_FILE] : [])];
};

/** The figures of all parts, in their order. */
export const allFigures = (results: Results): readonly Figure[] =>
  PARTS.flatMap((part) => results[part]?.figures ?? []);

const documentText = (results: Results): string => `# Benchmarks

<!-- Written by \`npm run bench -- --write\`, which overwrites changes made here. -->

The same tools over HTTP with keep-alive, in Toolcell and its alternatives, side by side. All of Toolcell's guarantees are on, the OS
sandbox too if the machine has one. \`npm run bench -- --written\` prints the rest: every goal with its figures, and for every tool and
number of connections the ratios, latency and CPU time of each peer.

## Goals

${goalsText(allFigures(results))}

${results.compare ? comparisonText(results.compare) : ''}## When and where

${measuredTable(results)}

${HOW}`;

const goalsText = (figures: readonly Figure[]): string => {
  const met = figures.filter(isMet).length;
  const others = figures.filter((figure) => !isMet(figure));
  return `${met} of ${figures.length} goals are met. The others:\n\n${goalsTable(others)}`;
};

const comparisonText = (comparison: Comparison): string => `## Side by side

![Calls per second as a ratio to Koa, at ${chartConnections(comparison)} connections](benchmarks.svg)

The guarantees were tested. *Fresh*: a tool that counts its calls, in its module and on the global object, always returns 1. *Cap*: an
endless loop is answered, and so is the next call. *Process*: another process than the one that serves HTTP runs the loop. Then medians
of calls per second at ${chartConnections(comparison)} connections. The load generator (${comparison.loadTool}) used at most ${mostLoadCores(comparison)} of a core, so it limited nothing.

${peersTable(comparison, chartConnections(comparison))}

${comparison.missing.map(({ peer, why }) => `Not measured: \`${peer}\` (${why}).\n\n`).join('')}`;

const mostLoadCores = ({ cells }: Comparison): string =>
  `${Math.round(Math.max(0, ...cells.flatMap(({ visits }) => visits.map((visit) => visit?.loadCores ?? 0))) * 100)} %`;

/** One row for all parts that were measured alike on one day. */
const measuredTable = (results: Results): string => {
  const rows = new Map<string, { readonly parts: string[]; readonly cells: readonly string[] }>();
  for (const part of PARTS) {
    const measured: Measured | undefined = results[part];
    if (!measured) continue;
    const { at, rounds, seconds, machine, toolcellSettings } = measured;
    const set = Object.entries(toolcellSettings).map(([path, value]) => `${path}=${JSON.stringify(value)}`);
    const cells = [at.slice(0, 10), `${rounds} × ${seconds} s`, set.join(' '), machineText(machine)];
    const row = rows.get(cells.join()) ?? { parts: [], cells };
    row.parts.push(`${part} (${machine.loadAverage})`);
    rows.set(cells.join(), row);
  }
  return table(
    ['part (load average before)', 'date', 'rounds × time', 'set', 'machine'],
    [...rows.values()].map(({ parts, cells }) => [parts.join(', '), ...cells]),
    5,
  );
};

const HOW = `## How to run it

\`\`\`sh
npm ci --prefix bench                  # the peers that Toolcell does not use itself
apt-get install wrk bubblewrap         # on Linux: the load generator, and the OS sandbox
npm run bench -- --seconds 1 --rounds 2 --connections 8   # a first look, a few minutes
npm run bench -- --write               # everything, on a quiet machine; writes this document
\`\`\`

## How it is measured

* Every peer is a server of its own, started once and visited in turn in every round, while the others are stopped with SIGSTOP. Before the
  first round of a setting, each warms up for one second. Ratios are taken within a round, so that a disturbance affects both sides.
* All peers load the same bundled text of each tool and answer the same request bytes; before each visit an answer is compared with
  that of the tool itself. Peers on Node use Koa, its router and koa-bodyparser, as Toolcell does; workerd and Deno use their own
  servers. Each is the short program that someone would write with that library: \`bench/peers/\`.
* Piscina has one thread per core, and \`stricterFIFO\`, without which queued calls starve; the peer with a context per call, one isolate
  per core and tool. Peers that start a process or a Deno worker per call run at most two per core, with 8 connections at most, for
  half the time.
* Toolcell runs as \`npm start\` does, but calls beyond those that a plugin may run at a time wait (\`limits.queueMs\`,
  \`pool.maxQueued\`), and runners do not end while other peers have their turn (\`pool.idleMs\`).
* The load generator takes part of a core of the same machine from every peer, most from the fastest.
`;
