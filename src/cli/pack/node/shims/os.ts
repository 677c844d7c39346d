// `os` of Node: the same constants on every machine. Runs inside the isolate, as part of the packed entry.

const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGQUIT: 3, SIGKILL: 9, SIGPIPE: 13, SIGALRM: 14, SIGTERM: 15 };

export default {
  EOL: '\n',
  arch: () => 'x64',
  availableParallelism: () => 1,
  constants: { UV_UDP_REUSEADDR: 4, dlopen: {}, errno: {}, priority: {}, signals: SIGNALS },
  cpus: () => [],
  devNull: '/dev/null',
  endianness: () => 'LE',
  freemem: () => 0,
  getPriority: () => 0,
  homedir: () => '/home/plugin',
  hostname: () => 'localhost',
  loadavg: () => [0, 0, 0],
  machine: () => 'x86_64',
  networkInterfaces: () => ({}),
  platform: () => 'linux',
  release: () => '6.0.0',
  setPriority() {},
  tmpdir: () => '/tmp',
  totalmem: () => 0,
  type: () => 'Linux',
  uptime: () => 0,
  userInfo: () => ({ uid: 65_534, gid: 65_534, username: 'plugin', homedir: '/home/plugin', shell: null }),
  version: () => '',
};
