// Writes docs/benchmarks.md, its chart, and the results from which both are made. Nothing else writes them.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_FOLDER } from '../jobs/workshop.ts';
import { chartConnections, chartSvg } from './chart.ts';
import type { Figure } from './figure.ts';
import { machineText } from './machine.ts';
import { type Comparison, type Measured, PARTS, type Results } from './results.ts';
import { checksTable, comparisonTables, figuresTable, table } from './tables.ts';

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

The cost of Toolcell compared with its alternatives: the same tools, called over HTTP with keep-alive, measured side by side.
All of Toolcell's guarantees are on: every call has fresh state and all limits, in a separate process behind the OS sandbox if
the machine has one.

## Goals

${figuresTable(allFigures(results))}

${results.compare ? comparisonText(results.compare) : ''}## When and where

${measuredTable(results)}

${HOW}`;

const comparisonText = (comparison: Comparison): string => `## Side by side

![Calls per second as a ratio to Koa, at ${chartConnections(comparison)} connections](benchmarks.svg)

The guarantees of each peer were tested, not taken from its documentation. *Fresh state*: a tool that counts its calls, in its
module and on the global object, always returns 1. *Time cap*: an endless loop is answered, and so is the next call.
*Process boundary*: the process that serves HTTP is not the one that runs the loop.

${checksTable(comparison.checks)}

${comparison.missing.map(({ peer, why }) => `Not measured: \`${peer}\` (${why}).\n\n`).join('')}"To Koa", "to Koa+Piscina" and "to workerd" are medians of per-round ratios of calls per second; workerd is its warm worker.
CPU is that of the peer's whole process tree, in microseconds per call. The columns after it, if it was measured by thread, are the main thread of the
process that serves HTTP, its workers (threads that run JavaScript: a broker, a pool), its helpers (which collect garbage, compile and write files), and
all processes below it. The load generator (${comparison.loadTool}) never
used more than ${mostLoadCores(comparison)} of a core, so it did not limit the results.

${comparisonTables(comparison, chartConnections(comparison))}

\`npm run bench -- --written\` prints the tables for the other numbers of connections from this run.

`;

const mostLoadCores = ({ cells }: Comparison): string =>
  `${Math.round(Math.max(0, ...cells.flatMap(({ visits }) => visits.map((visit) => visit?.loadCores ?? 0))) * 100)} %`;

const measuredTable = (results: Results): string =>
  table(
    ['part', 'date', 'rounds', 'seconds each', 'set', 'machine'],
    PARTS.flatMap((part) => {
      const measured: Measured | undefined = results[part];
      if (!measured) return [];
      const { at, rounds, seconds, machine, toolcellSettings } = measured;
      const set = Object.entries(toolcellSettings).map(([path, value]) => `${path}=${JSON.stringify(value)}`);
      return [[part, at.slice(0, 10), String(rounds), String(seconds), set.join(' '), machineText(machine)]];
    }),
    6,
  );

const HOW = `## How to run it

It needs Linux and a quiet machine: other programs make all figures worse, and some more than others.

\`\`\`sh
npm ci
npm ci --prefix bench                  # the peers that Toolcell does not use itself
apt-get install wrk bubblewrap         # the load generator, and the OS sandbox
npm run bench -- --help
npm run bench -- --seconds 1 --rounds 2 --connections 8   # a first look, a few minutes
npm run bench -- --write               # everything; writes this document
\`\`\`

## How it is measured

* Every peer is a server of its own, started once. In every round each is visited in turn (A B C A B C …) while the others
  are stopped with SIGSTOP, so that they share no processor and none has to be restarted. Before the first round of every
  setting, each warms up for one second, which does not count.
* All peers load the same bundled text of each tool and answer the same request bytes; before each visit an answer is compared
  with that of the tool itself. Peers on Node use Koa, its router and koa-bodyparser, as Toolcell does; workerd and Deno
  use their own HTTP servers. Each peer is the short program that someone would write with that library: \`bench/peers/\`.
* Piscina has one thread per core, and \`stricterFIFO\`, without which queued calls starve. The peer with a context per call has
  one isolate per core and tool. Peers that start a process or a Deno worker per call run at most two per core at a time, and
  get at most 8 connections and half the time.
* Toolcell runs as \`npm start\` does, with its defaults, with two exceptions: calls beyond those that a plugin may run at a time
  wait and are not refused (\`limits.queueMs\`, \`pool.maxQueued\`), and runners do not end while other peers have their turn
  (\`pool.idleMs\`).
* The load generator runs on the same machine. It takes part of a core from every peer, most from the fastest.
* Ratios are taken within a round, so that a disturbance of a round affects both sides. The table shows their medians.
`;
