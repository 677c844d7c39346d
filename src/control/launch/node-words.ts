// The part of a runner's command line that starts Node.

/** Path of a file in the image, in a form that Windows understands too. */
export const ENTRY = 'runner/process-entry.js';
/** An empty OpenSSL configuration. Without it Node reads the system's configuration, and does not start if it may not read that file. */
export const OPENSSL_CONFIG = 'openssl.cnf';

const FLAGS = ['--no-node-snapshot', '--no-warnings', '--permission', '--allow-addons'];

/** `node` and `image` are paths as the runner's process sees them. Node lets it read nothing but the image. */
export const nodeWords = (node: string, image: string, v8Flags: readonly string[]): string[] => [
  node,
  ...FLAGS,
  ...v8Flags,
  `--openssl-config=${image}/${OPENSSL_CONFIG}`,
  `--allow-fs-read=${image}`,
  `${image}/${ENTRY}`,
];
