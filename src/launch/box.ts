// The box that bubblewrap makes: a file system with the runner's files and nothing else, and no other process, network or user in sight.

import { realpathSync } from 'node:fs';
import { nodeWords } from './node-words.ts';
import { sharedLibraries } from './shared-libraries.ts';

const BOX = '/toolcell';

/** Descriptors that bwrap inherits: its report of the box, and the filter. */
const REPORT = '4';
const FILTER = '5';

const NAMESPACES = [
  '--unshare-all',
  '--die-with-parent',
  '--new-session',
  ...['--cap-drop', 'ALL'],
  ...['--uid', '65534', '--gid', '65534'],
  '--clearenv',
  ...['--hostname', 'toolcell'],
];

const FILE_SYSTEM = [
  ...['--proc', '/proc'],
  // Its switches belong to the owner of the files, which the box's user is if the host runs as root.
  ...['--remount-ro', '/proc'],
  ...['--dev', '/dev'],
  ...['--remount-ro', '/dev'],
  ...['--remount-ro', '/'],
  ...['--chdir', BOX],
];

/** A runner's command line from bwrap on. */
export const boxWords = (
  bwrap: string,
  { nodePath, imageFolder, hasFilter }: { nodePath: string; imageFolder: string; hasFilter: boolean },
): string[] => {
  const binds: [from: string, to: string][] = [
    [realpathSync(nodePath), `${BOX}/node`],
    [imageFolder, `${BOX}/image`],
    ...sharedLibraries().map((path): [string, string] => [realpathSync(path), path]),
  ];
  return [
    bwrap,
    ...NAMESPACES,
    ...binds.flatMap(([from, to]) => ['--ro-bind', from, to]),
    ...FILE_SYSTEM,
    ...['--info-fd', REPORT],
    ...(hasFilter ? ['--seccomp', FILTER] : []),
    ...nodeWords(`${BOX}/node`, `${BOX}/image`),
  ];
};
