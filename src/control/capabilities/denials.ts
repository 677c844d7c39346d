// How much the log is told of what the host refused: little for each call and each plugin, so that no plugin can flood it. Control thread.

import type { Denial } from './refusal.ts';

/** Refusals of one call that are told. */
const MOST_OF_CALL = 8;
/** Of one plugin: so many at once, and then so many a second. */
const MOST_AT_ONCE = 20;
const PER_SECOND = 5;
/** Plugins whose allowance is remembered; one that is full is worth forgetting. */
const MOST_PLUGINS = 1_000;

/** A refusal that is told, and how many before it were not. */
export interface ToldDenial extends Denial {
  /** Refusals of the same plugin that were left out since the last one that was told. */
  readonly leftOut?: number;
}

interface Allowance {
  left: number;
  sinceMs: number;
  leftOut: number;
}

/** One for each broker, which has all calls of a plugin. `nowMs` never goes back. */
export class DenialBudget {
  readonly #plugins = new Map<string, Allowance>();
  readonly #nowMs: () => number;

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /** The refusal as it is told; undefined if the plugin has had its share. */
  take(pluginName: string, denial: Denial): ToldDenial | undefined {
    const allowance = this.#of(pluginName);
    if (allowance.left < 1) {
      allowance.leftOut += 1;
      return undefined;
    }
    allowance.left -= 1;
    const { leftOut } = allowance;
    allowance.leftOut = 0;
    return leftOut === 0 ? denial : { ...denial, leftOut };
  }

  /** Counts refusals of which a call has had its share. */
  leaveOut(pluginName: string): void {
    this.#of(pluginName).leftOut += 1;
  }

  #of(pluginName: string): Allowance {
    const now = this.#nowMs();
    const known = this.#plugins.get(pluginName) ?? { left: MOST_AT_ONCE, sinceMs: now, leftOut: 0 };
    known.left = Math.min(MOST_AT_ONCE, known.left + ((now - known.sinceMs) / 1_000) * PER_SECOND);
    known.sinceMs = now;
    // The one asked last comes last.
    this.#plugins.delete(pluginName);
    this.#plugins.set(pluginName, known);
    if (this.#plugins.size > MOST_PLUGINS) this.#forgetOldest();
    return known;
  }

  #forgetOldest(): void {
    for (const name of this.#plugins.keys()) {
      this.#plugins.delete(name);
      return;
    }
  }
}

/** The refusals of one call that are told. */
export class CallDenials {
  readonly #budget: DenialBudget;
  readonly #pluginName: string;
  #told: ToldDenial[] = [];
  #count = 0;

  constructor(budget: DenialBudget, pluginName: string) {
    this.#budget = budget;
    this.#pluginName = pluginName;
  }

  add(denial: Denial): void {
    this.#count += 1;
    if (this.#count > MOST_OF_CALL) return this.#budget.leaveOut(this.#pluginName);
    const told = this.#budget.take(this.#pluginName, denial);
    if (told) this.#told.push(told);
  }

  /** Those added since this was last asked. */
  take(): readonly ToldDenial[] {
    const told = this.#told;
    if (told.length > 0) this.#told = [];
    return told;
  }
}
