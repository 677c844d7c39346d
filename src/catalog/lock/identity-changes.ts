// What an upgrade changes of who it is: the number it stands under, the key that signed it, and names that are another plugin's. Front process
// and command line.

import type { VersionChange } from '../../protocol/admin.ts';
import { readPublicKey } from '../bundle/signature-check.ts';
import { type Candidate, versionOf } from '../model/versions.ts';
import type { LockedPlugin } from './lock.ts';
import type { TakenName } from './names.ts';

const keyTold = (publicKey: string): string => `key ${readPublicKey(publicKey)?.keyId ?? publicKey}`;

/** A number that served stands for its content. A manifest without one promises nothing, unless the operator holds on to it by a pin. */
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

/** Another key than the one that signed what was accepted, or none. A first signature takes nothing away. */
function* keyChanges({ key }: LockedPlugin, { signedBy }: Candidate): Generator<VersionChange> {
  if (key === undefined || key === signedBy) return;
  yield { where: 'signature', before: keyTold(key), after: signedBy ? keyTold(signedBy) : 'none', isWidening: true };
}

/** What a bundle claims to be, beside what the lock file says of its plugin and of whose the names of tools are. */
export function* identityChanges(
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
