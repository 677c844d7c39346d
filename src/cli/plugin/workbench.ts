// Loads one plugin and calls its tools without a server, with the server's own checks and sandbox. Runs in the command's process; the sandbox has processes
// of its own.

import type { Manifest } from '../../../packages/plugin/src/manifest.ts';
import type { Bundle } from '../../catalog/bundle/bundle.ts';
import { compileEntry } from '../../catalog/compile/compile.ts';
import { inspectBundle } from '../../catalog/load/inspect.ts';
import { BundleRefused } from '../../catalog/model/refusal.ts';
import { type CatalogSnapshot, snapshotOf } from '../../catalog/model/snapshot.ts';
import { catalogExecutor } from '../../catalog/serve/executor.ts';
import { openSandbox, type Sandbox, type SandboxOptions } from '../../server/sandbox.ts';
import type { Config } from '../../settings/config.ts';
import type { ExternalValues } from '../../settings/load/secrets.ts';
import type { ToolRoute } from '../../shared/protocol/call.ts';
import type { FreshState } from '../../shared/protocol/fresh-state.ts';
import type { Limits } from '../../shared/protocol/limits.ts';
import type { CheckedProgram, Inspection, Refusal } from '../../shared/protocol/program.ts';
import type { GuestLogLine } from '../../shared/protocol/task.ts';
import { type CommandContext, CommandFailed, EXIT, type Surroundings } from '../common/command.ts';
import { externalValuesFor, type Settings } from '../common/settings.ts';
import { insteadOf } from '../pack/guest-names.ts';
import { ownTool } from './own-bundle.ts';
import { type Called, type Frame, framesOf, linesOf, stackIn } from './stack-lines.ts';
import { lookTimes, TICKED, tickingCode } from './ticking.ts';

export interface LoadedPlugin {
  readonly bundle: Bundle;
  readonly manifest: Manifest;
  readonly program: CheckedProgram;
  /** The catalog that an operator's server would have with this plugin alone. */
  readonly snapshot: CatalogSnapshot;
}

interface Look extends Pick<LoadedPlugin, 'bundle' | 'manifest'> {
  readonly toolName: string;
  readonly argumentsText: string;
  readonly afterMs: number;
}

type OnLines = (lines: readonly GuestLogLine[]) => void;

/** A server pauses a plugin for its own protection. An author wants to see each failure. */
const NEVER_PAUSED = 1_000_000_000;

/** Part of a runner's message about a module that throws; see src/cell/runner/inspection/inspection.ts. */
const LOAD_FAULT = 'threw while loading';

/** Part of its message about an example that passes a limit, for which no plugin is refused; see src/cell/runner/inspection/example-runs.ts. */
export const LIMIT_PASSED = 'passes a limit on its example';

/** Place of its message that an example does not hold. */
const OF_EXAMPLE = /^plugin\.json \/tools\/\d+\/examples\/\d+/;

const NOT_DEFINED = /ReferenceError: (\S+) is not defined/;

/** The refusal of a module that throws, at the author's own place if that is known, with advice for a name that the sandbox does not have. */
const explainedThrow = (refusal: Refusal, place: string | undefined): Refusal => {
  const [, name] = NOT_DEFINED.exec(refusal.reason) ?? [];
  return { ...refusal, where: place ?? refusal.where, ...(name !== undefined && { hint: insteadOf(name) }) };
};

/** The only tool of a plugin whose module throws. It throws the same error again. */
const REPORT = ownTool('report');

/** Wraps a factory so that the tool above throws the module's error. Adds no line, so that line numbers in stacks stay right. */
const reportingFactory = (factoryCode: string): string =>
  `(require) => { try { (${factoryCode})(require); } catch (error) { return { report: () => () => { throw error; } }; } return {}; }`;

export interface WorkbenchOptions {
  /** True: loads a plugin whose examples do not hold, for an author at work. A server refuses such a plugin. Default: false. */
  readonly examplesMayFail?: boolean;
  /** Secrets and certificates for calls. Default: none. */
  readonly externalValues?: ExternalValues;
  /** Time to compile a bundle. Default: a server's. */
  readonly loadMs?: number;
  /** How runners start, in place of the locks of this machine: for a debugger. */
  readonly launchOf?: SandboxOptions['launchOf'];
}

/** Options of a sandbox that come from the surroundings of a command. */
export const sandboxParts = ({ env, cacheFolder }: Pick<Surroundings, 'env' | 'cacheFolder'>) => ({
  searchPath: env.PATH ?? '',
  ...(cacheFolder !== undefined && { cacheFolder }),
});

/** A sandbox, and the checks that a plugin must pass to run in it. Dispose of it, or its processes stay. */
export class Workbench {
  readonly config: Config;
  readonly sandbox: Sandbox;
  readonly #logs: Map<string, OnLines>;
  readonly #examplesMayFail: boolean;
  readonly #loadMs: number | undefined;
  #calls = 0;

  private constructor(
    config: Config,
    sandbox: Sandbox,
    logs: Map<string, OnLines>,
    { examplesMayFail = false, loadMs }: WorkbenchOptions,
  ) {
    this.#examplesMayFail = examplesMayFail;
    this.#loadMs = loadMs;
    this.config = config;
    this.sandbox = sandbox;
    this.#logs = logs;
  }

  /** Starts a sandbox. Throws StartRefused if the configuration requires more isolation than this machine has. */
  static async open(
    config: Config,
    surroundings: Pick<Surroundings, 'env' | 'cacheFolder'>,
    options: WorkbenchOptions = {},
  ): Promise<Workbench> {
    const logs = new Map<string, OnLines>();
    const { launchOf } = options;
    const sandbox = await openSandbox({
      config: launchOf ? { ...config, requireOsSandbox: false } : config,
      ...(launchOf && { launchOf }),
      bounds: { quarantine: { kills: NEVER_PAUSED } },
      ...sandboxParts(surroundings),
      ...(options.externalValues && { externalValues: options.externalValues }),
      onGuestLog: ({ callId }, lines) => logs.get(callId)?.(lines),
    });
    return new Workbench(config, sandbox, logs, options);
  }

  /** Starts a sandbox for an author at work: examples may fail, and calls get the configuration's secrets. Throws as `open` does. */
  static async forAuthor(
    settings: Settings,
    context: CommandContext,
    options: Pick<WorkbenchOptions, 'launchOf'> = {},
  ): Promise<Workbench> {
    return Workbench.open(settings.config, context, {
      ...options,
      examplesMayFail: true,
      externalValues: externalValuesFor(settings, context),
    });
  }

  /**
   * Compiles a bundle and inspects it. `around` may wrap the factory of its module; it must not add lines. Throws BundleRefused with the reasons that a
   * server would give, and `CommandFailed` if the host cannot try it out, for exit code 3.
   */
  async load(bundle: Bundle, around = (factory: string): string => factory): Promise<LoadedPlugin> {
    const factoryCode = around(await compileEntry(bundle, this.#loadMs));
    try {
      return await this.#load(bundle, factoryCode, this.#examplesMayFail);
    } catch (error) {
      if (!(error instanceof BundleRefused) || !error.message.includes(LOAD_FAULT)) throw error;
      const place = await this.#placeOfThrow(bundle, factoryCode).catch(() => undefined);
      throw new BundleRefused(error.refusals.map((refusal) => explainedThrow(refusal, place)));
    }
  }

  /** Loads a bundle whose examples may fail. `refused`: the reasons for which a server would then refuse it. Throws as `load` does. */
  async loadWithRefusals(
    bundle: Bundle,
  ): Promise<{ readonly plugin: LoadedPlugin; readonly refused: readonly Refusal[] }> {
    const factoryCode = await compileEntry(bundle);
    try {
      return { plugin: await this.#load(bundle, factoryCode, false), refused: [] };
    } catch (error) {
      const refused = error instanceof BundleRefused ? error.refusals : [];
      const isOfExamples = refused.length > 0 && refused.every(({ where }) => OF_EXAMPLE.test(where));
      return { plugin: await this.load(bundle), refused: isOfExamples ? refused : [] };
    }
  }

  /** Tries a bundle's program out. Throws `CommandFailed` if the host cannot, for exit code 3. */
  async inspect(
    { manifest, digest, entryName }: Pick<Bundle, 'manifest' | 'digest' | 'entryName'>,
    factoryCode: string,
    examplesMayFail = false,
  ): Promise<Inspection> {
    const uninspected = { bundle: manifest.name, manifest, digest, entryName, factoryCode };
    const options = { config: this.config, inspector: this.sandbox.dispatcher, examplesMayFail };
    const inspection = await inspectBundle(uninspected, options);
    if (!inspection.ok && inspection.isHostFault)
      throw new CommandFailed(EXIT.host, inspection.refusal.reason, inspection.refusal.hint);
    return inspection;
  }

  async #load(bundle: Bundle, factoryCode: string, examplesMayFail: boolean): Promise<LoadedPlugin> {
    const inspection = await this.inspect(bundle, factoryCode, examplesMayFail);
    if (!inspection.ok) throw new BundleRefused([inspection.refusal]);
    const { manifest, digest } = bundle;
    const { program } = inspection;
    const loaded = [{ bundle: manifest.name, manifest, digest, program }];
    return { bundle, manifest, program, snapshot: snapshotOf({ loaded, refused: [] }, this.config) };
  }

  /** The place where a module throws while it loads. Loads it once more inside a call, so that the log of the call has the stack. */
  async #placeOfThrow(bundle: Bundle, factoryCode: string): Promise<string | undefined> {
    const { manifest, digest } = bundle;
    const own = { ...bundle, manifest: { name: manifest.name, tools: [REPORT] }, digest: `${digest}-load` };
    const { snapshot } = await this.#load(own, reportingFactory(factoryCode), true);
    const stack = stackIn(await this.call(snapshot, REPORT.name, '{}'));
    const [frame] = stack ? framesOf(stack.text, bundle, await linesOf(bundle)) : [];
    return frame && `${frame.place.file}:${frame.place.line}:${frame.place.column}`;
  }

  /**
   * Calls a tool of a catalog, as a server with that catalog would; `argumentsText` is the JSON text of an object. Passes lines of the call's log to
   * `onLines` when they arrive. Never rejects for a call that fails.
   */
  async call(
    snapshot: CatalogSnapshot,
    toolName: string,
    argumentsText: string,
    onLines: OnLines = () => {},
  ): Promise<Called> {
    const log: GuestLogLine[] = [];
    this.#calls += 1;
    const callId = `call-${this.#calls}`;
    this.#logs.set(callId, (lines) => {
      log.push(...lines);
      onLines(lines);
    });
    const { signal } = new AbortController();
    const catalog = { snapshot, whenInspected: () => undefined };
    const executor = catalogExecutor({ catalog, maxWaiting: 0, next: this.sandbox.dispatcher });
    const outcome = await executor.execute({ callId, toolName, argumentsJson: Buffer.from(argumentsText), signal });
    this.#logs.delete(callId);
    return { outcome, log };
  }

  /**
   * Calls a tool as `call` does. If it passed `cpuMs`, makes the call once more to see where the time goes, unless it has made host requests, which must not
   * be repeated.
   */
  async callOfAuthor(
    { bundle, manifest, snapshot }: Pick<LoadedPlugin, 'bundle' | 'manifest' | 'snapshot'>,
    toolName: string,
    argumentsText: string,
    onLines?: OnLines,
  ): Promise<Called> {
    const called = await this.call(snapshot, toolName, argumentsText, onLines);
    const { outcome } = called;
    const isSpent = !outcome.ok && outcome.failure.code === 'exceeded_cpu';
    if (!isSpent || outcome.usage.hostRequests !== undefined) return called;
    const cpuMs = snapshot.routes.get(toolName)?.limits.cpuMs ?? 0;
    for (const afterMs of lookTimes(cpuMs, outcome.usage)) {
      const look = { bundle, manifest, toolName, argumentsText, afterMs };
      const lastSeen = await this.#lastSeen(look).catch(() => []);
      if (lastSeen.length > 0) return { ...called, lastSeen };
    }
    return { ...called, lastSeen: [] };
  }

  /** The frames at which a call was after `afterMs` milliseconds. */
  async #lastSeen({ bundle, manifest, toolName, argumentsText, afterMs }: Look): Promise<readonly Frame[]> {
    const ticking = tickingCode(await compileEntry(bundle), afterMs);
    if (ticking === undefined) return [];
    const tools = manifest.tools.map(({ examples: _, ...tool }) => tool);
    const own = { ...bundle, manifest: { ...manifest, tools }, digest: `${bundle.digest}-ticks` };
    const { snapshot } = await this.#load(own, ticking.code, true);
    const stack = stackIn(await this.call(withRoutes(snapshot, 'isolate'), toolName, argumentsText));
    if (!stack?.text.includes(TICKED)) return [];
    const lines = await linesOf(bundle);
    return framesOf(stack.text, bundle, (line, column, where) => lines(line, ticking.columnOf(line, column), where));
  }

  /** Ends every process at once. Calls in flight fail. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.sandbox.close(0);
  }
}

/** The same catalog with every route in this mode and under these limits. */
export const withRoutes = (
  snapshot: CatalogSnapshot,
  freshState: FreshState,
  limits: Partial<Limits> = {},
): CatalogSnapshot => {
  const routes = new Map(
    [...snapshot.routes].map(([name, route]): [string, ToolRoute] => [
      name,
      Object.freeze({ ...route, freshState, limits: { ...route.limits, ...limits } }),
    ]),
  );
  return Object.freeze({ ...snapshot, routes, find: (toolName: string) => routes.get(toolName) });
};
