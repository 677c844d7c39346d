// Says that a command has begun a new installation: in a wrong folder, nothing else would show it.

import type { Style } from '../common/command.ts';

/** `path`: what was made. */
export const newPlaceLines = (path: string, style: Style): readonly string[] => [
  `${style.warning('!')} There was neither a configuration nor a plugins folder here, so this begins a new installation: ${path}`,
  '  If the server runs elsewhere, go to its folder, or name its file with --config.',
];
