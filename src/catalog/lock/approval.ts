// May a bundle serve, by what the lock file says of its plugin? The operator's policy decides which changes wait for a word of
// theirs. Front process and command line.

import type { ApprovalPolicy } from '../../config/config.ts';
import type { VersionChange } from '../../protocol/admin.ts';
import type { Candidate } from '../model/versions.ts';
import { changesBetween, mostOf } from './changes.ts';
import { identityChanges } from './identity-changes.ts';
import type { LockedPlugin } from './lock.ts';
import type { TakenName } from './names.ts';

export type Approval =
  | { readonly mayServe: true }
  | { readonly mayServe: false; readonly changes: readonly VersionChange[] };

const YES: Approval = Object.freeze({ mayServe: true });

/** What the lock file says of a plugin and of the names that a bundle of it claims. */
export interface Locked {
  readonly entry: LockedPlugin | undefined;
  /** Names of other plugins. */
  readonly taken: readonly TakenName[];
}

/**
 * A plugin seen for the first time may serve: the operator has put it there. So may every version that was accepted before. Neither may take the
 * name of another plugin's tool.
 */
export const approvalOf = (candidate: Candidate, { entry, taken }: Locked, policy: ApprovalPolicy): Approval => {
  if (policy === 'never') return YES;
  if (taken.length === 0 && (!entry || entry.accepted.includes(candidate.digest))) return YES;
  const changes = [
    ...identityChanges(entry, candidate, taken),
    ...(entry ? changesBetween(entry, candidate.manifest) : []),
  ];
  const waits = policy === 'any change' || changes.some(({ isWidening }) => isWidening);
  return waits ? { mayServe: false, changes: mostOf(changes) } : YES;
};
