// The part of a runner's command line that starts Node. Decision 0061.

/** Path of a file in the image, in a form that Windows understands too. */
export const ENTRY = 'runner/process-entry.js';
/** The device that a runner reads random bytes from. */
export const RANDOM_BYTES = '/dev/urandom';
/** An empty OpenSSL configuration. Without it Node reads the system's configuration, and does not start if it may not read that file. */
export const OPENSSL_CONFIG = 'openssl.cnf';

const FLAGS = ['--no-warnings', '--permission', '--allow-addons'];

/** Values that Node was built with. */
type BuildVariables = Readonly<Record<string, unknown>>;

/**
 * Flags about Node's own startup snapshot. All isolates of a process share one read-only heap, and isolated-vm makes isolates from V8's snapshot,
 * not from Node's. Both fit if Node's snapshot could add nothing to the read-only heap when Node was built. If it could, or if this is not the
 * Node whose build is known, Node starts without its snapshot, which takes twice as long. Decision 0061.
 */
export const snapshotFlags = (
  nodePath: string,
  variables: BuildVariables = process.config.variables as unknown as BuildVariables,
): readonly string[] =>
  nodePath === process.execPath && variables.v8_enable_extensible_ro_snapshot === 0 ? [] : ['--no-node-snapshot'];

/** `node` and `image` are paths as the runner's process sees them. Node lets it read nothing but the image and random bytes. */
export const nodeWords = (node: string, image: string, flags: readonly string[]): string[] => [
  node,
  ...FLAGS,
  ...flags,
  `--openssl-config=${image}/${OPENSSL_CONFIG}`,
  `--allow-fs-read=${image}`,
  `--allow-fs-read=${RANDOM_BYTES}`,
  `${image}/${ENTRY}`,
];
