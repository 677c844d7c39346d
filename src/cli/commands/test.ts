// `toolcell test`: a plugin's examples and its own test files, in the sandbox that a server has, and how far its calls stay below
// each limit.

import { CONFIG_FLAG, type Command, EXIT, JSON_FLAG, misused, TRUST_FLAG } from '../command.ts';
import { BenchOnDemand } from '../plugin/bench-on-demand.ts';
import { codeFindings } from '../plugin/code-findings.ts';
import { kindOf, openPlugin } from '../plugin/open-plugin.ts';
import { warningLines } from '../plugin/warning-lines.ts';
import { type LoadedPlugin, Workbench } from '../plugin/workbench.ts';
import { reachFor, settingsFor } from '../settings.ts';
import { type BrokenTestFile, type Case, exampleCases, fileCases } from '../testing/cases.ts';
import { headroomOf } from '../testing/headroom.ts';
import { testReport, testReportJson } from '../testing/report.ts';
import { type CaseRun, modesOf, runCases, sample, smallestHeaps } from '../testing/run-cases.ts';
import { findTestFiles, testBundle } from '../testing/test-files.ts';

const DEFAULT_RUNS = 10;
const MOST_RUNS = 10_000;

export const command: Command = {
  name: 'test',
  summary: "Run a plugin's examples and its own tests in the sandbox, and show how far the limits are.",
  usage: {
    words: [
      { name: 'FOLDER', meaning: 'the plugin, or a .tgz of it; default: the current directory', isOptional: true },
    ],
    flags: {
      runs: {
        argument: 'N',
        meaning: `how often each call is made for the figures, default ${DEFAULT_RUNS}; 0 for none`,
      },
      ...TRUST_FLAG,
      ...CONFIG_FLAG,
      ...JSON_FLAG,
    },
    about: [
      'Tests are files named *.test.js or *.test.ts, beside plugin.json or in test/. They export "cases", and run in the sandbox too.',
      'Where a server may run the plugin in either mode of fresh state, everything is run in both.',
    ],
    examples: ['toolcell test', 'toolcell test --json --runs 100'],
  },
  async run(context) {
    const { given, cwd } = context;
    const times = runsIn(given.value('runs'));
    const { path, isFolder } = kindOf(cwd, given.word(0) ?? '.');
    const settings = settingsFor(context, isFolder ? path : cwd);
    const onDemand = new BenchOnDemand(async () =>
      Workbench.open(settings.config, context, { examplesMayFail: true, reach: reachFor(settings, context) }),
    );
    try {
      const opened = await openPlugin({ path, isFolder }, settings.config, onDemand);
      const { bundle, folder } = opened;
      const code = codeFindings(opened, context);
      const files = folder === undefined ? [] : findTestFiles(folder);
      const bench = await onDemand.get();
      const plugin = await context.during('Trying the plugin out', bench.load(bundle));
      const { cases, broken } = await context.during(
        'Reading the tests',
        casesOf(bench, plugin, { files, folder: folder ?? '' }),
      );
      const modes = modesOf(plugin, settings.config);
      const runs = await context.during(`Running ${cases.length} cases`, runCases(bench, plugin, cases, modes));
      const good = goodCases(cases, runs);
      const samples = await context.during(
        'Measuring',
        sample(bench, plugin, good, { mode: modes[0] ?? 'isolate', times }),
      );
      const heaps =
        times === 0 ? new Map() : await context.during('Measuring heaps', smallestHeaps(bench, plugin, good));
      const scene = { plugin, settings, ...(folder !== undefined && { folder }) };
      const { warnings } = await code;
      const told = { scene, modes, runs, broken, times, warnings, headroom: headroomOf(plugin, samples, heaps) };
      if (given.has('json')) context.print(JSON.stringify(await testReportJson(told), null, 2));
      else context.print(...(await testReport(told, context.paint.stdout, context.stdout.isTTY === true)));
      context.complain(...warningLines(warnings, context.paint.stderr));
      return broken.length > 0 || runs.some(({ verdict }) => verdict) ? EXIT.fault : EXIT.done;
    } finally {
      await onDemand.close();
    }
  },
};

const runsIn = (value: string | undefined): number => {
  const runs = value === undefined ? DEFAULT_RUNS : Number(value);
  if (!Number.isSafeInteger(runs) || runs < 0 || runs > MOST_RUNS)
    throw misused(`--runs: ${value} is no whole number from 0 to ${MOST_RUNS}`);
  return runs;
};

const casesOf = async (
  bench: Workbench,
  plugin: LoadedPlugin,
  { files, folder }: { readonly files: readonly string[]; readonly folder: string },
): Promise<{ readonly cases: readonly Case[]; readonly broken: readonly BrokenTestFile[] }> => {
  const cases = [...exampleCases(plugin.manifest)];
  const broken: BrokenTestFile[] = [];
  for (const file of files) {
    const read = await fileCases(bench, await bench.load(await testBundle(file, folder)));
    if ('from' in read) broken.push(read);
    else cases.push(...read);
  }
  return { cases, broken };
};

/** Those that held in every mode and had a result: the others' figures would say nothing. */
const goodCases = (cases: readonly Case[], runs: readonly CaseRun[]): readonly Case[] => {
  const failed = new Set(runs.filter(({ verdict, called }) => verdict || !called?.outcome.ok).map(({ one }) => one));
  return cases.filter((one) => one.isForResult && !failed.has(one));
};
