// The section `audit`: the log of what changes the system. Data only.

import { NO_FILE } from './forms.ts';
import { text, whole } from './setting.ts';

/** The audit log. */
export const AUDIT = {
  file: text(
    NO_FILE,
    'File of the audit log, to which the server and the commands append what changes the system; relative to the folder of the file that sets it.',
    'A laptop needs none; the users of the server and of the commands must be able to write to the file and to its folder.',
  ),
  rotateBytes: whole(
    { default: 10_000_000, min: 10_000, max: 100_000_000 },
    'Size from which the file is renamed and a new one is begun, in bytes.',
    'Some ten thousand entries, which is years for most servers.',
  ),
  rotateDays: whole(
    { default: 90, min: 1, max: 3_650 },
    'Age from which the file is renamed and a new one is begun, in days since its first entry.',
    'A quarter in each file is easy to archive.',
  ),
  keepFiles: whole(
    { default: 1_000, min: 1, max: 10_000 },
    'Renamed files that are kept; the oldest is removed, and an entry names what was removed.',
    'Nothing is removed for years, and the disk cannot fill without end.',
  ),
};
