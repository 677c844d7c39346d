// Reads how much memory the system lets this process and its children use: the smallest limit of the control groups around it, or the machine's memory.
// Any process; Linux knows control groups, other systems only the machine.

import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { dirname, join, relative } from 'node:path';

export interface MemoryLimit {
  readonly bytes: number;
  /** What sets the limit, in words for an operator. */
  readonly setBy: 'a control group' | 'the machine';
  /** At the limit the kernel ends every process of the group, and not only the one that it chose (`memory.oom.group`). */
  readonly endsAll: boolean;
}

/** Text of a system's file, or undefined if it cannot be read. */
export type ReadText = (path: string) => string | undefined;

/** Never throws. A limit that is not below the machine's memory counts as none. */
export const memoryLimit = (machineBytes: number = totalmem(), read: ReadText = readText): MemoryLimit => {
  const groups = groupsOf(read);
  const bytes = Math.min(...groups.map(({ bytes }) => bytes));
  return bytes < machineBytes
    ? { bytes, setBy: 'a control group', endsAll: groups.some(({ endsAll }) => endsAll) }
    : { bytes: machineBytes, setBy: 'the machine', endsAll: false };
};

interface Group {
  readonly bytes: number;
  readonly endsAll: boolean;
}

const groupsOf = (read: ReadText): readonly Group[] => {
  const memberships = linesOf(read('/proc/self/cgroup')).map((line) => line.split(':'));
  return mountsOf(read('/proc/self/mountinfo')).flatMap(({ isVersion2, root, folder }) => {
    // "4:memory:/path" in version 1, "0::/path" in version 2.
    const own = memberships.find(([, controllers = '']) =>
      isVersion2 ? controllers === '' : controllers.split(',').includes('memory'),
    );
    if (own === undefined) return [];
    const path = folderOf(folder, root, own.slice(2).join(':'));
    return isVersion2
      ? foldersUpTo(folder, path).map((each) => groupVersion2(each, read))
      : [groupVersion1(path, read)];
  });
};

interface Mount {
  readonly isVersion2: boolean;
  /** The group that is mounted. In a container without a namespace of groups, that is the container's own. */
  readonly root: string;
  readonly folder: string;
}

/** Where the groups that limit memory are mounted: "36 25 0:32 ROOT FOLDER rw,… shared:9 - TYPE SOURCE rw,memory". */
const mountsOf = (text: string | undefined): readonly Mount[] =>
  linesOf(text).flatMap((line) => {
    const [, , , root = '', folder = '', ...others] = line.split(' ');
    const [type, , options = ''] = others.slice(others.indexOf('-') + 1);
    const isVersion2 = type === 'cgroup2';
    return isVersion2 || (type === 'cgroup' && options.split(',').includes('memory'))
      ? [{ isVersion2, root, folder }]
      : [];
  });

/** The folder of a group; that of the mount if the group is not below what is mounted. */
const folderOf = (folder: string, root: string, group: string): string => {
  const below = relative(root, group);
  return below.startsWith('..') ? folder : join(folder, below);
};

/** The folder and those above it, up to the mount: in version 2 each group may have a smaller limit than the ones below. */
const foldersUpTo = (mount: string, folder: string): readonly string[] =>
  folder === mount || folder === dirname(folder) ? [folder] : [folder, ...foldersUpTo(mount, dirname(folder))];

const groupVersion2 = (folder: string, read: ReadText): Group => ({
  bytes: numberOf(read(join(folder, 'memory.max'))),
  endsAll: read(join(folder, 'memory.oom.group'))?.trim() === '1',
});

/** In version 1 the kernel itself says which limit is the smallest, also of groups that are not mounted here. */
const groupVersion1 = (folder: string, read: ReadText): Group => {
  const found = /^hierarchical_memory_limit (\d+)$/m.exec(read(join(folder, 'memory.stat')) ?? '');
  return { bytes: numberOf(found?.[1] ?? read(join(folder, 'memory.limit_in_bytes'))), endsAll: false };
};

/** Infinity for `max`, and for a file that cannot be read. */
const numberOf = (text: string | undefined): number => Number.parseInt(text ?? '', 10) || Number.POSITIVE_INFINITY;

const linesOf = (text: string | undefined): readonly string[] => (text ?? '').split('\n').filter((line) => line !== '');

const readText: ReadText = (path) => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
};
