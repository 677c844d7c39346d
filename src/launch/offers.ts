// What this machine may offer to lock runners down, best first, judged by the tools that are there; whether it works is tried.

import type { Means, Offers } from './means.ts';
import type { Programs } from './programs.ts';
import { SYSTEM_CALLS } from './seccomp.ts';

export interface OfferingMachine {
  readonly platform: NodeJS.Platform;
  readonly architecture: string;
  readonly isRoot: boolean;
}

/** The offers of a machine with these programs. */
export const offersOf = ({ platform, architecture, isRoot }: OfferingMachine, programs: Programs): Offers => {
  if (platform !== 'linux' && platform !== 'darwin') return {};
  const limits = [...(programs.prlimit ? ['prlimit' as const] : []), ...(programs.sh ? ['sh' as const] : [])];
  const common: Offers = {
    ...(limits.length > 0 && { limits }),
    ...(isRoot && { user: [...(programs.setpriv ? ['setpriv' as const] : []), 'spawn' as const] }),
  };
  if (platform === 'darwin')
    return { ...common, ...(programs['sandbox-exec'] && { seatbelt: ['narrow', 'wide'] as const }) };
  const isFiltered = SYSTEM_CALLS[architecture] !== undefined;
  const lockers = [
    ...(programs.perl && isFiltered ? ['perl' as const] : []),
    ...(programs.setpriv ? ['setpriv' as const] : []),
  ];
  return {
    ...common,
    ...(programs.bwrap && { box: ['bwrap'] as const }),
    ...(programs.unshare && { namespaces: namespacesOf(isRoot && programs.setpriv !== undefined) }),
    ...(lockers.length > 0 && { noNewPrivileges: lockers, files: lockers, ...(isFiltered && { syscalls: lockers }) }),
  };
};

/** Root makes them before it becomes another user, which needs setpriv. */
const namespacesOf = (asRoot: boolean): readonly NonNullable<Means['namespaces']>[] => [
  ...(asRoot ? (['root-with-proc', 'root'] as const) : []),
  ...(['user-with-proc', 'user'] as const),
];
