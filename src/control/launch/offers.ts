// Lists the means that this machine may have to lock runners down, best first. It looks only at the tools present; means.ts tries them.

import type { Means, Offers } from './means.ts';
import type { Programs } from './programs.ts';
import { hasFilter } from './seccomp.ts';

export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly architecture: string;
  readonly isRoot: boolean;
}

/** The means of a machine with these programs. */
export const offersOf = ({ platform, architecture, isRoot }: Machine, programs: Programs): Offers => {
  if (platform !== 'linux' && platform !== 'darwin') return {};
  const limits = (['prlimit', 'sh'] as const).filter((name) => programs[name]);
  const common: Offers = {
    ...(limits.length > 0 && { limits }),
    ...(isRoot && { user: [...(programs.setpriv ? ['setpriv' as const] : []), 'spawn' as const] }),
  };
  if (platform === 'darwin')
    return { ...common, ...(programs['sandbox-exec'] && { seatbelt: ['narrow', 'wide'] as const }) };
  const isFiltered = hasFilter(architecture);
  const lockers = (['perl', 'setpriv'] as const).filter((name) => programs[name] && (name !== 'perl' || isFiltered));
  return {
    ...common,
    ...(programs.bwrap && { box: ['bwrap'] as const }),
    ...(programs.unshare && { namespaces: namespacesOf(isRoot && programs.setpriv !== undefined) }),
    ...(lockers.length > 0 && { noNewPrivileges: lockers, files: lockers, ...(isFiltered && { syscalls: lockers }) }),
  };
};

/** Root makes the namespaces before it becomes another user, which needs setpriv. */
const namespacesOf = (asRoot: boolean): readonly NonNullable<Means['namespaces']>[] => [
  ...(asRoot ? (['root-with-proc', 'root'] as const) : []),
  ...(['user-with-proc', 'user'] as const),
];
