// Whether a version that may serve stands by, because it asks for what is not granted yet. Front process and command line.

import type { Config } from '../../settings/config.ts';
import { type ReachConfig, waitsForGrants } from './capabilities.ts';
import type { Candidate } from './versions.ts';

/** The parts of a configuration that decide it. */
export type YieldConfig = ReachConfig & { readonly plugins: Pick<Config['plugins'], 'listUngranted'> };

/**
 * True if a version that has not served yet leaves its place to the version that served last: agents would find its tools no more, and they find those of
 * the version before. Once it has served, a grant that is taken back does not bring the version before back.
 */
export const yieldsTo = (candidate: Candidate, servedLast: Candidate | undefined, config: YieldConfig): boolean =>
  servedLast !== undefined &&
  servedLast.digest !== candidate.digest &&
  !config.plugins.listUngranted &&
  waitsForGrants(candidate.manifest, config) &&
  !waitsForGrants(servedLast.manifest, config);
