// `npm run bench`: measures Toolcell and its alternatives side by side, and Toolcell's own figures. See --help.
// Exit codes: 0 if everything was measured, 1 if something could not be, 2 for a bad flag or a missing program.

import { writeFileSync } from 'node:fs';
import { BENCH_JOBS, type CompareParts, compare } from './compare.ts';
import { measureActivePlugins } from './figures/active.ts';
import { measureBodies } from './figures/bodies.ts';
import { measureChurn, measureRestart, measureStoppedSpare } from './figures/churn.ts';
import { measureDiscovery } from './figures/discovery.ts';
import { measureDoors } from './figures/doors.ts';
import { measureColdCall, measureFirstCall } from './figures/first-call.ts';
import { measureCordon, measureHostedTools } from './figures/growth.ts';
import { measureHeap } from './figures/heap.ts';
import { measureMcp } from './figures/mcp.ts';
import { measureBundles, measureWarmPlugins } from './figures/memory.ts';
import { measurePaced } from './figures/paced.ts';
import type { Part } from './figures/part.ts';
import { measureProcesses } from './figures/processes.ts';
import { measureReach } from './figures/reach.ts';
import { measureRules } from './figures/rules.ts';
import { measureScripts } from './figures/scripts.ts';
import { measureSelections } from './figures/selections.ts';
import { measureShare } from './figures/share.ts';
import { measureStart } from './figures/start.ts';
import { openWorkshop } from './jobs/workshop.ts';
import { findLoadTool } from './load/load.ts';
import { type BenchOptions, readOptions, USAGE } from './options.ts';
import { allFigures, writeDocument, writtenResults } from './report/document.ts';
import type { Figure } from './report/figure.ts';
import { thisMachine } from './report/machine.ts';
import type { Measured, PartName, Results } from './report/results.ts';
import { checksTable, comparisonTables, figuresTable } from './report/tables.ts';

const FIGURE_PARTS: Readonly<Record<Exclude<PartName, 'compare'>, readonly Part[]>> = {
  start: [measureStart],
  'first-call': [measureFirstCall, measureColdCall],
  churn: [measureChurn, measureRestart, measureStoppedSpare],
  memory: [measureWarmPlugins, measureBundles],
  heap: [measureHeap],
  growth: [measureCordon, measureHostedTools],
  active: [measureActivePlugins],
  share: [measureShare],
  reach: [measureReach],
  processes: [measureProcesses],
  paced: [measurePaced],
  bodies: [measureBodies],
  selections: [measureSelections],
  doors: [measureDoors, measureRules],
  discovery: [measureDiscovery],
  mcp: [measureMcp],
  scripts: [measureScripts],
};

const startMs = performance.now();
const onProgress = (text: string): void => {
  const seconds = Math.round((performance.now() - startMs) / 1e3);
  process.stderr.write(`[${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}] ${text}\n`);
};

/** Runs the measurements of one part other than `compare`. Records a failure as a problem, so that the others still run. */
const measureFigures = async (measurements: readonly Part[], parts: CompareParts): Promise<Measured> => {
  const { seconds, rounds, many } = parts.options;
  const { toolcellSettings } = parts.options;
  const about = { at: new Date().toISOString(), machine: thisMachine(), seconds, rounds, toolcellSettings };
  const figures: Figure[] = [];
  const problems: string[] = [];
  for (const measurement of measurements) {
    try {
      figures.push(...(await measurement({ ...parts, seconds, rounds, many })));
    } catch (error) {
      onProgress(`  failed: ${(error as Error).message}`);
      problems.push((error as Error).message);
    }
  }
  return { ...about, figures, problems };
};

const measure = async (options: BenchOptions): Promise<Results> => {
  const loadTool = findLoadTool();
  const workshop = await openWorkshop(BENCH_JOBS, options.toolcellSettings);
  process.once('exit', () => workshop.remove());
  const parts: CompareParts = { options, workshop, loadTool, onProgress };
  const results: Partial<Record<PartName, Measured>> = {};
  for (const name of options.parts) {
    onProgress(`part: ${name}`);
    results[name] = name === 'compare' ? await compare(parts) : await measureFigures(FIGURE_PARTS[name], parts);
  }
  return results as Results;
};

const printed = (results: Results): string => {
  const { compare: comparison } = results;
  const sides = comparison ? `${checksTable(comparison.checks)}\n\n${comparisonTables(comparison)}\n\n` : '';
  return `${sides}${figuresTable(allFigures(results))}\n`;
};

const run = async (): Promise<number> => {
  const options = readOptions(process.argv.slice(2));
  if (!options) {
    process.stdout.write(USAGE);
    return 0;
  }
  if (options.written) {
    const results = writtenResults();
    process.stdout.write(printed(results));
    if (options.write) onProgress(`wrote ${writeDocument(results).join(', ')}`);
    return 0;
  }
  if (process.platform !== 'linux') throw new Error('The benchmark reads /proc: it needs Linux.');
  const results = await measure(options);
  process.stdout.write(printed(results));
  if (options.json) writeFileSync(options.json, `${JSON.stringify(results, undefined, 2)}\n`);
  if (options.write) {
    const kept = Object.entries(results).filter(([, { figures }]) => figures.length > 0);
    onProgress(`wrote ${writeDocument({ ...writtenResults(), ...Object.fromEntries(kept) }).join(', ')}`);
  }
  return Object.values(results).some(({ problems }) => problems.length > 0) ? 1 : 0;
};

// `process.exit` runs the handlers that end the peers and remove the workshop.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));

try {
  process.exit(await run());
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(2);
}
