// The section `log`: which lines are written, in which format, and where to. Data only.

import { NO_FILE, TOOL_NAME } from './forms.ts';
import { choice, live, named, off, text, whole } from './setting.ts';

export const LOG = {
  level: live(
    choice(
      ['debug', 'info', 'warn', 'error'],
      'info',
      'The least serious lines that are written; `debug` adds what tools write with `console.debug`.',
      'Every call has a line at `info`; `warn` has what somebody should look at.',
    ),
  ),
  format: choice(
    ['auto', 'pretty', 'json'],
    'auto',
    '`pretty` is for people, `json` for programs, `auto` is pretty on a terminal and JSON anywhere else.',
    'People watch a terminal; programs read everything else.',
  ),
  file: text(
    NO_FILE,
    'File that the log is appended to instead of standard error; if it is renamed, a new one is begun.',
    'Service managers collect standard error already.',
  ),
  payloads: live(
    named({
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
      reason: 'Nothing that callers send and get is logged unasked.',
    }),
  ),
};
