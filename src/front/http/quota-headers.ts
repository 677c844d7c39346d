// The fields `RateLimit` and `RateLimit-Policy` of the IETF's draft (draft-ietf-httpapi-ratelimit-headers), as lists of structured fields.
// Front process.

import type { QuotaState } from '../../shared/protocol/throttle.ts';

/** Names and values in turn. Names of quotas have no quotes and no backslashes. */
export const quotaHeaders = (quotas: readonly QuotaState[]): readonly string[] => {
  let policies = '';
  let states = '';
  for (const quota of quotas) {
    const separator = policies === '' ? '' : ', ';
    policies += separator + policyOf(quota);
    states += `${separator}"${quota.name}";r=${quota.left};t=${quota.resetS}`;
  }
  return ['RateLimit-Policy', policies, 'RateLimit', states];
};

const policyOf = ({ name, allowed, windowS, unit }: QuotaState): string =>
  `"${name}";q=${allowed}${unit === undefined ? '' : `;qu="${unit}"`}${windowS > 0 ? `;w=${windowS}` : ''}`;
