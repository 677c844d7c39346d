// The box that bubblewrap makes: it has the runner's files and no others, and shows no other process, network or user.

import { realpathSync } from 'node:fs';
import { RUNNER_ENVIRONMENT } from '../child/command.ts';
import { nodeWords } from './node-words.ts';
import { sharedLibraries } from './shared-libraries.ts';

const BOX = '/toolcell';

/** Descriptors that bwrap inherits: one for its report on the box, one with the filter. */
const REPORT = '4';
const FILTER = '5';

const NAMESPACES = [
  '--unshare-all',
  '--die-with-parent',
  '--new-session',
  ...['--cap-drop', 'ALL'],
  ...['--uid', '65534', '--gid', '65534'],
  '--clearenv',
  ...Object.entries(RUNNER_ENVIRONMENT).flatMap(([name, value]) => ['--setenv', name, value]),
  ...['--hostname', 'toolcell'],
];

const FILE_SYSTEM = [
  ...['--proc', '/proc'],
  // If the host runs as root, the box's user owns the files in /proc that change the kernel's settings.
  ...['--remount-ro', '/proc'],
  ...['--dev', '/dev'],
  ...['--remount-ro', '/dev'],
  ...['--remount-ro', '/'],
  ...['--chdir', BOX],
];

export interface BoxParts {
  readonly nodePath: string;
  readonly imageFolder: string;
  readonly nodeFlags: readonly string[];
  readonly hasFilter: boolean;
}

/** The part of a runner's command line that begins with bwrap. */
export const boxWords = (bwrap: string, { nodePath, imageFolder, nodeFlags, hasFilter }: BoxParts): string[] => {
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
    ...nodeWords(`${BOX}/node`, `${BOX}/image`, nodeFlags),
  ];
};
