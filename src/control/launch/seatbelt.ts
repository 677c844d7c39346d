// The lock of macOS: a Seatbelt profile that `sandbox-exec` puts around a runner. It denies everything except what Node needs to start and to
// run compiled code. Tests cover the profile's text and the command line. Its effect is tried at start only, because Linux cannot run it.

import type { Means } from './means.ts';
import type { Programs } from './programs.ts';
import { sharedLibraries } from './shared-libraries.ts';

/** The folders of macOS's own libraries. They are the same on every machine and hold no data of the user. */
const SYSTEM_FOLDERS = [
  '/usr/lib',
  '/System/Library',
  '/System/Volumes/Preboot/Cryptexes',
  '/Library/Apple/System/Library',
  '/private/var/db/dyld',
];
const DEVICES = ['/dev/null', '/dev/random', '/dev/urandom'];

export interface ProfilePaths {
  readonly node: string;
  readonly image: string;
  /** Files that Node is linked against. */
  readonly libraries: readonly string[];
}

/** The profile. `narrow` leaves the runner's own files readable; `wide` all that the user can read. */
export const seatbeltProfile = (width: NonNullable<Means['seatbelt']>, paths: ProfilePaths): string =>
  [
    '(version 1)',
    // Denies everything not named below: network, writing, other processes, new processes, devices, system services.
    '(deny default)',
    `(allow process-exec (literal ${quoted(paths.node)}))`,
    '(allow process-info* (target self))',
    '(allow signal (target self))',
    '(allow sysctl-read)',
    // V8 compiles to machine code.
    '(allow dynamic-code-generation)',
    '(allow file-map-executable)',
    '(allow file-read-metadata)',
    width === 'wide' ? '(allow file-read*)' : `(allow file-read* ${readable(paths)})`,
  ].join('\n');

const readable = ({ node, image, libraries }: ProfilePaths): string =>
  [
    ...['/', node, ...libraries, ...DEVICES].map((path) => `(literal ${quoted(path)})`),
    ...[image, ...SYSTEM_FOLDERS].map((path) => `(subpath ${quoted(path)})`),
  ].join(' ');

const quoted = (path: string): string => `"${path.replace(/["\\]/g, '\\$&')}"`;

/** The words in front of Node. */
export const seatbeltWords = (
  { means: { seatbelt }, programs }: { readonly means: Means; readonly programs: Programs },
  image: string,
  node: string,
): string[] => {
  const program = programs['sandbox-exec'];
  if (seatbelt === undefined || program === undefined) return [];
  return [program, '-p', seatbeltProfile(seatbelt, { node, image, libraries: sharedLibraries() })];
};
