// How many calls and questions a script may make, and how many bytes these may take. Front process; pure.

import type { Failure } from '../../shared/protocol/errors.ts';
import type { ScriptLimits } from './script.ts';

/** The failure of a call, or of a question about tools, that is one too many. `asked`: how many there are with it. */
export const tooMany = (
  { calls }: Pick<ScriptLimits, 'calls'>,
  asked: number,
  isQuestion: boolean,
): Failure | undefined => {
  if (asked <= calls) return undefined;
  const detail = isQuestion
    ? `A script may ask about tools ${calls} times. Ask for more at a time, or send another script.`
    : `A script may call ${calls} tools. Do more with each call, or send another script.`;
  return exceeded('calls', calls, asked, detail);
};

/** The failure of what would make it too many bytes. `used`: all of them. */
export const tooMuch = ({ dataBytes }: Pick<ScriptLimits, 'dataBytes'>, used: number): Failure | undefined => {
  if (used <= dataBytes) return undefined;
  const detail = `The arguments and results of a script's calls may take ${dataBytes} bytes. Ask for less with each call.`;
  return exceeded('dataBytes', dataBytes, used, detail);
};

const exceeded = (limit: string, allowed: number, used: number, detail: string): Failure => ({
  ...{ code: 'script_exceeded', detail, limit, allowed, used, setting: `scripts.${limit}` },
});
