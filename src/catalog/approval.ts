// May a bundle serve, by what the lock file says of its plugin? The operator's policy decides which changes wait for a word of
// theirs. Front process and command line.

import type { ApprovalPolicy } from '../config/config.ts';
import { type Change, changesBetween } from './changes.ts';
import type { LockedPlugin } from './lock.ts';
import type { Candidate } from './versions.ts';

export type Approval = { readonly mayServe: true } | { readonly mayServe: false; readonly changes: readonly Change[] };

const YES: Approval = Object.freeze({ mayServe: true });

/** A plugin seen for the first time may serve: the operator has put it there. So may every version that was accepted before. */
export const approvalOf = (
  { manifest, digest }: Candidate,
  entry: LockedPlugin | undefined,
  policy: ApprovalPolicy,
): Approval => {
  if (!entry || policy === 'never' || entry.accepted.includes(digest)) return YES;
  const changes = changesBetween(entry, manifest);
  const waits = policy === 'any change' || changes.some(({ isWidening }) => isWidening);
  return waits ? { mayServe: false, changes } : YES;
};
