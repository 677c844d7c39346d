// The section `log`: which lines are written, in what form, and where to. Data only.

import type { Config } from '../config.ts';
import type { TableOf } from '../setting.ts';
import { NO_FILE } from './forms.ts';

/** The log. */
export const LOG: TableOf<Config>['log'] = {
  level: {
    type: 'choice',
    default: 'info',
    values: ['debug', 'info', 'warn', 'error'],
    meaning: 'The least serious lines that are written; `debug` adds what tools write with `console.debug`.',
    reason: 'Every call has a line at `info`; `warn` leaves what somebody should look at.',
  },
  format: {
    type: 'choice',
    default: 'auto',
    values: ['auto', 'pretty', 'json'],
    meaning:
      'How lines look: `pretty` is for people, `json` for programs, and `auto` is pretty on a terminal and JSON anywhere else.',
    reason: 'A person watches a terminal; everything else is read by a program.',
  },
  file: {
    type: 'string',
    default: '',
    form: NO_FILE,
    meaning:
      'File that the log is appended to, in place of standard error; relative to the folder of the file that sets it; if it is renamed, a new one is begun.',
    reason: 'Service managers collect standard error by themselves.',
  },
};
