// Loads one plugin and calls its tools without a server: the catalog's own checks, and the same sandbox as behind HTTP.

import type { Bundle } from '../../catalog/bundle/bundle.ts';
import { compileEntry } from '../../catalog/compile/compile.ts';
import { tryOut } from '../../catalog/load/try-out.ts';
import { BundleRefused, shown } from '../../catalog/model/refusal.ts';
import { type CatalogSnapshot, snapshotOf } from '../../catalog/model/snapshot.ts';
import { catalogExecutor } from '../../catalog/serve/executor.ts';
import type { Config } from '../../config/config.ts';
import type { ReachParts } from '../../config/secrets.ts';
import type { Outcome, ToolRoute } from '../../protocol/call.ts';
import type { CheckedProgram, Inspection, Refusal } from '../../protocol/program.ts';
import type { GuestLogLine } from '../../protocol/task.ts';
import { openSandbox, type Sandbox, type SandboxOptions } from '../../sandbox.ts';
import type { Manifest, ManifestTool } from '../../sdk/manifest.ts';
import { sourceLinesOf } from '../../sources/source-lines.ts';
import { CommandFailed, EXIT, type Surroundings } from '../command.ts';
import { framesOf, stackIn } from './stack-lines.ts';

/** A plugin that was tried out and can be called. */
export interface LoadedPlugin {
  readonly bundle: Bundle;
  readonly manifest: Manifest;
  readonly program: CheckedProgram;
  /** The catalog that an operator's server would have with this plugin alone. */
  readonly snapshot: CatalogSnapshot;
}

/** A call's outcome, and what the tool wrote meanwhile. */
export interface Called {
  readonly outcome: Outcome;
  /** Untrusted text. */
  readonly log: readonly GuestLogLine[];
}

/** An example of a tool's, by its place in the manifest. */
export interface PickedExample {
  readonly toolName: string;
  readonly index: number;
}

/** Why an example does not hold; undefined if it does. */
type Fault = string | undefined;

/** Examples that one try runs: see src/runner/inspection/example-runs.ts. */
const MOST_EXAMPLES = 24;

type TakeLines = (lines: readonly GuestLogLine[]) => void;

/** A call whose log is followed. */
export interface ToldCall {
  readonly toolName: string;
  /** JSON, an object. */
  readonly argumentsText: string;
  readonly onLines: TakeLines;
}

/** Pausing a plugin protects a server from it; who tries a plugin out wants to see each failure. */
const NEVER_PAUSED = 1_000_000_000;

/** How a runner tells of a module that throws; see src/runner/inspection/inspection.ts. */
const LOAD_FAULT = 'threw while loading';

/** How it tells of an example that passes a limit, which refuses no plugin; see src/runner/inspection/example-runs.ts. */
export const LIMIT_PASSED = 'passes a limit on its example';

/** Where it says that an example does not hold. */
const OF_EXAMPLE = /^plugin\.json \/tools\/\d+\/examples\/\d+/;

const FAULT_CHARACTERS = 1_000;

/** A tool that throws what the module threw. */
const REPORT: ManifestTool = {
  name: 'report',
  description: 'Throws what the module threw.',
  inputSchema: { type: 'object' },
  outputSchema: {},
};

const faultOf = (inspection: Inspection): Fault => {
  if (!inspection.ok) return shown(inspection.refusal.reason, FAULT_CHARACTERS);
  const { reason } = inspection.program.verdict;
  return reason.includes(LIMIT_PASSED) ? shown(reason, FAULT_CHARACTERS) : undefined;
};

/** The factory with its module's failure kept for the tool above. On the same lines, so that places stay. */
const reportingFactory = (factoryCode: string): string =>
  `(require) => { try { (${factoryCode})(require); } catch (error) { return { report: () => () => { throw error; } }; } return {}; }`;

/** One plugin at a time needs one broker. */
const forOnePlugin = (config: Config): Config => ({
  ...config,
  pool: { ...config.pool, brokers: 1 },
  quarantine: { ...config.quarantine, kills: NEVER_PAUSED },
});

export interface WorkbenchOptions {
  /** An author at work wants to see what the examples answer; a server refuses a plugin whose examples do not hold. */
  readonly examplesMayFail?: boolean;
  /** Secrets and certificates for calls; none where absent. */
  readonly reach?: ReachParts;
}

/** What a sandbox takes from the surroundings of a command. */
export const sandboxParts = ({
  env,
  cacheFolder,
}: Pick<Surroundings, 'env' | 'cacheFolder'>): Pick<SandboxOptions, 'searchPath' | 'cacheFolder'> => ({
  searchPath: env.PATH ?? '',
  ...(cacheFolder !== undefined && { cacheFolder }),
});

/** A sandbox with nothing around it but the checks that lead into it. Close it, or its processes stay. */
export class Workbench {
  readonly config: Config;
  readonly sandbox: Sandbox;
  readonly #logs: Map<string, TakeLines>;
  readonly #examplesMayFail: boolean;
  #calls = 0;

  private constructor(
    config: Config,
    sandbox: Sandbox,
    logs: Map<string, TakeLines>,
    { examplesMayFail = false }: WorkbenchOptions,
  ) {
    this.#examplesMayFail = examplesMayFail;
    this.config = config;
    this.sandbox = sandbox;
    this.#logs = logs;
  }

  /** Starts it. Throws StartRefused where the configuration asks for more isolation than there is here. */
  static async open(
    config: Config,
    surroundings: Pick<Surroundings, 'env' | 'cacheFolder'>,
    options: WorkbenchOptions = {},
  ): Promise<Workbench> {
    const logs = new Map<string, TakeLines>();
    const own = forOnePlugin(config);
    const sandbox = await openSandbox({
      config: own,
      ...sandboxParts(surroundings),
      ...(options.reach && { reach: options.reach }),
      onGuestLog: ({ callId }, lines) => logs.get(callId)?.(lines),
    });
    return new Workbench(own, sandbox, logs, options);
  }

  /**
   * Compiles a bundle and tries it out. Throws BundleRefused with the reasons a server would give. `around` may put something around the factory of its
   * module, on the same lines.
   */
  async load(bundle: Bundle, around = (factory: string): string => factory): Promise<LoadedPlugin> {
    const factoryCode = around(await compileEntry(bundle, this.config.plugins.loadMs));
    try {
      return await this.#tryOut(bundle, factoryCode, this.#examplesMayFail);
    } catch (error) {
      if (!(error instanceof BundleRefused) || !error.message.includes(LOAD_FAULT)) throw error;
      const place = await this.#placeOfThrow(bundle, factoryCode).catch(() => undefined);
      throw place ? new BundleRefused(error.refusals.map((refusal) => ({ ...refusal, where: place }))) : error;
    }
  }

  /** Loads a bundle whose examples may fail, with the reasons for which a server would then refuse it. */
  async loadAnyway(bundle: Bundle): Promise<{ readonly plugin: LoadedPlugin; readonly refused: readonly Refusal[] }> {
    const factoryCode = await compileEntry(bundle, this.config.plugins.loadMs);
    try {
      return { plugin: await this.#tryOut(bundle, factoryCode, false), refused: [] };
    } catch (error) {
      const refused = error instanceof BundleRefused ? error.refusals : [];
      const isOfExamples = refused.length > 0 && refused.every(({ where }) => OF_EXAMPLE.test(where));
      return { plugin: await this.load(bundle), refused: isOfExamples ? refused : [] };
    }
  }

  /**
   * Tries examples out with what they say that the host answers. Resolves with why each does not hold, undefined for one that does.
   * All together first, since each try takes a process; one by one only if they do not all hold in both modes.
   */
  async faultsOfExamples(plugin: LoadedPlugin, picked: readonly PickedExample[]): Promise<readonly Fault[]> {
    const faults: Fault[] = [];
    for (let from = 0; from < picked.length; from += MOST_EXAMPLES) {
      const some = picked.slice(from, from + MOST_EXAMPLES);
      const together = some.length > 1 ? await this.#tryExamples(plugin, some) : undefined;
      if (together?.ok && together.program.verdict.mode === 'realm') faults.push(...some.map(() => undefined));
      else for (const one of some) faults.push(faultOf(await this.#tryExamples(plugin, [one])));
    }
    return faults;
  }

  /** Tries a plugin out with these of its examples alone. */
  async #tryExamples({ manifest, program }: LoadedPlugin, picked: readonly PickedExample[]): Promise<Inspection> {
    const tools = manifest.tools.map((tool) => ({
      ...tool,
      examples: (tool.examples ?? []).filter((_, index) =>
        picked.some((one) => one.toolName === tool.name && one.index === index),
      ),
    }));
    const { digest, entryName, factoryCode } = program;
    const untried = { bundle: manifest.name, manifest: { ...manifest, tools }, digest, entryName, factoryCode };
    const inspection = await tryOut(untried, { config: this.config, inspector: this.sandbox.dispatcher });
    if (!inspection.ok && inspection.isHostFault)
      throw new CommandFailed(EXIT.host, inspection.refusal.reason, inspection.refusal.hint);
    return inspection;
  }

  async #tryOut(bundle: Bundle, factoryCode: string, examplesMayFail: boolean): Promise<LoadedPlugin> {
    const { config } = this;
    const { manifest, digest, entryName } = bundle;
    const untried = { bundle: manifest.name, manifest, digest, entryName, factoryCode };
    const inspection = await tryOut(untried, {
      config,
      inspector: this.sandbox.dispatcher,
      examplesMayFail,
    });
    if (!inspection.ok) {
      const { refusal, isHostFault } = inspection;
      if (isHostFault) throw new CommandFailed(EXIT.host, refusal.reason, refusal.hint);
      throw new BundleRefused([refusal]);
    }
    const { program } = inspection;
    const loaded = [{ bundle: manifest.name, manifest, digest, program }];
    return { bundle, manifest, program, snapshot: snapshotOf({ loaded, refused: [] }, config) };
  }

  /** Where a module throws while it is loaded: it is loaded once more inside a call, whose log then has the stack. */
  async #placeOfThrow(bundle: Bundle, factoryCode: string): Promise<string | undefined> {
    const { manifest, digest } = bundle;
    const own = { ...bundle, manifest: { name: manifest.name, tools: [REPORT] }, digest: `${digest}-load` };
    const { snapshot } = await this.#tryOut(own, reportingFactory(factoryCode), true);
    const stack = stackIn(await this.call(snapshot, REPORT.name, '{}'));
    const [frame] = stack ? framesOf(stack.text, bundle, await sourceLinesOf(bundle)) : [];
    return frame && `${frame.place.file}:${frame.place.line}:${frame.place.column}`;
  }

  /** Calls a tool of a catalog, as a server with that catalog would. */
  call(snapshot: CatalogSnapshot, toolName: string, argumentsText: string): Promise<Called> {
    return this.callAndTell(snapshot, { toolName, argumentsText, onLines: () => {} });
  }

  /** The same, and tells of lines of its log as they come. */
  async callAndTell(snapshot: CatalogSnapshot, { toolName, argumentsText, onLines }: ToldCall): Promise<Called> {
    const log: GuestLogLine[] = [];
    this.#calls += 1;
    const callId = `call-${this.#calls}`;
    this.#logs.set(callId, (lines) => {
      log.push(...lines);
      onLines(lines);
    });
    const { signal } = new AbortController();
    const executor = catalogExecutor({ snapshot: () => snapshot, next: this.sandbox.dispatcher });
    const outcome = await executor.execute({ callId, toolName, argumentsJson: Buffer.from(argumentsText), signal });
    this.#logs.delete(callId);
    return { outcome, log };
  }

  /** Ends every process; calls in flight are given up. */
  close(): Promise<void> {
    return this.sandbox.close(0);
  }
}

/** The same catalog with every route changed, for a look at another mode or under other limits. */
export const withRoutes = (snapshot: CatalogSnapshot, change: (route: ToolRoute) => ToolRoute): CatalogSnapshot => {
  const routes = new Map([...snapshot.routes].map(([name, route]) => [name, Object.freeze(change(route))]));
  return Object.freeze({ ...snapshot, routes, find: (toolName: string) => routes.get(toolName) });
};
