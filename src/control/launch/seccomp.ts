// Assembles the seccomp filter of runner processes as classic BPF. It allows one list of calls, refuses another list with EPERM, and
// answers ENOSYS to every other call, including calls that later kernels add. Source: linux/seccomp.h, linux/filter.h.

import { ALLOWED_CALLS, type CallTable, REFUSED_CALLS } from './system-calls.ts';

interface Architecture {
  /** AUDIT_ARCH_* value. */
  readonly audit: number;
  /** Index into a call's numbers. */
  readonly column: 0 | 1;
  readonly clone: number;
  /** Numbers of the system calls that set the filter. */
  readonly prctl: number;
  readonly seccomp: number;
}

const ARCHITECTURES: Readonly<Record<string, Architecture>> = {
  x64: { audit: 0xc000003e, column: 0, clone: 56, prctl: 157, seccomp: 317 },
  arm64: { audit: 0xc00000b7, column: 1, clone: 220, prctl: 167, seccomp: 277 },
};

const LOAD_WORD = 0x20;
const JUMP_EQUAL = 0x15;
const JUMP_GREATER_EQUAL = 0x35;
const JUMP_SET = 0x45;
const RETURN = 0x06;

const ALLOW = 0x7fff0000;
const EPERM = 0x00050001;
const ENOSYS = 0x00050026;
const KILL_PROCESS = 0x80000000;

// Offsets in struct seccomp_data.
const NUMBER = 0;
const AUDIT_ARCH = 4;
const FIRST_ARGUMENT = 16;

const X32_BIT = 0x40000000;
/** CLONE_NEWTIME is not among clone's flags; the others: NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET. */
const NAMESPACE_FLAGS = 0x7e020000;
/** Set for a thread, and not for a process. */
const CLONE_THREAD = 0x00010000;

/** Numbers of the system calls that set the filter, by architecture. */
export const SYSTEM_CALLS: Readonly<Record<string, { readonly prctl: number; readonly seccomp: number }>> =
  ARCHITECTURES;

/** True if the filter is written for this processor. */
export const hasFilter = (architecture: string): boolean => ARCHITECTURES[architecture] !== undefined;

type Instruction = readonly [code: number, whenTrue: number, whenFalse: number, value: number];

/** The filter as bytes; undefined on an architecture without numbers here. */
export const seccompFilter = (architecture: string): Buffer | undefined => {
  const target = ARCHITECTURES[architecture];
  if (!target) return undefined;
  const program: Instruction[] = [
    [LOAD_WORD, 0, 0, AUDIT_ARCH],
    [JUMP_EQUAL, 1, 0, target.audit],
    [RETURN, 0, 0, KILL_PROCESS],
    [LOAD_WORD, 0, 0, NUMBER],
    // The x32 table would offer the same calls under other numbers.
    [JUMP_GREATER_EQUAL, 0, 1, X32_BIT],
    [RETURN, 0, 0, EPERM],
    ...returnFor(numbersOf(ALLOWED_CALLS, target), ALLOW),
    ...returnFor(numbersOf(REFUSED_CALLS, target), EPERM),
    [JUMP_EQUAL, 0, 4, target.clone],
    [LOAD_WORD, 0, 0, FIRST_ARGUMENT],
    [JUMP_SET, 1, 0, NAMESPACE_FLAGS],
    [JUMP_SET, 2, 0, CLONE_THREAD],
    [RETURN, 0, 0, EPERM],
    // ENOSYS makes the C library use an older call: `clone` instead of `clone3`, whose flags are behind a pointer that no filter can follow.
    [RETURN, 0, 0, ENOSYS],
    [RETURN, 0, 0, ALLOW],
  ];
  return assemble(program);
};

/** The numbers on this processor. A call that it does not have is left out. */
const numbersOf = (calls: CallTable, { column }: Architecture): readonly number[] =>
  Object.values(calls).flatMap((numbers) => numbers[column] ?? []);

const returnFor = (numbers: readonly number[], action: number): Instruction[] =>
  numbers.flatMap((number): Instruction[] => [
    [JUMP_EQUAL, 0, 1, number],
    [RETURN, 0, 0, action],
  ]);

const assemble = (program: readonly Instruction[]): Buffer => {
  const bytes = Buffer.alloc(program.length * 8);
  program.forEach(([code, whenTrue, whenFalse, value], index) => {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(whenTrue, index * 8 + 2);
    bytes.writeUInt8(whenFalse, index * 8 + 3);
    bytes.writeUInt32LE(value >>> 0, index * 8 + 4);
  });
  return bytes;
};
