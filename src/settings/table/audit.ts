// The section `audit`: the log of what changes the system. Data only.

import { NO_FILE } from './forms.ts';
import { text } from './setting.ts';

export const AUDIT = {
  file: text(
    NO_FILE,
    'File of the audit log, to which the server and the commands append what changes the system.',
    'A laptop needs none.',
  ),
};
