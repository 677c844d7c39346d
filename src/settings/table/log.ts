// The section `log`: which lines are written, in which format, and where to. Data only.

import { NO_FILE, TOOL_NAME } from './forms.ts';
import { choice, live, named, off, text, whole } from './setting.ts';

export const LOG = {
  level: live(
    choice(
      ['debug', 'info', 'warn', 'error'],
      'info',
      'The least serious lines that are written; `debug` adds what tools write with `console.debug`.',
      'Every call has a line at `info`; with `warn` only the lines remain that somebody should look at.',
    ),
  ),
  format: choice(
    ['auto', 'pretty', 'json'],
    'auto',
    'Format of the lines: `pretty` is for people, `json` for programs, and `auto` is pretty on a terminal and JSON anywhere else.',
    'People watch a terminal; programs read everything else.',
  ),
  file: text(
    NO_FILE,
    'File that the log is appended to instead of standard error; relative to the folder of the file that sets it; if it is renamed, a new one is begun.',
    'Service managers collect standard error already.',
  ),
  rotateBytes: whole(
    { default: 1_000_000_000, min: 10_000, max: 100_000_000_000 },
    'Size from which `file` is renamed and a new one is begun, in bytes.',
    'A gigabyte is some two million calls; a program such as `logrotate` that comes first is not disturbed.',
  ),
  rotateDays: whole(
    { default: 365, min: 1, max: 3_650 },
    'Age from which `file` is renamed and a new one is begun, in days since it was made.',
    'Most logs are large enough before.',
  ),
  keepFiles: whole(
    { default: 10, min: 1, max: 10_000 },
    'Files that the server has renamed so and that are kept; the oldest is removed.',
    'Ten gigabytes at most, so that the log does not fill the disk.',
  ),
  payloads: named({
    keyWord: 'tool name',
    keyForm: TOOL_NAME,
    each: {
      arguments: off(
        'Writes the arguments of calls to the log, without what looks like a secret, and cut off.',
        'Arguments may hold what nobody else should read.',
      ),
      results: off(
        'Writes the results of calls to the log, in the same way.',
        'Results may hold what nobody else should read.',
      ),
      maxBytes: whole(
        { default: 2_000, min: 16, max: 64_000 },
        'UTF-8 bytes of each that are written.',
        'Enough to recognise a call, and little enough to keep the log readable.',
      ),
    },
    meaning:
      'Tool name → `arguments` and `results`, whether its calls are logged with them, and `maxBytes`, 2,000 of each if absent.',
    reason: 'Nothing that callers send and get is logged unless you ask for it, tool by tool.',
  }),
};
