// The fields `RateLimit` and `RateLimit-Policy` of the IETF's draft (draft-ietf-httpapi-ratelimit-headers), as lists of structured fields.
// Front process.

import type { QuotaState } from '../protocol/throttle.ts';

/** Names and values in turn. Names of quotas have no quotes and no backslashes. */
export const quotaHeaders = (quotas: readonly QuotaState[]): readonly string[] => [
  'RateLimit-Policy',
  quotas.map(policyOf).join(', '),
  'RateLimit',
  quotas.map(({ name, left, resetS }) => `"${name}";r=${left};t=${resetS}`).join(', '),
];

const policyOf = ({ name, allowed, windowS, unit }: QuotaState): string =>
  `"${name}";q=${allowed}${unit === undefined ? '' : `;qu="${unit}"`}${windowS > 0 ? `;w=${windowS}` : ''}`;
