// Finds the files that Node is linked against, so that a runner sees these and no whole library folder.

import { existsSync } from 'node:fs';

/** Absolute paths, as the loader uses them. */
export const sharedLibraries = (): readonly string[] => {
  // Without this the report would look up the names of open connections.
  Object.assign(process.report ?? {}, { excludeNetwork: true });
  const report = process.report?.getReport() as { sharedObjects?: string[] } | undefined;
  return (report?.sharedObjects ?? []).filter(
    (path) => path.startsWith('/') && !path.endsWith('.node') && existsSync(path),
  );
};
