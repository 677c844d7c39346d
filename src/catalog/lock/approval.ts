// Decides by the lock file whether a bundle may serve. The operator's policy decides which changes wait for approval.
// Front process and command line.

import type { ApprovalPolicy } from '../../settings/config.ts';
import type { VersionChange } from '../../shared/protocol/admin.ts';
import { readPublicKey } from '../bundle/signature-check.ts';
import { type Candidate, versionOf } from '../model/versions.ts';
import { changesBetween, mostOf } from './changes.ts';
import type { LockedPlugin } from './lock.ts';
import type { TakenName } from './names.ts';

/** Whether a bundle may serve. If not: its changes that wait for approval, at most 200. */
export type Approval =
  | { readonly mayServe: true }
  | { readonly mayServe: false; readonly changes: readonly VersionChange[] };

const YES: Approval = Object.freeze({ mayServe: true });

/** The lock file's entry for a plugin, and the names that a bundle of the plugin claims. */
export interface Locked {
  readonly entry: LockedPlugin | undefined;
  /** Names of other plugins. */
  readonly taken: readonly TakenName[];
}

/**
 * A plugin seen for the first time may serve, because the operator has put it into the folder. So may every version that was accepted before.
 * Neither may take the name of another plugin's tool.
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

const keyText = (publicKey: string): string => `key ${readPublicKey(publicKey)?.keyId ?? publicKey}`;

/** A version number that has served keeps its content. A manifest without one promises nothing, unless the operator has pinned it. */
function* versionChanges(
  { versions, pinned }: LockedPlugin,
  { manifest, digest }: Candidate,
): Generator<VersionChange> {
  const version = versionOf(manifest);
  const bound = versions.find((one) => one.version === version);
  const isBinding = manifest.version !== undefined || pinned === version;
  if (bound && bound.digest !== digest && isBinding)
    yield {
      where: '/version',
      before: `${version} is ${bound.digest}`,
      after: `${version} is ${digest}`,
      isWidening: true,
    };
}

/** The key differs from the one that signed the accepted version, or is missing. A first signature takes nothing away. */
function* keyChanges({ key }: LockedPlugin, { signedBy }: Candidate): Generator<VersionChange> {
  if (key === undefined || key === signedBy) return;
  yield { where: 'signature', before: keyText(key), after: signedBy ? keyText(signedBy) : 'none', isWidening: true };
}

/** Changes of identity, by the lock file's record of the plugin and of the owners of tool names. */
function* identityChanges(
  entry: LockedPlugin | undefined,
  candidate: Candidate,
  taken: readonly TakenName[],
): Generator<VersionChange> {
  const { name } = candidate.manifest;
  for (const { tool, owner } of taken)
    yield { where: `${tool} /name`, before: `a tool of ${owner}`, after: `a tool of ${name}`, isWidening: true };
  if (!entry) return;
  yield* versionChanges(entry, candidate);
  yield* keyChanges(entry, candidate);
}
