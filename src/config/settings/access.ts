// The section `access`: who may call. Data only.

import { NO_FILE } from './forms.ts';
import { choice, text } from './setting.ts';

/** Who may call. */
export const ACCESS = {
  keysFile: text(
    NO_FILE,
    'File of the API keys that callers may send, which `toolcell key` writes and a running server follows; relative to the folder of the file that sets it.',
    'With it, only callers with a key come in; a laptop needs none.',
  ),
  keys: choice(
    ['file', 'redis'],
    'file',
    'Where the API keys are: in `keysFile`, or in the Redis of `store`, which several servers share.',
    'A file needs no other service, and is read without one.',
  ),
  anonymous: choice(
    ['auto', 'allow', 'refuse'],
    'auto',
    'Whether requests without a key may pass: `auto` lets them if `server.host` is a loopback address and there are no keys.',
    'Whoever reaches the port may call every tool; the server does not listen on a network until you have decided who may.',
  ),
};
