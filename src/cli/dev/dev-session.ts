// The plugin that `toolcell dev` has loaded. If a version cannot be loaded, the one before it stays. Runs in the command's process.

import type { Manifest, ManifestTool } from '../../../packages/plugin/src/manifest.ts';
import { shown } from '../../catalog/model/refusal.ts';
import type { LoadedConfig } from '../../settings/load/load.ts';
import type { Refusal } from '../../shared/protocol/program.ts';
import type { CommandContext, Style } from '../common/command.ts';
import { errorReportOf, refusalLines } from '../common/error-report.ts';
import { DEBUGGED, type Inspection } from '../inspect/inspection.ts';
import { codeFindings, warningLines } from '../plugin/code-findings.ts';
import { explainFailure, failureLines } from '../plugin/failure-lines.ts';
import { logLines, progressReporter, shownJson } from '../plugin/log-lines.ts';
import { manifestPlace } from '../plugin/manifest-place.ts';
import { type OpenedPlugin, openPlugin } from '../plugin/open-plugin.ts';
import type { LoadedPlugin, Workbench } from '../plugin/workbench.ts';
import { exampleCases } from '../testing/cases.ts';
import { examplesOverLimits } from '../testing/examples.ts';
import { type CaseRun, modesOf, runCases } from '../testing/run-cases.ts';
import { clearStore } from './clear-store.ts';
import type { Prompt, PromptSession } from './prompt.ts';

export interface DevOptions {
  /** The plugin's folder; absolute. */
  readonly folder: string;
  readonly settings: LoadedConfig;
  readonly bench: Workbench;
  readonly context: CommandContext;
  /** Where it prints, at any time: a reload may end while a person types. */
  readonly prompt: Pick<Prompt, 'say' | 'showProgress'>;
  /** Set: each version runs under a debugger. */
  readonly inspection?: Pick<Inspection, 'debuggable'>;
  /** Called with each version that a server would take, after it was loaded. */
  readonly onServable?: (version: Required<Pick<OpenedPlugin, 'bundle' | 'packed'>>) => Promise<void>;
}

/** Loads a folder whenever it has changed, and calls its tools. Invariant: at most one load runs at a time. Its caller closes the workbench. */
export class DevSession implements PromptSession {
  readonly #options: DevOptions;
  readonly #style: Style;
  #plugin: LoadedPlugin | undefined;
  #opened: OpenedPlugin | undefined;
  #loading: Promise<void> | undefined;
  #isStale = false;

  constructor(options: DevOptions) {
    this.#options = options;
    this.#style = options.context.style.stdout;
  }

  /** The version that calls use; undefined until one has been loaded. */
  get plugin(): LoadedPlugin | undefined {
    return this.#plugin;
  }

  get toolNames(): readonly string[] {
    return this.#plugin?.snapshot.toolNames ?? [];
  }

  get tools(): readonly ManifestTool[] {
    return this.#plugin?.manifest.tools ?? [];
  }

  /** Loads the folder. If it is called during a load, it loads once more afterwards. Resolves after the last load, and never rejects. */
  load(): Promise<void> {
    this.#isStale = true;
    this.#loading ??= this.#loadUntilFresh().finally(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  async #loadUntilFresh(): Promise<void> {
    while (this.#isStale) {
      this.#isStale = false;
      await this.#loadOnce();
    }
  }

  async #loadOnce(): Promise<void> {
    const { folder, settings, bench, prompt, inspection } = this.#options;
    const style = this.#style;
    const startMs = performance.now();
    try {
      const opened = await openPlugin(
        { path: folder, isFolder: true, settings },
        { get: async () => bench },
        inspection !== undefined,
      );
      const { bundle } = opened;
      void this.#sayCodeWarnings(opened);
      if (bundle.digest === this.#plugin?.bundle.digest)
        return prompt.say(style.faint('Nothing that runs has changed.'));
      const { plugin, refused } = await bench.loadWithRefusals(bundle);
      this.#plugin = (await inspection?.debuggable(plugin, { folder, config: settings.config })) ?? plugin;
      const { manifest, program } = plugin;
      const { packed } = opened;
      // Before it is told: whoever reads that a version is there may call it at once.
      if (refused.length === 0 && packed) await this.#options.onServable?.({ bundle, packed });
      const seconds = ((performance.now() - startMs) / 1000).toFixed(1);
      const mark = refused.length === 0 ? style.good('✓') : style.warning('!');
      prompt.say(
        `${mark} ${style.strong(`${manifest.name} ${manifest.version ?? '0.0.0'}`)} in ${program.verdict.mode} mode (${seconds} s): ${this.toolNames.join(', ')}`,
        ...refusalLines(placed(refused, folder, manifest), style),
        ...(refused.length === 0
          ? []
          : [style.warning('A server refuses this version. Here you can call it nevertheless.')]),
      );
      for (const { toolName, example, reason } of await examplesOverLimits(bench, { plugin, settings, folder }))
        prompt.say(`${style.warning('!')} ${toolName}: ${shown(example, 200)}: ${shown(reason, 500)}`);
    } catch (error) {
      const still = this.#plugin === undefined ? 'Nothing is loaded yet.' : 'The version before it is still there.';
      prompt.say(...errorReportOf(error, style).lines, style.warning(still));
    }
  }

  /** Prints warnings about the code when the compiler has checked it. Calls do not wait for that. */
  async #sayCodeWarnings(opened: OpenedPlugin): Promise<void> {
    const { context, prompt } = this.#options;
    this.#opened = opened;
    const { warnings } = await codeFindings(opened, context);
    // If a later version has been read meanwhile, its own warnings are printed.
    if (this.#opened === opened && warnings.length > 0) prompt.say(...warningLines(warnings, this.#style));
  }

  /** Waits for a load that is under way, calls a tool, and prints the outcome. */
  async call(toolName: string, argumentsText: string): Promise<void> {
    await this.#loading;
    const { bench, prompt } = this.#options;
    const style = this.#style;
    const plugin = this.#plugin;
    if (plugin === undefined) return prompt.say(style.warning('Nothing is loaded yet.'));
    const onLines = progressReporter((progress) => prompt.showProgress(progress));
    const called = await bench.callOfAuthor(plugin, toolName, argumentsText, onLines);
    const { outcome } = called;
    const { cpuMs, runMs } = outcome.usage;
    const cost = style.faint(`  ${runMs.toFixed(1)} ms, ${cpuMs.toFixed(1)} ms of CPU time`);
    const log = await logLines(called, plugin.bundle, style);
    if (outcome.ok) return prompt.say(...log, shownJson(outcome.resultJson.toString()), cost);
    const { settings, folder } = this.#options;
    const explained = await explainFailure(outcome.failure, called, toolName, { plugin, settings, folder });
    prompt.say(...log, ...failureLines(explained, style), cost);
  }

  /** Waits for a load that is under way, and removes what the tools keep in the store for calls at the prompt. */
  async clear(): Promise<void> {
    await this.#loading;
    const { bench, prompt } = this.#options;
    const style = this.#style;
    if (this.#plugin === undefined) return prompt.say(style.warning('Nothing is loaded yet.'));
    const cleared = await clearStore(bench, this.#plugin.manifest);
    if (!cleared.ok) return prompt.say(style.warning(shown(cleared.failure.detail, 500)));
    const { entries } = cleared;
    prompt.say(`${style.good('✓')} ${entries === 1 ? '1 entry was' : `${entries} entries were`} removed.`);
  }

  /** Waits for a load that is under way, runs the manifest's examples, and prints which hold. */
  async examples(): Promise<void> {
    await this.#loading;
    const { bench, prompt, settings, inspection } = this.#options;
    const style = this.#style;
    const plugin = this.#plugin;
    if (plugin === undefined) return prompt.say(style.warning('Nothing is loaded yet.'));
    const cases = exampleCases(plugin.manifest);
    if (cases.length === 0) prompt.say(style.warning('The manifest has no examples.'));
    for (const example of cases) {
      const modes = inspection ? DEBUGGED : modesOf(plugin, settings.config).slice(0, 1);
      for (const run of await runCases(bench, plugin, [example], modes)) {
        const fault = faultOf(run);
        prompt.say(
          `${fault === undefined ? style.good('✓') : style.bad('✗')} ${example.toolName}: ${example.name}`,
          ...(fault === undefined ? [] : [`  ${fault}`]),
        );
      }
    }
  }
}

/** Refusals of examples, with the places in the author's own files. */
const placed = (refused: readonly Refusal[], folder: string, manifest: Manifest): readonly Refusal[] =>
  refused.map((refusal) => ({
    ...refusal,
    where: manifestPlace(folder, refusal.where.replace(/^plugin\.json /, ''), manifest),
  }));

/** Why an example does not hold, or undefined. */
const faultOf = ({ called, verdict }: CaseRun): string | undefined =>
  verdict && called?.outcome.ok === false ? shown(called.outcome.failure.detail, 1_000) : verdict?.reason;
