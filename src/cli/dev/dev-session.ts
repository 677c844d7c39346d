// What `toolcell dev` has loaded at the moment. A version that cannot be loaded changes nothing: the one before it goes on.

import { shown } from '../../catalog/model/refusal.ts';
import type { LoadedConfig } from '../../config/load.ts';
import type { Refusal } from '../../protocol/program.ts';
import type { Manifest } from '../../sdk/manifest.ts';
import type { CommandContext, Paint } from '../command.ts';
import { complaintOf, refusalLines } from '../complaint.ts';
import { codeFindings } from '../plugin/code-findings.ts';
import { examplesOverLimits } from '../plugin/example-limits.ts';
import { explainFailure, failureLines } from '../plugin/failure-lines.ts';
import { logLines, shownJson, tellProgress } from '../plugin/log-lines.ts';
import { manifestPlace } from '../plugin/manifest-place.ts';
import { type OpenedPlugin, openPlugin } from '../plugin/open-plugin.ts';
import { warningLines } from '../plugin/warning-lines.ts';
import type { LoadedPlugin, Workbench } from '../plugin/workbench.ts';
import { type Case, exampleCases } from '../testing/cases.ts';

export interface DevOptions {
  readonly folder: string;
  readonly settings: LoadedConfig;
  readonly bench: Workbench;
  readonly context: Pick<CommandContext, 'env' | 'given'>;
  readonly paint: Paint;
  /** Takes lines at any time: a reload may end while a person types. */
  readonly say: (...lines: readonly string[]) => void;
  /** Takes how far a call is, for a line that the next one replaces. */
  readonly tell: (howFar: string) => void;
}

export class DevSession {
  readonly #options: DevOptions;
  #plugin: LoadedPlugin | undefined;
  #opened: OpenedPlugin | undefined;
  #loading: Promise<void> | undefined;
  #isStale = false;

  constructor(options: DevOptions) {
    this.#options = options;
  }

  /** What serves the prompt; undefined until a version has been loaded. */
  get plugin(): LoadedPlugin | undefined {
    return this.#plugin;
  }

  get toolNames(): readonly string[] {
    return this.#plugin?.snapshot.toolNames ?? [];
  }

  /** Loads the folder as it is now. Called while it loads, it loads once more afterwards. Never rejects. */
  load(): Promise<void> {
    if (this.#loading) {
      this.#isStale = true;
      return this.#loading;
    }
    this.#loading = this.#loadUntilFresh().finally(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  async #loadUntilFresh(): Promise<void> {
    do {
      this.#isStale = false;
      await this.#loadOnce();
    } while (this.#isStale);
  }

  async #loadOnce(): Promise<void> {
    const { folder, settings, bench, paint, say } = this.#options;
    const startMs = performance.now();
    try {
      const opened = await openPlugin({ path: folder, isFolder: true }, settings.config, { get: async () => bench });
      const { bundle } = opened;
      void this.#tellOfCode(opened);
      if (bundle.digest === this.#plugin?.bundle.digest) return say(paint.faint('Nothing that runs has changed.'));
      const { plugin, refused } = await bench.loadAnyway(bundle);
      this.#plugin = plugin;
      const { manifest, program } = plugin;
      const seconds = ((performance.now() - startMs) / 1000).toFixed(1);
      const mark = refused.length === 0 ? paint.good('✓') : paint.warning('!');
      say(
        `${mark} ${paint.strong(`${manifest.name} ${manifest.version ?? '0.0.0'}`)} in ${program.verdict.mode} mode (${seconds} s): ${this.toolNames.join(', ')}`,
        ...refusalLines(placed(refused, folder, manifest), paint),
        ...(refused.length === 0
          ? []
          : [paint.warning('A server refuses this version. Here you can call it all the same.')]),
      );
      for (const { toolName, example, reason } of await examplesOverLimits(bench, { plugin, settings, folder }))
        say(`${paint.warning('!')} ${toolName}: ${shown(example, 200)}: ${shown(reason, 500)}`);
    } catch (error) {
      const still = this.#plugin === undefined ? 'Nothing is loaded yet.' : 'The version before it is still there.';
      say(...complaintOf(error, paint).lines, paint.warning(still));
    }
  }

  /** Says what the code itself shows, once the compiler has looked at it: nobody has to wait for that. */
  async #tellOfCode(opened: OpenedPlugin): Promise<void> {
    const { context, paint, say } = this.#options;
    this.#opened = opened;
    const { warnings } = await codeFindings(opened, context);
    // A later version has been read meanwhile, and says it anew.
    if (this.#opened === opened && warnings.length > 0) say(...warningLines(warnings, paint));
  }

  /** Calls a tool and says what came of it, once what is being loaded is loaded. */
  async call(toolName: string, argumentsText: string): Promise<void> {
    await this.#loading;
    const { bench, paint, say } = this.#options;
    const plugin = this.#plugin;
    if (plugin === undefined) return say(paint.warning('Nothing is loaded yet.'));
    const onLines = tellProgress(this.#options.tell);
    const called = await bench.callAndTell(plugin.snapshot, { toolName, argumentsText, onLines });
    const { outcome } = called;
    const { cpuMs, runMs } = outcome.usage;
    const cost = paint.faint(`  ${runMs.toFixed(1)} ms, ${cpuMs.toFixed(1)} ms of CPU time`);
    if (outcome.ok) return say(...logLines(called, paint), shownJson(outcome.resultJson.toString()), cost);
    const { settings, folder } = this.#options;
    const explained = await explainFailure(outcome.failure, called, toolName, { plugin, settings, folder });
    say(...logLines(called, paint), ...failureLines(explained, paint), cost);
  }

  /** Runs the manifest's examples and says which hold. */
  async examples(): Promise<void> {
    await this.#loading;
    const { bench, paint, say } = this.#options;
    const plugin = this.#plugin;
    if (plugin === undefined) return say(paint.warning('Nothing is loaded yet.'));
    const cases = exampleCases(plugin.manifest);
    if (cases.length === 0) say(paint.warning('The manifest has no examples.'));
    for (const one of cases) {
      const why = await faultOf(one, bench, plugin);
      say(
        `${why === undefined ? paint.good('✓') : paint.bad('✗')} ${one.toolName}: ${one.name}`,
        ...(why === undefined ? [] : [`  ${why}`]),
      );
    }
  }
}

/** Refusals of examples, at the lines that their author wrote. */
const placed = (refused: readonly Refusal[], folder: string, manifest: Manifest): readonly Refusal[] =>
  refused.map((refusal) => ({
    ...refusal,
    where: manifestPlace(folder, refusal.where.replace(/^plugin\.json /, ''), manifest),
  }));

/** Why an example does not hold, or undefined. */
const faultOf = async (one: Case, bench: Workbench, plugin: LoadedPlugin): Promise<string | undefined> => {
  if (one.scriptedExample !== undefined) {
    const [fault] = await bench.faultsOfExamples(plugin, [{ toolName: one.toolName, index: one.scriptedExample }]);
    return fault;
  }
  const { outcome } = await bench.call(plugin.snapshot, one.toolName, one.argumentsText);
  const verdict = await one.judge(outcome);
  return verdict && !outcome.ok ? shown(outcome.failure.detail, 1_000) : verdict?.reason;
};
