// A seccomp filter for runner processes, assembled here as classic BPF: what a runner never needs is denied with EPERM.
// Source: linux/seccomp.h, linux/filter.h, the system call tables of x86-64 and arm64.

interface Architecture {
  /** AUDIT_ARCH_* value. */
  readonly audit: number;
  readonly clone: number;
  /** For whoever sets the filter. */
  readonly prctl: number;
  readonly seccomp: number;
  readonly denied: Readonly<Record<string, number>>;
}

const ARCHITECTURES: Readonly<Record<string, Architecture>> = {
  x64: {
    audit: 0xc000003e,
    clone: 56,
    prctl: 157,
    seccomp: 317,
    denied: {
      fork: 57,
      vfork: 58,
      socket: 41,
      connect: 42,
      accept: 43,
      bind: 49,
      listen: 50,
      socketpair: 53,
      accept4: 288,
      ptrace: 101,
      process_vm_readv: 310,
      process_vm_writev: 311,
      perf_event_open: 298,
      mount: 165,
      umount2: 166,
      pivot_root: 155,
      chroot: 161,
      unshare: 272,
      setns: 308,
      open_tree: 428,
      move_mount: 429,
      fsopen: 430,
      fsmount: 432,
      mount_setattr: 442,
      bpf: 321,
      io_uring_setup: 425,
      io_uring_enter: 426,
      io_uring_register: 427,
      userfaultfd: 323,
      add_key: 248,
      request_key: 249,
      keyctl: 250,
      open_by_handle_at: 304,
      init_module: 175,
      finit_module: 313,
      delete_module: 176,
      kexec_load: 246,
      reboot: 169,
      swapon: 167,
    },
  },
  arm64: {
    audit: 0xc00000b7,
    clone: 220,
    prctl: 167,
    seccomp: 277,
    denied: {
      socket: 198,
      socketpair: 199,
      bind: 200,
      listen: 201,
      accept: 202,
      connect: 203,
      accept4: 242,
      ptrace: 117,
      process_vm_readv: 270,
      process_vm_writev: 271,
      perf_event_open: 241,
      mount: 40,
      umount2: 39,
      pivot_root: 41,
      chroot: 51,
      unshare: 97,
      setns: 268,
      open_tree: 428,
      move_mount: 429,
      fsopen: 430,
      fsmount: 432,
      mount_setattr: 442,
      bpf: 280,
      io_uring_setup: 425,
      io_uring_enter: 426,
      io_uring_register: 427,
      userfaultfd: 282,
      add_key: 217,
      request_key: 218,
      keyctl: 219,
      open_by_handle_at: 265,
      init_module: 105,
      finit_module: 273,
      delete_module: 106,
      kexec_load: 104,
      reboot: 142,
      swapon: 224,
    },
  },
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
const CLONE3 = 435;
/** CLONE_NEWTIME is not among clone's flags; the others: NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET. */
const NAMESPACE_FLAGS = 0x7e020000;
/** Set for a thread, and not for a process. */
const CLONE_THREAD = 0x00010000;

/** Numbers of the system calls that set the filter, by architecture. */
export const SYSTEM_CALLS: Readonly<Record<string, { readonly prctl: number; readonly seccomp: number }>> =
  ARCHITECTURES;

type Instruction = readonly [code: number, whenTrue: number, whenFalse: number, value: number];

/** The filter as bytes, or undefined on an architecture it is not written for. */
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
    // clone3 hides its flags behind a pointer; without it the C library falls back to clone.
    [JUMP_EQUAL, 0, 1, CLONE3],
    [RETURN, 0, 0, ENOSYS],
  ];
  for (const number of Object.values(target.denied)) program.push([JUMP_EQUAL, 0, 1, number], [RETURN, 0, 0, EPERM]);
  program.push(
    [JUMP_EQUAL, 0, 4, target.clone],
    [LOAD_WORD, 0, 0, FIRST_ARGUMENT],
    [JUMP_SET, 1, 0, NAMESPACE_FLAGS],
    [JUMP_SET, 1, 0, CLONE_THREAD],
    [RETURN, 0, 0, EPERM],
    [RETURN, 0, 0, ALLOW],
  );
  return assemble(program);
};

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
