// `toolcell test`: runs a plugin's examples and test files in a server's sandbox, and measures how far its calls stay below each limit.

import {
  CONFIG_FLAG,
  type Command,
  type CommandContext,
  EXIT,
  type ExitCode,
  JSON_FLAG,
  misused,
  TRUST_FLAG,
} from '../common/command.ts';
import { errorReportOf } from '../common/error-report.ts';
import { DEBUGGED, INSPECT_FLAG, type Inspection, inspectPortIn, openInspection } from '../inspect/inspection.ts';
import { codeFindings, warningLines } from '../plugin/code-findings.ts';
import { followFolder } from '../plugin/follow-folder.ts';
import { BenchOnDemand, type NamedPlugin, namedPlugin, openPlugin } from '../plugin/open-plugin.ts';
import { type LoadedPlugin, Workbench } from '../plugin/workbench.ts';
import { type BrokenTestFile, type Case, exampleCases, fileCases } from '../testing/cases.ts';
import { headroomOf } from '../testing/headroom.ts';
import { testReport, testReportJson } from '../testing/report.ts';
import { type CaseRun, modesOf, runCases, sample, smallestHeaps } from '../testing/run-cases.ts';
import { findTestFiles, testBundle } from '../testing/test-files.ts';

const DEFAULT_RUNS = 10;
const MOST_RUNS = 10_000;

export const command: Command = {
  usage: {
    words: [
      { name: 'FOLDER', meaning: 'the plugin, or a .tgz of it; default: the current directory', isOptional: true },
    ],
    flags: {
      runs: {
        argument: 'N',
        meaning: `how often each call is made for the figures, default ${DEFAULT_RUNS}; 0 for none`,
      },
      watch: { meaning: 'run everything again whenever the plugin changes; without figures unless --runs is given' },
      ...INSPECT_FLAG,
      ...TRUST_FLAG,
      ...CONFIG_FLAG,
      ...JSON_FLAG,
    },
    about: [
      'Tests are files named *.test.js or *.test.ts, next to plugin.json or in test/. They export "cases", and run in the sandbox too.',
      'If a server may run the plugin in either mode of fresh state, everything runs in both.',
    ],
    examples: ['toolcell test', 'toolcell test --json --runs 100', 'toolcell test --watch'],
  },
  async run(context) {
    const { args } = context;
    const inspectPort = inspectPortIn(args);
    const isWatching = args.has('watch');
    const times = inspectPort === undefined ? runsIn(args.value('runs'), isWatching ? 0 : DEFAULT_RUNS) : 0;
    const named = namedPlugin(context, args.word(0));
    if (inspectPort !== undefined && !named.isFolder)
      throw misused('--inspect needs the folder of the plugin: an archive has no files to set breakpoints in.');
    if (isWatching && (inspectPort !== undefined || args.has('json') || !named.isFolder))
      throw misused('--watch needs the folder of the plugin, and neither --inspect nor --json.');
    await using inspection =
      inspectPort === undefined ? undefined : await openInspection(inspectPort, `toolcell test ${named.path}`);
    await using onDemand = new BenchOnDemand(() => Workbench.forAuthor(named.settings, context, inspection));
    const parts = { context, named, onDemand, inspection, times };
    return isWatching ? await watchTests(parts) : await testOnce(parts);
  },
};

interface Parts {
  readonly context: CommandContext;
  readonly named: NamedPlugin;
  readonly onDemand: BenchOnDemand;
  readonly inspection: Inspection | undefined;
  readonly times: number;
}

/** Runs everything once, and reports. */
const testOnce = async ({ context, named, onDemand, inspection, times }: Parts): Promise<ExitCode> => {
  const { args } = context;
  const { settings } = named;
  const opened = await openPlugin(named, onDemand, inspection !== undefined);
  const { bundle, folder } = opened;
  const code = codeFindings(opened, context);
  const files = folder === undefined ? [] : findTestFiles(folder);
  const bench = await onDemand.get();
  const tried = await context.withProgress('Trying the plugin out', bench.load(bundle));
  const plugin = (await inspection?.debuggable(tried, { folder: named.path, config: settings.config })) ?? tried;
  const { cases, broken } = await context.withProgress(
    'Reading the tests',
    casesOf(bench, plugin, { files, folder: folder ?? '' }),
  );
  const modes = inspection ? DEBUGGED : modesOf(plugin, settings.config);
  context.printError(...(inspection?.notes ?? []));
  if (inspection) await context.withProgress('Waiting for a debugger', inspection.attached);
  const runs = await context.withProgress(`Running ${cases.length} cases`, runCases(bench, plugin, cases, modes));
  const good = goodCases(cases, runs);
  const samples = await context.withProgress(
    'Measuring',
    sample(bench, plugin, good, { mode: modes[0] ?? 'isolate', times }),
  );
  const heaps =
    times === 0 ? new Map() : await context.withProgress('Measuring heaps', smallestHeaps(bench, plugin, good));
  const failureContext = { plugin, settings, folder };
  const { warnings } = await code;
  const testRun = {
    ...{ failureContext, modes, runs, broken, times, warnings },
    headroom: headroomOf(plugin, samples, heaps),
  };
  if (args.has('json')) context.print(JSON.stringify(await testReportJson(testRun), null, 2));
  else context.print(...(await testReport(testRun, context.style.stdout, context.stdout.isTTY === true)));
  context.printError(...warningLines(warnings, context.style.stderr));
  return broken.length > 0 || runs.some(({ verdict }) => verdict) ? EXIT.fault : EXIT.done;
};

/** Runs everything whenever the plugin has changed, one run after the other, until a signal ends the command. */
const watchTests = async (parts: Parts): Promise<never> => {
  const { context, named } = parts;
  const { stderr } = context.style;
  let changed = Promise.withResolvers<void>();
  await using _watching = await followFolder(named.path, 'test', {
    onChange: () => changed.resolve(),
    warn: (line) => context.printError(stderr.warning(line)),
  });
  for (;;) {
    const next = changed.promise;
    await testOnce(parts).catch((error: unknown) => context.printError(...errorReportOf(error, stderr).lines));
    context.printError(stderr.faint('Waiting for a change. Ctrl-C ends it.'));
    await next;
    changed = Promise.withResolvers();
  }
};

const runsIn = (value: string | undefined, usual: number): number => {
  const runs = value === undefined ? usual : Number(value);
  if (!Number.isSafeInteger(runs) || runs < 0 || runs > MOST_RUNS)
    throw misused(`--runs: ${value} is not a whole number from 0 to ${MOST_RUNS}`);
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

/** The cases that held in every mode and had a result. The cost of the others says nothing. */
const goodCases = (cases: readonly Case[], runs: readonly CaseRun[]): readonly Case[] => {
  const failed = new Set(
    runs.filter(({ verdict, called }) => verdict || !called?.outcome.ok).map(({ testCase }) => testCase),
  );
  return cases.filter((testCase) => testCase.isForResult && !failed.has(testCase));
};
