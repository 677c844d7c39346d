// A runner's command line without a box: the system's own tools that work on this machine, one around the other. Front process, main thread.
// Decision 0019.

import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Means } from './means.ts';
import { nodeWords, RANDOM_BYTES } from './node-words.ts';
import type { Programs } from './programs.ts';
import { seatbeltWords } from './seatbelt.ts';
import { SYSTEM_CALLS } from './seccomp.ts';
import { sharedLibraries } from './shared-libraries.ts';

/** Files of the image. */
export const LOCK_DOWN_SCRIPT = 'lock-down.pl';
export const FILTER_FILE = 'seccomp.bpf';

/** User and group of a runner if the host runs as root: those of `nobody` on every Linux. */
export const UNPRIVILEGED_ID = 65_534;

/** The descriptor on which a runner inherits Node if its user cannot reach Node's file by name. */
const THROUGH_DESCRIPTOR = '/proc/self/fd/4';

export interface BareParts {
  readonly means: Means;
  readonly programs: Programs;
  readonly architecture: string;
  readonly nodePath: string;
  readonly imageFolder: string;
  readonly nodeFlags: readonly string[];
}

/** True if the runner's user cannot reach Node by its path, so that it has to inherit it. */
export const mustInheritNode = ({ means, nodePath }: Pick<BareParts, 'means' | 'nodePath'>): boolean =>
  means.user !== undefined && !isOpenToAll(realpathSync(nodePath));

/** The command and its arguments, without limits. */
export const bareWords = (parts: BareParts): string[] => {
  const { means, nodePath } = parts;
  // Node checks permissions against real paths, and a temporary folder is often reached through a link.
  const image = realpathSync(parts.imageFolder);
  const node = mustInheritNode(parts) ? THROUGH_DESCRIPTOR : means.seatbelt ? realpathSync(nodePath) : nodePath;
  return [
    ...outside(parts),
    ...inside(parts, image, node),
    ...seatbeltWords(parts, image, node),
    ...nodeWords(node, image, parts.nodeFlags),
  ];
};

/** The command up to the namespaces. Their first process dies with the broker, and everything in them dies with it. */
const outside = ({ means, programs: { setpriv, unshare } }: BareParts): string[] => {
  const { namespaces } = means;
  if (namespaces === undefined || unshare === undefined) return [];
  const asUser = namespaces.startsWith('user');
  return [
    ...(setpriv ? [setpriv, '--pdeathsig', 'KILL', ...(asUser ? userWords(means) : [])] : []),
    unshare,
    // Inside, the user who runs the host is seen as nobody.
    ...(asUser ? ['--user', `--map-user=${UNPRIVILEGED_ID}`, `--map-group=${UNPRIVILEGED_ID}`] : []),
    ...['--net', '--pid', '--ipc', '--uts', '--fork', '--kill-child=SIGKILL'],
    ...(namespaces.endsWith('with-proc') ? ['--mount', '--mount-proc'] : []),
  ];
};

const userWords = ({ user }: Means): string[] =>
  user === 'setpriv'
    ? [
        `--reuid=${UNPRIVILEGED_ID}`,
        `--regid=${UNPRIVILEGED_ID}`,
        '--clear-groups',
        '--inh-caps=-all',
        '--bounding-set=-all',
      ]
    : [];

/** The command inside the namespaces. */
const inside = (parts: BareParts, image: string, node: string): string[] => {
  const { means, programs } = parts;
  const isUserDone = means.namespaces?.startsWith('user') ?? false;
  // Only a process that can gain no privileges may lock itself down.
  const isLocking = [means.noNewPrivileges, means.files, means.syscalls].includes('setpriv');
  // Two processes: setpriv sets the filter before it changes its user, which the filter does not let it do.
  const asUser = isUserDone ? [] : userWords(means);
  const own = [
    ...(isLocking ? ['--no-new-privs', '--pdeathsig', 'KILL'] : []),
    ...(means.syscalls === 'setpriv' ? ['--seccomp-filter', `${image}/${FILTER_FILE}`] : []),
    ...(means.files === 'setpriv' ? ['--landlock-access', 'fs', ...landlockRules(image, node)] : []),
  ];
  const steps = means.syscalls === 'setpriv' && asUser.length > 0 ? [asUser, own] : [[...asUser, ...own]];
  return [
    ...steps.flatMap((words) => (programs.setpriv && words.length > 0 ? [programs.setpriv, ...words] : [])),
    ...perlWords(parts, image, node),
  ];
};

const perlWords = ({ means, programs: { perl }, architecture }: BareParts, image: string, node: string): string[] => {
  const calls = SYSTEM_CALLS[architecture];
  const { noNewPrivileges, files, syscalls } = means;
  if (!perl || !calls || ![noNewPrivileges, files, syscalls].includes('perl')) return [];
  return [
    perl,
    `${image}/${LOCK_DOWN_SCRIPT}`,
    ...[String(calls.prctl), String(calls.seccomp)],
    ...(files === 'perl' ? [...runnable(node).map((path) => `run=${path}`), `read=${image}`] : []),
    ...(files === 'perl' ? readable().map((path) => `read=${path}`) : []),
    ...(syscalls === 'perl' ? [`filter=${image}/${FILTER_FILE}`] : []),
    '--',
  ];
};

const landlockRules = (image: string, node: string): string[] =>
  [
    ...runnable(node).map((path) => `execute,read-file:${path}`),
    `read-file,read-dir:${image}`,
    ...readable().map((path) => `read-file:${path}`),
  ].flatMap((rule) => ['--landlock-rule', `path-beneath:${rule}`]);

/** Node and the files that it is linked against. */
const runnable = (node: string): string[] => [
  node === THROUGH_DESCRIPTOR ? node : realpathSync(node),
  ...sharedLibraries().map((path) => realpathSync(path)),
];

/** The index in which the loader finds the libraries, and random bytes. */
const readable = (): string[] => ['/etc/ld.so.cache', RANDOM_BYTES].filter((path) => existsSync(path));

const OTHERS_MAY_RUN = 0o001;
const OTHERS_MAY_READ_AND_RUN = 0o005;

const isOpenToAll = (path: string): boolean => {
  if ((statSync(path).mode & OTHERS_MAY_READ_AND_RUN) !== OTHERS_MAY_READ_AND_RUN) return false;
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if ((statSync(folder).mode & OTHERS_MAY_RUN) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
};
