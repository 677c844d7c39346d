// GET /mcp/scriptApi?tokens=N&format=…: what a model reads of the tools that its scripts may call. Front process.

import { SCRIPT_API_TOKENS } from '../../shared/protocol/discovery.ts';
import { CallError } from '../../shared/protocol/errors.ts';
import { quoted } from '../../shared/text/quoted.ts';
import type { ScriptParts } from '../scripts/run-script.ts';
import { answerJson, type Context } from './context.ts';
import { formatIn } from './formats.ts';
import type { ListSource } from './metadata.ts';
import { addressedIn } from './selection.ts';

/** Fails with: invalid_request, not_found (there is no such toolset), forbidden, overloaded. */
export const createScriptApiRoute =
  (scripts: ScriptParts, lists: ListSource) =>
  async (ctx: Context): Promise<void> => {
    const { selection, parameters } = addressedIn(ctx, ['tokens', 'format']);
    const tokens = tokensIn(parameters.get('tokens'));
    const format = formatIn(parameters);
    scripts.admit(ctx.state.caller, selection);
    const text = await scripts.api(await lists.of(ctx, selection), tokens);
    if (format !== undefined) return answerJson(ctx, await scripts.formedTool(text, format));
    ctx.set('Cache-Control', 'no-store');
    ctx.set('Content-Type', 'text/plain; charset=utf-8');
    ctx.body = `${text}\n`;
  };

const tokensIn = (text: string | undefined): number => {
  const { least, standard, most } = SCRIPT_API_TOKENS;
  if (text === undefined) return standard;
  const value = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  if (value >= least && value <= most) return value;
  const detail = `The parameter "tokens" must be a whole number from ${least} to ${most}, but is ${quoted(text)}.`;
  throw new CallError('invalid_request', detail);
};
