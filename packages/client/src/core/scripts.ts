// Writes the body of a script, and reads what came of it.

import { ForeignReplyError } from './errors.ts';
import { isReport } from './reading.ts';
import type { ScriptAnswer, ScriptOptions } from './script-types.ts';

export const SCRIPT_PATH = 'mcp/runScript';

export const scriptBody = (code: string, { tools, limits }: ScriptOptions): string =>
  JSON.stringify({ code, tools, limits });

/** The answer in a reply. Throws ForeignReplyError. */
export const scriptAnswerIn = (value: unknown, url: string, status: number): ScriptAnswer => {
  if (isReport(value) && 'result' in value) return value as unknown as ScriptAnswer;
  throw new ForeignReplyError(url, status, 'it is no answer to a script');
};
