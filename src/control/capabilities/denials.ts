// Limits how many refusals reach the log, for each call and each plugin, so that no plugin can flood it. Control thread.

import type { Denial } from './refusal.ts';

/** Refusals of one call that are logged. */
const MOST_OF_CALL = 8;
/** Refusals of one plugin: a burst, then a rate per second. */
const MOST_AT_ONCE = 20;
const PER_SECOND = 5;
/** Plugins whose allowance is remembered. Further ones take the place of the plugin that has had no refusal for longest. */
const MOST_PLUGINS = 1_000;

/** A refusal for the log, and the number left out before it. */
export interface LoggedDenial extends Denial {
  /** Refusals of the same plugin that were left out since the last logged one. */
  readonly leftOut?: number;
}

interface Allowance {
  left: number;
  sinceMs: number;
  leftOut: number;
}

/** One for each control thread. `nowMs` never goes back. */
export class DenialBudget {
  readonly #plugins = new Map<string, Allowance>();
  readonly #nowMs: () => number;

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /** The refusal for the log; undefined if the plugin has used up its share. */
  take(pluginName: string, denial: Denial): LoggedDenial | undefined {
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

  /** Counts refusals beyond a call's share. */
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
    const [oldest = ''] = this.#plugins.keys();
    if (this.#plugins.size > MOST_PLUGINS) this.#plugins.delete(oldest);
    return known;
  }
}

export class CallDenials {
  readonly #budget: DenialBudget;
  readonly #pluginName: string;
  #logged: LoggedDenial[] = [];
  #count = 0;

  constructor(budget: DenialBudget, pluginName: string) {
    this.#budget = budget;
    this.#pluginName = pluginName;
  }

  add(denial: Denial): void {
    this.#count += 1;
    if (this.#count > MOST_OF_CALL) return this.#budget.leaveOut(this.#pluginName);
    const logged = this.#budget.take(this.#pluginName, denial);
    if (logged) this.#logged.push(logged);
  }

  /** Refusals added since the last call of this method. */
  take(): readonly LoggedDenial[] {
    const logged = this.#logged;
    if (logged.length > 0) this.#logged = [];
    return logged;
  }
}
