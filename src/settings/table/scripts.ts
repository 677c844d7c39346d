// The section `scripts`: programs of callers that call tools. Data only.

import { SCRIPT_TOOLS } from './forms.ts';
import { live, off, type TextList, type WholeNumber, whole } from './setting.ts';

const limit = (...parts: Parameters<typeof whole>): WholeNumber => live(whole(...parts));

const ALLOW: TextList = {
  type: 'list',
  default: ['readOnly'],
  form: SCRIPT_TOOLS,
  maxItems: 256,
  meaning:
    'Tools that scripts may call: `readOnly` for those whose annotation `readOnlyHint` is true, `all`, or names and patterns; access rules hold besides.',
  reason:
    'A script makes many calls that nobody looks at one by one, and annotations are what authors say of their own tools.',
};

export const SCRIPTS = {
  enabled: off(
    'Runs scripts of callers at `POST /mcp/runScript`, each in a process of its caller, with calls of tools as its only way out.',
    'Scripts take runners from plugins: half of `pool.runners` at most, which has to be 2 or more.',
  ),
  allow: live(ALLOW),
  wallMs: limit(
    { default: 30_000, min: 10, max: 600_000 },
    'Time of one script, with its calls; a script also waits so long for its turn at most.',
    'Dozens of calls that reach out fit, and clients wait for 60 s.',
  ),
  calls: limit(
    { default: 100, min: 1, max: 10_000 },
    'Calls of tools that one script may make.',
    'More belong into a tool.',
  ),
  dataBytes: limit(
    { default: 16_000_000, min: 1_000, max: 1_000_000_000 },
    'UTF-8 bytes of the arguments and results of all calls of one script.',
    'They have to fit into its heap, which holds some of them at a time.',
  ),
  resultBytes: limit(
    { default: 100_000, min: 64, max: 100_000_000 },
    "UTF-8 bytes of a script's own result as JSON text; no more than `limits.resultBytes`.",
    'A model reads it, and a script can cut what it answers.',
  ),
};
