// What `toolcell dev` has loaded at the moment. A version that cannot be loaded changes nothing: the one before it goes on.

import { shown } from '../../catalog/refusal.ts';
import type { LoadedConfig } from '../../config/load.ts';
import type { Paint } from '../command.ts';
import { complaintOf } from '../complaint.ts';
import { explainFailure, failureLines } from '../plugin/failure-lines.ts';
import { logLines, shownJson, tellProgress } from '../plugin/log-lines.ts';
import { openPlugin } from '../plugin/open-plugin.ts';
import type { LoadedPlugin, Workbench } from '../plugin/workbench.ts';
import { type Case, exampleCases } from '../testing/cases.ts';

export interface DevOptions {
  readonly folder: string;
  readonly settings: LoadedConfig;
  readonly bench: Workbench;
  readonly paint: Paint;
  /** Takes lines at any time: a reload may end while a person types. */
  readonly say: (...lines: readonly string[]) => void;
  /** Takes how far a call is, for a line that the next one replaces. */
  readonly tell: (howFar: string) => void;
}

export class DevSession {
  readonly #options: DevOptions;
  #plugin: LoadedPlugin | undefined;
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
      const { bundle, packed } = await openPlugin(folder, true, settings.config);
      if (bundle.digest === this.#plugin?.bundle.digest) return say(paint.faint('Nothing that runs has changed.'));
      const plugin = await bench.load(bundle);
      this.#plugin = plugin;
      const { manifest, program } = plugin;
      const seconds = ((performance.now() - startMs) / 1000).toFixed(1);
      say(
        `${paint.good('✓')} ${paint.strong(`${manifest.name} ${manifest.version ?? '0.0.0'}`)} in ${program.verdict.mode} mode (${seconds} s): ${this.toolNames.join(', ')}`,
        ...(packed?.warnings ?? []).map((warning) => `${paint.warning('!')} ${shown(warning, 500)}`),
      );
    } catch (error) {
      const still = this.#plugin === undefined ? 'Nothing is loaded yet.' : 'The version before it is still there.';
      say(...complaintOf(error, paint).lines, paint.warning(still));
    }
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
    if (outcome.ok) return say(...logLines(called, paint), shownJson(outcome.resultText), cost);
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

/** Why an example does not hold, or undefined. */
const faultOf = async (one: Case, bench: Workbench, plugin: LoadedPlugin): Promise<string | undefined> => {
  if (one.scriptedExample !== undefined) return bench.faultOfExample(plugin, one.toolName, one.scriptedExample);
  const { outcome } = await bench.call(plugin.snapshot, one.toolName, one.argumentsText);
  const verdict = await one.judge(outcome);
  return verdict && !outcome.ok ? shown(outcome.failure.detail, 1_000) : verdict?.reason;
};
