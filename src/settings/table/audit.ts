// The section `audit`: the log of what changes the system. Data only.

import { NO_FILE } from './forms.ts';
import { text } from './setting.ts';

/** The audit log. */
export const AUDIT = {
  file: text(
    NO_FILE,
    'File of the audit log, to which the server and the commands append what changes the system; relative to the folder of the file that sets it.',
    'A laptop needs none; the users of the server and of the commands must be able to write to the file and to its folder.',
  ),
};
