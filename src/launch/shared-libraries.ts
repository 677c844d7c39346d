// The files that Node is linked against, so that a runner can be shown these and no library folder as a whole.

import { existsSync } from 'node:fs';

/** Absolute paths, as the loader looks for them. */
export const sharedLibraries = (): readonly string[] => {
  // Without this the report would look up the names of open connections.
  Object.assign(process.report ?? {}, { excludeNetwork: true });
  const report = process.report?.getReport() as { sharedObjects?: string[] } | undefined;
  return (report?.sharedObjects ?? []).filter(
    (path) => path.startsWith('/') && !path.endsWith('.node') && existsSync(path),
  );
};
