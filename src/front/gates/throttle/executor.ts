// The quotas' step of a call: takes what the call needs before it begins, and charges what it has cost. Front process, main thread.

import {
  type BucketNeed,
  type CountedCall,
  costOf,
  type Need,
  needsOf,
  type Quota,
  SEEN_BY_QUOTAS,
} from '../../../settings/rules/quota.ts';
import {
  type Executor,
  type NamedRoute,
  NO_USAGE,
  type Outcome,
  type ToolCall,
} from '../../../shared/protocol/call.ts';
import { NOBODY } from '../../../shared/protocol/caller.ts';
import { ERRORS } from '../../../shared/protocol/errors.ts';
import type { Short, Taken } from './buckets.ts';
import { refusalOf, stateOfShort, statesAfter } from './refusal.ts';

export type Quotas = Readonly<Record<string, Quota>>;

/** Where calls are counted: in memory, or with other servers in Redis. */
export interface Counts {
  /** Takes what a call needs, or nothing. `callId` marks its places. Never rejects. */
  take(needs: readonly Need[], callId: string): Taken | Short | Promise<Taken | Short>;
  charge(need: BucketNeed, amount: number): void;
  leave(needs: readonly Need[], callId: string): void;
}

export interface ThrottledExecutorOptions {
  readonly quotas: () => Quotas;
  readonly counts: Counts;
  /** The plugin and the limits of a tool; undefined if there is no such tool, which no quota counts. */
  readonly routeOf: (toolName: string) => Pick<NamedRoute, 'pluginName' | 'limits'> | undefined;
  readonly next: Executor;
}

/** Passes on what the quotas allow. Fails with: rate_limited. */
export const throttledExecutor = ({ quotas, counts, routeOf, next }: ThrottledExecutorOptions): Executor => {
  let ready = new ReadyQuotas({});
  const needsFor = (call: ToolCall): readonly Need[] => {
    const now = quotas();
    if (now !== ready.of) ready = new ReadyQuotas(now);
    if (ready.isEmpty) return NOTHING;
    const { toolName, caller = NOBODY } = call;
    const pluginName = routeOf(toolName)?.pluginName;
    return pluginName === undefined ? NOTHING : ready.needsOf({ caller, toolName, pluginName });
  };
  const run = (call: ToolCall, needs: readonly Need[], found: Taken | Short): Promise<Outcome> => {
    if (!found.passes) {
      call.onQuotas?.([stateOfShort(found)]);
      return Promise.resolve({ ok: false, failure: refusalOf(found), usage: NO_USAGE });
    }
    call.onQuotas?.(statesAfter(needs, found.levels));
    return next.execute(call).then(
      (outcome) => {
        counts.leave(needs, call.callId);
        settle(needs, outcome, counts, routeOf(call.toolName)?.limits.cpuMs ?? Infinity);
        return outcome;
      },
      (error: unknown) => {
        counts.leave(needs, call.callId);
        throw error;
      },
    );
  };
  return {
    // Not async: without quotas, a call costs no promise of its own.
    execute(call: ToolCall): Promise<Outcome> {
      const needs = needsFor(call);
      if (needs.length === 0) return next.execute(call);
      const found = counts.take(needs, call.callId);
      return found instanceof Promise ? found.then((taken) => run(call, needs, taken)) : run(call, needs, found);
    },
  };
};

const NOTHING: readonly Need[] = [];
const MOST_CALLERS = 20_000;

class ReadyQuotas {
  readonly of: Quotas;
  readonly #finders: readonly ((call: CountedCall) => readonly Need[])[];
  /** Caller → what is known of it: quick for doors that give the same object for each request of a caller. */
  readonly #byObject = new WeakMap<SeenCaller, KnownNeeds>();
  /** What quotas see of a caller, as text → what is known of it: some doors make an object for each request. */
  readonly #byText = new Map<string, KnownNeeds>();

  constructor(quotas: Quotas) {
    this.of = quotas;
    this.#finders = Object.entries(quotas).map(([name, quota]) => needsOf(name, quota));
  }

  get isEmpty(): boolean {
    return this.#finders.length === 0;
  }

  needsOf(call: CountedCall): readonly Need[] {
    const { caller, toolName, pluginName } = call;
    const ofCaller = this.#byObject.get(caller) ?? this.#knownByText(caller);
    const known = ofCaller.get(toolName);
    // A tool may come from another plugin than before.
    if (known?.pluginName === pluginName) return known.needs;
    const needs = this.#finders.flatMap((find) => find(call));
    ofCaller.set(toolName, { pluginName, needs });
    return needs;
  }

  #knownByText(caller: SeenCaller): KnownNeeds {
    const text = JSON.stringify(SEEN_BY_QUOTAS.map((member) => caller[member]));
    let known = this.#byText.get(text);
    if (known === undefined) {
      if (this.#byText.size >= MOST_CALLERS) this.#byText.clear();
      known = new Map();
      this.#byText.set(text, known);
    }
    this.#byObject.set(caller, known);
    return known;
  }
}

type SeenCaller = CountedCall['caller'];

/** Tool → plugin and needs. */
type KnownNeeds = Map<string, ReadyNeeds>;

interface ReadyNeeds {
  readonly pluginName: string;
  readonly needs: readonly Need[];
}

/** Charges what the call has cost. A call that the host did not even begin is given back. */
const settle = (needs: readonly Need[], outcome: Outcome, counts: Counts, cpuLimitMs: number): void => {
  const { usage } = outcome;
  const isGivenBack = !outcome.ok && ERRORS[outcome.failure.code].fault === 'host' && usage.runMs === 0;
  for (const need of needs)
    if (need.kind === 'bucket') counts.charge(need, isGivenBack ? -need.taken : costOf(need, usage, cpuLimitMs));
};
