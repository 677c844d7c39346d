// The section `throttling`: how often, and at which cost, tools may be called. Data only.

import { COUNTED_BY, EVERY_MS } from '../rules/quota.ts';
import { COUNTED, COUNTED_CALLER, PLUGIN_PATTERN, RULE_NAME, TOOL_PATTERN } from './forms.ts';
import { choice, list, live, named, whole } from './setting.ts';

const EVERY = Object.keys(EVERY_MS) as (keyof typeof EVERY_MS)[];
const MANY = { min: 1, max: 1_000_000_000_000 } as const;

/** The limit of a quota that has no default: what is not set limits nothing. */
const most = (standard: number, meaning: string, reason: string) =>
  whole({ default: standard, ...MANY }, meaning, reason);

const QUOTA = {
  per: list(
    COUNTED,
    `What is counted separately: ${COUNTED_BY.map((member) => `\`${member}\``).join(', ')}, or several of them together.`,
    'Without it, all calls that the quota is about are counted together; callers without a key count as one client.',
  ),
  clients: list(
    COUNTED_CALLER,
    'Names or patterns of the clients that the quota is about; with `!` those that it is not about.',
    'Everyone is counted by a quota without it.',
  ),
  orgs: list(
    COUNTED_CALLER,
    'Names or patterns of the organisations that the quota is about; with `!` those that it is not about.',
    'Everyone is counted by a quota without it.',
  ),
  plugins: list(
    PLUGIN_PATTERN,
    'Names or patterns of the plugins that the quota is about; with `!` those that it is not about.',
    'Every plugin is counted by a quota without it.',
  ),
  tools: list(
    TOOL_PATTERN,
    'Names or patterns of the tools that the quota is about; with `!` those that it is not about.',
    'Every tool is counted by a quota without it.',
  ),
  every: choice(
    EVERY,
    'minute',
    'The time that `calls`, `cpuMs`, `egressRequests` and `egressBytes` are for.',
    'A minute is short enough that a caller can wait for it.',
  ),
  calls: most(
    600,
    'Calls that may begin in this time.',
    'They come back steadily, so a caller who has used them up need not wait for the whole time.',
  ),
  burst: most(
    600,
    'Calls that may come at once; as many as `calls` if absent.',
    'Less than `calls` spreads them over the time.',
  ),
  concurrentCalls: most(
    8,
    'Calls that may be under way at a time, queued ones too.',
    'Long calls take runners for long, however few they are.',
  ),
  cpuMs: most(
    60_000,
    'CPU time that calls may use in this time, as it was measured.',
    'Two calls may differ a thousandfold in what they cost.',
  ),
  egressRequests: most(
    1_000,
    'Requests that tools may send to other servers in this time.',
    'Servers that tools ask have limits of their own.',
  ),
  egressBytes: most(
    1_000_000_000,
    'Bytes of the bodies that tools may send and receive in this time.',
    'Traffic may cost money.',
  ),
};

export const THROTTLING = {
  quotas: live(
    named({
      keyWord: 'name of a quota',
      keyForm: RULE_NAME,
      each: QUOTA,
      meaning:
        'Name → a quota: what it counts separately (`per`), whom and what it is about (`clients`, `orgs`, `plugins`, `tools`), and how much is allowed (`calls`, `burst`, `concurrentCalls`, `cpuMs`, `egressRequests`, `egressBytes`) in which time (`every`).',
      reason: 'Without quotas, callers share what `pool` and `limits` leave.',
    }),
  ),
};
