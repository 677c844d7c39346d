// Reads the control groups around this process: how much memory each lets its processes use, and how much they use. Any process; Linux knows
// control groups, both versions of them, other systems none. Decision 0067.

import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

export interface MemoryGroup {
  /** Infinite if it has no limit. */
  readonly bytes: number;
  /** At the limit the kernel ends every process of the group, and not only the one that it chose (`memory.oom.group`). */
  readonly endsAll: boolean;
  /** What its processes use now and the kernel cannot take back; undefined if that cannot be read. */
  usedBytes(): number | undefined;
}

/** Text of a system's file, or undefined if it cannot be read. */
export type ReadText = (path: string) => string | undefined;

/** This process's own group and those above it, as far as they are mounted here. Never throws. */
export const memoryGroups = (read: ReadText = readText): readonly MemoryGroup[] => {
  const memberships = linesOf(read('/proc/self/cgroup')).map((line) => line.split(':'));
  return mountsOf(read('/proc/self/mountinfo')).flatMap(({ isVersion2, root, folder }) => {
    // "4:memory:/path" in version 1, "0::/path" in version 2.
    const own = memberships.find(([, controllers = '']) =>
      isVersion2 ? controllers === '' : controllers.split(',').includes('memory'),
    );
    if (own === undefined) return [];
    const path = folderOf(folder, root, own.slice(2).join(':'));
    const groupOf = isVersion2 ? groupVersion2 : groupVersion1;
    return foldersUpTo(folder, path).map((each) => groupOf(each, read));
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

/** The folder and those above it, up to the mount: each group may have a smaller limit than the ones below. */
const foldersUpTo = (mount: string, folder: string): readonly string[] =>
  folder === mount || folder === dirname(folder) ? [folder] : [folder, ...foldersUpTo(mount, dirname(folder))];

const groupVersion2 = (folder: string, read: ReadText): MemoryGroup => ({
  bytes: numberOf(read(join(folder, 'memory.max'))),
  endsAll: read(join(folder, 'memory.oom.group'))?.trim() === '1',
  usedBytes: () => usedOf(read(join(folder, 'memory.current')), read(join(folder, 'memory.stat')), 2),
});

/** In version 1 the kernel itself says which limit is the smallest, also of groups that are not mounted here. */
const groupVersion1 = (folder: string, read: ReadText): MemoryGroup => {
  const found = statOf(read(join(folder, 'memory.stat')) ?? '', 'hierarchical_memory_limit');
  return {
    bytes: found ?? numberOf(read(join(folder, 'memory.limit_in_bytes'))),
    endsAll: false,
    usedBytes: () => usedOf(read(join(folder, 'memory.usage_in_bytes')), read(join(folder, 'memory.stat')), 1),
  };
};

/** Names in `memory.stat`, of a group with all below it: pages of files on both lists of the kernel, and those that processes have mapped. */
const CACHE = {
  1: { lists: ['total_inactive_file', 'total_active_file'], mapped: 'total_mapped_file' },
  2: { lists: ['inactive_file', 'active_file'], mapped: 'file_mapped' },
};

/** All that is counted, without the pages of files that no process has mapped: the kernel drops these before it ends a process. */
const usedOf = (total: string | undefined, stat: string | undefined, version: 1 | 2): number | undefined => {
  const bytes = Number.parseInt(total ?? '', 10);
  if (Number.isNaN(bytes) || stat === undefined) return undefined;
  const { lists, mapped } = CACHE[version];
  const cached = lists.reduce((sum, name) => sum + (statOf(stat, name) ?? 0), 0);
  return Math.max(0, bytes - Math.max(0, cached - (statOf(stat, mapped) ?? 0)));
};

const statOf = (stat: string, name: string): number | undefined => {
  const [, digits] = new RegExp(`^${name} (\\d+)$`, 'm').exec(stat) ?? [];
  return digits === undefined ? undefined : Number(digits);
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
