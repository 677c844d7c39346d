// Counts calls by the entries that the call log gets. Every map is bounded, whatever callers send. Front process, main thread.

import type { AdminLogEntry } from '../../front/http/admin.ts';
import type { CallLogEntry } from '../../front/http/call-log.ts';
import { ERRORS, type Fault } from '../../shared/protocol/errors.ts';
import { compositeKey } from '../../shared/text/composite-key.ts';
import { ANONYMOUS_CLIENT, LabelCap, OTHER, UNCHECKED_CLIENT, UNKNOWN } from './label-cap.ts';
import type { Labels } from './registry.ts';

/** Limits have fixed names; this is far more than there are. */
const MOST_LIMITS = 100;
/** Begins the names of callers whose credential was checked; see protocol/caller.ts. */
const CLIENT = 'client:';

/** A histogram of seconds, such as prom-client's. */
export interface Durations {
  observe(labels: Labels, seconds: number): void;
  remove(labels: Labels): void;
}

/** Totals of the calls of one tool, as long as one plugin has it. */
export class ToolTotals {
  readonly labels: { readonly plugin: string; readonly tool: string };
  /** Labels of its two histograms. */
  readonly ok: Labels;
  readonly failed: Labels;
  /** Outcome code → calls. The codes are those of protocol/errors.ts. */
  readonly codes = new Map<string, number>();
  runMs = 0;
  cpuMs = 0;
  argumentsBytes = 0;
  replyBytes = 0;
  hostCalls = 0;
  fetches = 0;
  requestBytes = 0;
  responseBytes = 0;
  storeCalls = 0;
  signatures = 0;

  constructor(plugin: string, tool: string) {
    this.labels = { plugin, tool };
    this.ok = { ...this.labels, outcome: 'ok' };
    this.failed = { ...this.labels, outcome: 'failed' };
  }

  note(entry: CallLogEntry, durations: Durations): void {
    add(this.codes, entry.code);
    durations.observe(entry.code === 'ok' ? this.ok : this.failed, entry.totalMs / 1_000);
    this.runMs += entry.runMs;
    this.cpuMs += entry.cpuMs;
    this.argumentsBytes += entry.argumentsBytes;
    this.replyBytes += entry.replyBytes;
    if (entry.hostCalls !== undefined) this.hostCalls += entry.hostCalls;
    if (entry.fetches === undefined) return;
    this.fetches += entry.fetches;
    this.requestBytes += entry.requestBytes ?? 0;
    this.responseBytes += entry.responseBytes ?? 0;
    this.storeCalls += entry.storeCalls ?? 0;
    this.signatures += entry.signatures ?? 0;
  }
}

export interface CallTotalsOptions {
  /** Tools that are counted by name, and as many clients. */
  readonly names: number;
  /** Calls are counted by client too. */
  readonly clients: boolean;
  readonly pluginOf: (toolName: string) => string | undefined;
  /** Counts the durations of calls by plugin, tool and outcome. */
  readonly durations: Durations;
  /** Counts how long calls were queued. */
  readonly queueTimes: { observe(seconds: number): void };
}

/** `note` costs a call about a microsecond. */
export class CallTotals {
  readonly #options: CallTotalsOptions;
  readonly tools = new Map<string, ToolTotals>();
  readonly otherTools = new ToolTotals('', OTHER);
  readonly unknownTools = new ToolTotals('', UNKNOWN);
  /** Calls and requests that failed, by fault. */
  readonly failures: Record<Fault, number> = { caller: 0, plugin: 0, operator: 0, upstream: 0, host: 0 };
  /** Failure code → requests that failed before their tool was known. */
  readonly refused = new Map<string, number>();
  readonly limits = new Map<string, number>();
  readonly #limitNames = new LabelCap(MOST_LIMITS);
  /** Calls that got the answer of an earlier one. */
  replayed = 0;
  /** Setting → calls that were refused by it. */
  readonly denied = new Map<string, number>();
  readonly #denying: LabelCap;
  readonly clients = new Map<string, Map<string, number>>();
  readonly #clientNames: LabelCap;
  /** Action and code → requests of the admin API. */
  readonly admin = new Map<string, { readonly action: string; readonly code: string; count: number }>();

  constructor(options: CallTotalsOptions) {
    this.#options = options;
    this.#clientNames = new LabelCap(options.names);
    this.#denying = new LabelCap(options.names);
  }

  note(entry: CallLogEntry): void {
    const { toolName, pluginName, code, limit, deniedBy, replayOf } = entry;
    if (code !== 'ok') this.failures[ERRORS[code].fault] += 1;
    if (limit !== undefined) add(this.limits, this.#limitNames.labelOf(limit));
    if (replayOf !== undefined) this.replayed += 1;
    if (deniedBy !== undefined) add(this.denied, this.#denying.labelOf(deniedBy));
    if (toolName === undefined) return add(this.refused, code);
    this.#totalsOf(toolName, pluginName ?? this.#options.pluginOf(toolName)).note(entry, this.#options.durations);
    this.#options.queueTimes.observe(entry.queueMs / 1_000);
    if (this.#options.clients) this.#noteClient(entry.caller, code);
  }

  /** Counts a request of the admin API that had the key. */
  noteAdmin({ action, code }: AdminLogEntry): void {
    const key = compositeKey(action, code);
    const known = this.admin.get(key);
    if (known) known.count += 1;
    else this.admin.set(key, { action, code, count: 1 });
  }

  /** Makes room for new tools if there is none, by forgetting those that are gone. For when another catalog serves. */
  renew(): void {
    if (this.tools.size < this.#options.names) return;
    for (const [toolName, totals] of this.tools)
      if (this.#options.pluginOf(toolName) === undefined) this.#forget(toolName, totals);
  }

  #totalsOf(toolName: string, pluginName: string | undefined): ToolTotals {
    if (pluginName === undefined) return this.unknownTools;
    const known = this.tools.get(toolName);
    if (known?.labels.plugin === pluginName) return known;
    if (known) this.#forget(toolName, known);
    if (this.tools.size >= this.#options.names) return this.otherTools;
    const made = new ToolTotals(pluginName, toolName);
    this.tools.set(toolName, made);
    return made;
  }

  #forget(toolName: string, { ok, failed }: ToolTotals): void {
    this.tools.delete(toolName);
    this.#options.durations.remove(ok);
    this.#options.durations.remove(failed);
  }

  #noteClient(caller: string | undefined, code: string): void {
    const client = this.#clientOf(caller);
    const known = this.clients.get(client);
    if (known) return add(known, code);
    this.clients.set(client, new Map([[code, 1]]));
  }

  /** Only names of checked credentials become labels: others could be made up without end. */
  #clientOf(caller: string | undefined): string {
    if (caller === undefined) return ANONYMOUS_CLIENT;
    return caller.startsWith(CLIENT) ? this.#clientNames.labelOf(caller.slice(CLIENT.length)) : UNCHECKED_CLIENT;
  }

  /** The totals of each tool, in the order in which they were first called. Tools above the cap and unknown ones come last, if they were called. */
  *named(): Generator<ToolTotals> {
    yield* this.tools.values();
    if (this.otherTools.codes.size > 0) yield this.otherTools;
    if (this.unknownTools.codes.size > 0) yield this.unknownTools;
  }
}

const add = (counts: Map<string, number>, name: string): void => {
  counts.set(name, (counts.get(name) ?? 0) + 1);
};
