// The system calls that a runner may make, and those it is refused, each with its numbers on x86-64 and arm64 (one number: x86-64 alone has it).
// Source: asm/unistd_64.h and asm-generic/unistd.h of Linux.
//
// Allowed are the calls that Node, V8, libuv and isolated-vm were seen to make (decision 0045), and those that another or newer libc may make
// instead. No allowed call makes a socket, a process or a file, reads another process, mounts, or gives rights.

export type CallNumbers = readonly [x64: number, arm64?: number];
export type CallTable = Readonly<Record<string, CallNumbers>>;

/** Calls on descriptors that the runner has, including sockets: it makes none, but inherits its end of a link. */
const DESCRIPTORS: CallTable = {
  read: [0, 63],
  write: [1, 64],
  readv: [19, 65],
  writev: [20, 66],
  pread64: [17, 67],
  pwrite64: [18, 68],
  preadv: [295, 69],
  pwritev: [296, 70],
  preadv2: [327, 286],
  pwritev2: [328, 287],
  recvfrom: [45, 207],
  sendto: [44, 206],
  recvmsg: [47, 212],
  sendmsg: [46, 211],
  shutdown: [48, 210],
  getsockname: [51, 204],
  getpeername: [52, 205],
  getsockopt: [55, 209],
  setsockopt: [54, 208],
  close: [3, 57],
  close_range: [436, 436],
  lseek: [8, 62],
  fcntl: [72, 25],
  ioctl: [16, 29],
  dup: [32, 23],
  dup2: [33],
  dup3: [292, 24],
  pipe: [22],
  pipe2: [293, 59],
  eventfd: [284],
  eventfd2: [290, 19],
};

const WAITING: CallTable = {
  epoll_create: [213],
  epoll_create1: [291, 20],
  epoll_ctl: [233, 21],
  epoll_wait: [232],
  epoll_pwait: [281, 22],
  epoll_pwait2: [441, 441],
  poll: [7],
  ppoll: [271, 73],
  select: [23],
  pselect6: [270, 72],
};

const MEMORY: CallTable = {
  mmap: [9, 222],
  munmap: [11, 215],
  mprotect: [10, 226],
  mremap: [25, 216],
  madvise: [28, 233],
  brk: [12, 214],
  mincore: [27, 232],
  membarrier: [324, 283],
  pkey_alloc: [330, 289],
  pkey_free: [331, 290],
  pkey_mprotect: [329, 288],
  map_shadow_stack: [453, 453],
  mseal: [462, 462],
};

/** In addition to `clone`, whose flags the filter reads. */
const THREADS: CallTable = {
  futex: [202, 98],
  futex_waitv: [449, 449],
  futex_wake: [454, 454],
  futex_wait: [455, 455],
  futex_requeue: [456, 456],
  set_tid_address: [218, 96],
  set_robust_list: [273, 99],
  rseq: [334, 293],
  gettid: [186, 178],
  exit: [60, 93],
  sched_yield: [24, 124],
  sched_getaffinity: [204, 123],
  sched_getparam: [143, 121],
  sched_getscheduler: [145, 120],
  sched_getattr: [315, 275],
  sched_get_priority_max: [146, 125],
  sched_get_priority_min: [147, 126],
  sched_rr_get_interval: [148, 127],
  getpriority: [140, 141],
  getcpu: [309, 168],
};

const SIGNALS: CallTable = {
  rt_sigaction: [13, 134],
  rt_sigprocmask: [14, 135],
  rt_sigreturn: [15, 139],
  rt_sigpending: [127, 136],
  rt_sigsuspend: [130, 133],
  rt_sigtimedwait: [128, 137],
  sigaltstack: [131, 132],
  restart_syscall: [219, 128],
  pause: [34],
  kill: [62, 129],
  tkill: [200, 130],
  tgkill: [234, 131],
};

const TIME: CallTable = {
  clock_gettime: [228, 113],
  clock_getres: [229, 114],
  clock_nanosleep: [230, 115],
  nanosleep: [35, 101],
  gettimeofday: [96, 169],
  time: [201],
  times: [100, 153],
  getrusage: [98, 165],
};

/** The box or Landlock limits these calls to the runner's own files. */
const FILES: CallTable = {
  open: [2],
  openat: [257, 56],
  stat: [4],
  fstat: [5, 80],
  lstat: [6],
  newfstatat: [262, 79],
  statx: [332, 291],
  statfs: [137, 43],
  fstatfs: [138, 44],
  access: [21],
  faccessat: [269, 48],
  faccessat2: [439, 439],
  readlink: [89],
  readlinkat: [267, 78],
  getdents64: [217, 61],
  getcwd: [79, 17],
  fadvise64: [221, 223],
};

/** Calls about the process itself. The filter is set before Node's program is loaded, so `execve` has to be allowed. */
const ITSELF: CallTable = {
  getpid: [39, 172],
  getppid: [110, 173],
  getpgrp: [111],
  getpgid: [121, 155],
  getsid: [124, 156],
  getuid: [102, 174],
  geteuid: [107, 175],
  getgid: [104, 176],
  getegid: [108, 177],
  getresuid: [118, 148],
  getresgid: [120, 150],
  getgroups: [115, 158],
  capget: [125, 90],
  uname: [63, 160],
  sysinfo: [99, 179],
  getrandom: [318, 278],
  getrlimit: [97, 163],
  setrlimit: [160, 164],
  prlimit64: [302, 261],
  prctl: [157, 167],
  arch_prctl: [158],
  execve: [59, 221],
  exit_group: [231, 94],
  wait4: [61, 260],
  waitid: [247, 95],
};

/** `setpriv` makes these calls after it has set the filter. They can only take rights from a process without privileges. */
const LOCKS: CallTable = {
  capset: [126, 91],
  landlock_create_ruleset: [444, 444],
  landlock_add_rule: [445, 445],
  landlock_restrict_self: [446, 446],
};

export const ALLOWED_CALLS: CallTable = {
  ...DESCRIPTORS,
  ...WAITING,
  ...MEMORY,
  ...THREADS,
  ...SIGNALS,
  ...TIME,
  ...FILES,
  ...ITSELF,
  ...LOCKS,
};

/** Refused with EPERM, as a system that has them does: Node then names the missing right and does not try another way. */
export const REFUSED_CALLS: CallTable = {
  fork: [57],
  vfork: [58],
  socket: [41, 198],
  connect: [42, 203],
  accept: [43, 202],
  bind: [49, 200],
  listen: [50, 201],
  socketpair: [53, 199],
  accept4: [288, 242],
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  perf_event_open: [298, 241],
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  unshare: [272, 97],
  setns: [308, 268],
  open_tree: [428, 428],
  move_mount: [429, 429],
  fsopen: [430, 430],
  fsmount: [432, 432],
  mount_setattr: [442, 442],
  bpf: [321, 280],
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  userfaultfd: [323, 282],
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
  open_by_handle_at: [304, 265],
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  kexec_load: [246, 104],
  reboot: [169, 142],
  swapon: [167, 224],
};
