// Node itself on a runner's command line.

/** Of the image's files; a path that Windows understands too. */
export const ENTRY = 'runner/process-entry.js';
/** Empty. Node would else read the system's, which may be out of reach, and a file it may not read ends its start. */
export const OPENSSL_CONFIG = 'openssl.cnf';

const FLAGS = [
  '--no-node-snapshot',
  '--no-warnings',
  '--max-old-space-size=96',
  // A runner's heaps are small and many: collected early, they hold less of what calls have left. One helper thread serves them all.
  '--optimize-for-size',
  '--v8-pool-size=1',
  '--wasm-max-mem-pages=256',
  '--enable-sharedarraybuffer-per-context',
  '--permission',
  '--allow-addons',
];

/** `node` as the runner's process names it, with the image at `image` there; Node itself may read nothing else. */
export const nodeWords = (node: string, image: string): string[] => [
  node,
  ...FLAGS,
  `--openssl-config=${image}/${OPENSSL_CONFIG}`,
  `--allow-fs-read=${image}`,
  `${image}/${ENTRY}`,
];
