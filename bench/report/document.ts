// Writes docs/benchmarks.md, its chart, and the results both are made from. Nothing else writes them.

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

/** The results of earlier runs that were written, by part. */
export const writtenResults = (): Results =>
  existsSync(RESULTS_FILE) ? (JSON.parse(readFileSync(RESULTS_FILE, 'utf8')) as Results) : {};

/** Writes the three files, and gives their paths. */
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

<!-- Written by \`npm run bench -- --write\`; a change made here is lost. -->

What Toolcell costs beside what one would pick instead: the same tools, called over HTTP with keep-alive, side by side.
All of Toolcell's guarantees are on: every call in fresh state, under every limit, in a process of its own behind the OS
sandbox where the machine has one.

## Goals

${figuresTable(allFigures(results))}

${results.compare ? comparisonText(results.compare) : ''}## When and where

${measuredTable(results)}

${HOW}`;

const comparisonText = (comparison: Comparison): string => `## Side by side

![Calls per second as a ratio to Koa, at ${chartConnections(comparison)} connections](benchmarks.svg)

What each peer guarantees is not taken from its documentation; it was tried. *Fresh state*: a tool that counts its calls,
in its module and on the global object, always says 1. *Time cap*: an endless loop is answered, and so is the next call.
*Process boundary*: while the loop runs, it is not the process that serves HTTP which is busy.

${checksTable(comparison.checks)}

${comparison.missing.map(({ peer, why }) => `Not measured: \`${peer}\` (${why}).\n\n`).join('')}"To Koa", "to Koa+Piscina" and "to workerd" are medians of per-round ratios of calls per second; workerd is its warm worker.
CPU is that of the peer's whole process tree, in microseconds per call; beside it, where it was measured, that of the main thread of the
process that serves, of its workers (threads that run JavaScript: a broker, a pool), of its helpers (which collect garbage, compile and write files), and of
all processes below it. The load generator (${comparison.loadTool}) never
used more than ${mostLoadCores(comparison)} of a core: it was not what is measured.

${comparisonTables(comparison)}

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

Linux, and a quiet machine: other programs make every figure worse, and not all of them equally.

\`\`\`sh
npm ci
npm ci --prefix bench                  # the peers that Toolcell does not use itself
apt-get install wrk bubblewrap         # the load generator, and the OS sandbox
npm run bench -- --help
npm run bench -- --seconds 1 --rounds 2 --connections 8   # a first look, a few minutes
npm run bench -- --write               # everything, and this document anew
\`\`\`

## How it is measured

* Every peer is a server of its own, started once. In every round each is visited in turn (A B C A B C …) while the others
  are stopped with SIGSTOP, so they share no processor and no memory is lost to a restart. One second of warm-up before the
  first round of every setting does not count.
* All peers load the same bundled text of each tool and answer the same request bytes; before each visit an answer is compared
  with that of the tool itself. Peers on Node use Koa, its router and koa-bodyparser, as Toolcell does; workerd and Deno
  use their own HTTP servers. Each peer is the short program someone would write who took that library: \`bench/peers/\`.
* Piscina has one thread per core, and \`stricterFIFO\`, without which queued calls starve. The context per call has one
  isolate per core and tool. Peers that start a process or a Deno worker per call run twice as many at a time as there are
  cores, and get at most 8 connections and half the time.
* Toolcell runs as \`npm start\` does, with its defaults, save that calls over more connections than a plugin may run calls
  wait and are not refused (\`limits.queueMs\`, \`pool.maxQueued\`), and that runners are not ended while other peers have
  their turn (\`pool.idleMs\`).
* The load generator runs on the same machine. Its own work takes part of a core from every peer, most from the fastest.
* Ratios are taken within a round, so that what disturbs a round disturbs both sides; the table shows their medians.
`;
