// Reads how much memory the system lets this process and its children use, and how much of it is left: the smallest limit of the control groups
// around it, or the machine's memory. Any process. Decision 0067.

import { totalmem } from 'node:os';
import { type MemoryGroup, memoryGroups, type ReadText } from './memory-groups.ts';

export interface MemoryLimit {
  readonly bytes: number;
  /** What sets the limit, in words for an operator. */
  readonly setBy: 'a control group' | 'the machine';
  /** As in {@link MemoryGroup}, of any group around this process. */
  readonly endsAll: boolean;
}

/** Never throws. A limit that is not below the machine's memory counts as none. */
export const memoryLimit = (machineBytes: number = totalmem(), read?: ReadText): MemoryLimit => {
  const groups = memoryGroups(read);
  const bytes = Math.min(...groups.map(({ bytes }) => bytes));
  return bytes < machineBytes
    ? { bytes, setBy: 'a control group', endsAll: groups.some(({ endsAll }) => endsAll) }
    : { bytes: machineBytes, setBy: 'the machine', endsAll: false };
};

/** Bytes that are left now; undefined if that cannot be read. */
export type MemoryLeft = () => number | undefined;

/**
 * Tells what the control groups leave to this process and its children; undefined if none limits them. A machine as a whole is left out: what is
 * free on it says little, since its other programs may need more, or give some back. Never throws.
 */
export const memoryLeft = (machineBytes: number = totalmem(), read?: ReadText): MemoryLeft | undefined => {
  const limited = memoryGroups(read).filter(({ bytes }) => bytes < machineBytes);
  if (limited.length === 0) return undefined;
  return () => {
    const left = limited.map(leftOf).filter((bytes) => bytes !== undefined);
    return left.length === 0 ? undefined : Math.min(...left);
  };
};

const leftOf = ({ bytes, usedBytes }: MemoryGroup): number | undefined => {
  const used = usedBytes();
  return used === undefined ? undefined : bytes - used;
};
