// A quota as the configuration has it, and what a call takes from it. Front process, main thread.

import type { Usage } from '../../shared/protocol/call.ts';
import type { Caller } from '../../shared/protocol/caller.ts';
import type { QuotaState } from '../../shared/protocol/throttle.ts';
import { compositeKey } from '../../shared/text/composite-key.ts';
import { isExcluding, matcherOf } from './pattern.ts';

/** What a quota counts separately. */
export const COUNTED_BY = ['client', 'org', 'user', 'plugin', 'tool'] as const;

/** Milliseconds of each `every`. */
export const EVERY_MS = { second: 1_000, minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;

/** What a quota can limit in each `every`; `calls` before a call, the others by what calls have really cost. */
export const BUDGETS = ['calls', 'cpuMs', 'egressRequests', 'egressBytes'] as const;
export type Budget = (typeof BUDGETS)[number];

/** Limits how often, or at which cost, tools are called. A member that is absent limits nothing. */
export interface Quota {
  /** What is counted separately: each client, each tool, each client and tool. Everything together if absent. */
  readonly per?: readonly string[];
  /** Names or patterns with `*`, of which one has to match; with `!`, those that are excepted. */
  readonly clients?: readonly string[];
  readonly orgs?: readonly string[];
  readonly plugins?: readonly string[];
  readonly tools?: readonly string[];
  /** `minute` if absent. */
  readonly every?: keyof typeof EVERY_MS;
  readonly calls?: number;
  /** Calls that may come at once; `calls` if absent. */
  readonly burst?: number;
  readonly concurrentCalls?: number;
  readonly cpuMs?: number;
  readonly egressRequests?: number;
  readonly egressBytes?: number;
}

/** The bucket of one budget: it fills up steadily, and a call takes from it. */
export interface BucketNeed {
  readonly kind: 'bucket';
  readonly key: string;
  readonly quota: string;
  readonly budget: Budget;
  /** What it holds at most. */
  readonly capacity: number;
  readonly perMs: number;
  /** The call passes if at least this is there. */
  readonly least: number;
  /** What the call takes at once. */
  readonly taken: number;
  readonly windowS: number;
  readonly allowed: number;
}

/** Places, of which a call holds one until it ends. */
export interface PlaceNeed {
  readonly kind: 'places';
  readonly key: string;
  readonly quota: string;
  readonly allowed: number;
}

export type Need = BucketNeed | PlaceNeed;

/** The members of a caller that quotas see: callers who share them share their needs. */
export const SEEN_BY_QUOTAS = ['client', 'org', 'user'] as const;

/** A call as quotas see it. */
export interface CountedCall {
  readonly caller: Pick<Caller, (typeof SEEN_BY_QUOTAS)[number]>;
  readonly toolName: string;
  readonly pluginName: string;
}

/** Finds what a call needs of one quota; nothing if the quota is not about the call. */
export const needsOf = (quota: string, settings: Quota): ((call: CountedCall) => readonly Need[]) => {
  const clients = nameMatcher(settings.clients);
  const orgs = nameMatcher(settings.orgs);
  const plugins = nameMatcher(settings.plugins);
  const tools = nameMatcher(settings.tools);
  const per = COUNTED_BY.filter((member) => settings.per?.includes(member));
  const everyMs = EVERY_MS[settings.every ?? 'minute'];
  const budgets = BUDGETS.flatMap((budget) => {
    const allowed = settings[budget];
    if (allowed === undefined) return [];
    const capacity = budget === 'calls' ? (settings.burst ?? allowed) : allowed;
    const atOnce = budget === 'calls' ? 1 : 0;
    // Costs are known afterwards. A call passes while there is one millisecond, request or byte, and the last ones may leave a debt.
    return [{ budget, allowed, capacity, perMs: allowed / everyMs, least: 1, taken: atOnce, windowS: everyMs / 1_000 }];
  });
  return (call) => {
    const { caller, toolName, pluginName } = call;
    if (!clients(caller.client) || !orgs(caller.org) || !plugins(pluginName) || !tools(toolName)) return [];
    const counted = per.map((member) => countedAs(call, member));
    // A changed amount begins anew: a level of 0 of 3 says nothing about 3,000. Servers that have another configuration for a while count apart, so
    // that none gives back what another has counted.
    const buckets = budgets.map((bucket): Need => {
      const { budget, capacity, perMs } = bucket;
      return { kind: 'bucket', key: compositeKey(quota, budget, capacity, perMs, ...counted), quota, ...bucket };
    });
    if (settings.concurrentCalls === undefined) return buckets;
    const key = compositeKey(quota, 'places', ...counted);
    return [...buckets, { kind: 'places', key, quota, allowed: settings.concurrentCalls }];
  };
};

/** Callers without a name count as one, because whoever has no key can change its address. */
const countedAs = ({ caller, toolName, pluginName }: CountedCall, member: (typeof COUNTED_BY)[number]): string => {
  if (member === 'tool') return toolName;
  return member === 'plugin' ? pluginName : (caller[member] ?? '');
};

const nameMatcher = (texts: readonly string[] | undefined): ((name: string | undefined) => boolean) => {
  if (texts === undefined) return () => true;
  const matches = matcherOf(texts);
  // Whoever has no name is none of those who are excepted.
  const matchesNobody = texts.length > 0 && texts.every(isExcluding);
  return (name) => (name === undefined ? matchesNobody : matches(name));
};

/**
 * What a call has really cost, for a budget that is charged afterwards. Nobody measures the CPU time of a call whose runner was killed: it counts as
 * if it had used all of its time to run, up to its limit.
 */
export const costOf = ({ budget }: BucketNeed, usage: Usage, cpuLimitMs: number): number => {
  const { cpuMs, runMs, hostRequests } = usage;
  switch (budget) {
    case 'calls':
      return 0;
    case 'cpuMs':
      return cpuMs > 0 ? cpuMs : Math.min(runMs, cpuLimitMs);
    case 'egressRequests':
      return hostRequests?.fetches ?? 0;
    case 'egressBytes':
      return (hostRequests?.requestBytes ?? 0) + (hostRequests?.responseBytes ?? 0);
  }
};

/** The unit of a budget, as callers read it. */
export const UNITS: Readonly<Record<Exclude<Budget, 'calls'>, NonNullable<QuotaState['unit']>>> = {
  cpuMs: 'cpu-ms',
  egressRequests: 'egress-requests',
  egressBytes: 'egress-bytes',
};
