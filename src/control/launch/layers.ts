// Describes what locks runners down here, for a person who has not read the documents: the effect of each layer, the means behind it, and how
// to add one that is missing. Front process and commands.

import type { IsolationEffect } from '../../shared/protocol/isolation.ts';
import type { Choice, Means, Part } from './means.ts';
import type { Machine } from './offers.ts';
import { hasFilter } from './seccomp.ts';

/** One layer around a runner, as start-up and `doctor` show it. */
export interface IsolationLayer {
  readonly name: IsolationEffect | 'process' | 'node permissions' | 'memory watch';
  readonly active: boolean;
  /** What the layer stops, and by which means. If it is not active: the consequence, the reason, and the command that adds it. */
  readonly note: string;
}

interface Effect {
  readonly name: IsolationEffect;
  /** The means behind it on this machine, best first; empty if the layer is missing. */
  readonly through: readonly string[];
  readonly held: string;
  readonly missing: string;
  /** Parts whose failure explains why it is missing. */
  readonly parts: readonly Part[];
}

const INSTALL = 'add it with: apt-get install bubblewrap';
const NOT_LINUX = 'only Linux can';

/** Every layer in the order start-up prints, active or not. */
export const describeLayers = (choice: Choice, machine: Machine): readonly IsolationLayer[] => [
  {
    name: 'process',
    active: true,
    note: "each plugin has a process of its own, with nothing of the host's environment",
  },
  {
    name: 'node permissions',
    active: true,
    note: "no file, network or child process through Node's own functions",
  },
  ...effects(choice.means, machine).map((effect) => layerOf(effect, choice, machine)),
  machine.platform === 'linux'
    ? { name: 'memory watch', active: true, note: 'a process over runnerRssMb is ended (polled)' }
    : {
        name: 'memory watch',
        active: false,
        note: `a process can take more memory than runnerRssMb; the heap limit holds; ${NOT_LINUX} do more`,
      },
];

const layerOf = ({ name, through, held, missing, parts }: Effect, choice: Choice, machine: Machine): IsolationLayer => {
  if (through.length > 0) return { name, active: true, note: `${held} (${through.join(', ')})` };
  const whys = [
    ...new Set(
      ['box' as const, ...parts].flatMap((part) =>
        choice.failures[part] ? [`${TOOLS[part]} cannot run here: ${choice.failures[part]}`] : [],
      ),
    ),
  ];
  return { name, active: false, note: [missing, ...whys, adviceFor(name, choice, machine)].join('; ') };
};

const TOOLS: Readonly<Record<Part, string>> = {
  box: 'bubblewrap',
  limits: 'prlimit',
  namespaces: 'unshare',
  user: 'giving up root',
  noNewPrivileges: 'setpriv',
  files: 'Landlock',
  syscalls: 'seccomp',
  seatbelt: 'Seatbelt',
};

/** The command that adds a layer, if there is one. */
const adviceFor = (
  name: IsolationEffect,
  { means, failures }: Choice,
  { platform, architecture, isRoot }: Machine,
): string => {
  if (platform !== 'linux')
    return platform === 'darwin'
      ? 'run Toolcell in a Linux container or machine for it'
      : 'run Toolcell under Linux or WSL 2 for it';
  if (name === 'syscalls' && !hasFilter(architecture)) return 'the filter is not written for this processor';
  if (name === 'resources') return 'add it with: apt-get install util-linux';
  if (failures.box !== undefined) return 'docs/operating.md says what the kernel or the container has to allow';
  if (name === 'privileges' && isRoot && means.user === undefined)
    return `start Toolcell as an ordinary user, or ${INSTALL}`;
  return INSTALL;
};

/** The effects that the operating system gives, each with the means behind it. */
const effects = (means: Means, machine: Machine): readonly Effect[] => {
  const { box, namespaces, seatbelt, files, syscalls, limits } = means;
  const boxed = box ? ['bubblewrap'] : [];
  const filtered = (box && hasFilter(machine.architecture)) || syscalls ? ['seccomp'] : [];
  const ownNamespaces = namespaces ? ['namespaces'] : [];
  const belt = seatbelt ? ['Seatbelt'] : [];
  return [
    {
      name: 'network',
      through: [...boxed, ...ownNamespaces, ...filtered, ...belt],
      held: 'no connection in or out',
      missing: 'code that escapes from V8 could reach your network',
      parts: ['namespaces', 'syscalls', 'seatbelt'],
    },
    {
      name: 'files',
      through: [...boxed, ...(files ? ['Landlock'] : []), ...(seatbelt === 'narrow' ? belt : [])],
      held: "nothing can be written, nothing read but Node and the runner's code",
      missing: 'code that escapes from V8 could read what its user can read',
      parts: ['files', 'seatbelt'],
    },
    {
      name: 'processes',
      through: [...boxed, ...ownNamespaces, ...belt],
      held: 'no other process can be seen or signalled',
      missing: 'code that escapes from V8 could see other processes',
      parts: ['namespaces', 'seatbelt'],
    },
    {
      name: 'syscalls',
      through: filtered,
      held: 'sockets, new processes, ptrace, mounts and kernel doors are denied',
      missing: 'more of the kernel is open to code that escapes from V8',
      parts: ['syscalls'],
    },
    {
      name: 'privileges',
      through: [...boxed, ...privilegesThrough(means, machine)],
      held: 'an unprivileged user that cannot become another',
      missing:
        machine.isRoot && means.user === undefined
          ? 'runners run as root'
          : 'code that escapes from V8 could run setuid programs',
      parts: ['user', 'noNewPrivileges'],
    },
    {
      name: 'resources',
      through: limits === undefined ? [] : ['rlimits'],
      held: 'data, descriptors, file size and core dumps are capped',
      missing: 'the kernel caps no memory, files or descriptors of a runner',
      parts: ['limits'],
    },
  ];
};

const privilegesThrough = ({ user, noNewPrivileges, seatbelt }: Means, { isRoot }: Machine): readonly string[] => {
  const isUnprivileged = !isRoot || user !== undefined;
  if (seatbelt && isUnprivileged) return ['Seatbelt'];
  if (noNewPrivileges === undefined || !isUnprivileged) return [];
  return [user === undefined ? 'no_new_privs' : 'user nobody, no_new_privs'];
};
