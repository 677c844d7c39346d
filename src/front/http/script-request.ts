// Takes a script, its tools and its limits out of a body, or fails with a message that tells what to change. Front process.

import type { Config } from '../../settings/config.ts';
import { CallError } from '../../shared/protocol/errors.ts';
import type { ToolFilter } from '../../shared/protocol/selection.ts';
import { quoted } from '../../shared/text/quoted.ts';
import { CALLS_AT_ONCE, CODE_BYTES, type ScriptLimits } from '../scripts/script.ts';
import { createArgumentsReader } from './tool-request.ts';

const FORM = 'Send {"code": "…", "tools"?: ["name", "get*"], "limits"?: {"cpuMs": …}}.';
const MEMBERS = ['code', 'tools', 'limits'];
const MOST_TOOLS = 256;
const TOOL_PATTERN = /^!?[A-Za-z0-9_*-]{1,64}$/;

const LIMITS = [
  ...(['cpuMs', 'wallMs', 'memoryMb', 'resultBytes', 'calls', 'callsAtOnce', 'dataBytes'] as const),
] satisfies readonly (keyof ScriptLimits)[];
const LEAST: Partial<ScriptLimits> = { cpuMs: 10, wallMs: 10, memoryMb: 16 };

export interface ScriptRequest {
  readonly code: string;
  /** The tools that it may call, of those that its caller may call; undefined for all of them. */
  readonly filter: ToolFilter | undefined;
  /** Lower limits that it asks for. */
  readonly limits: Partial<ScriptLimits>;
}

/** Fails with: invalid_json, invalid_request, payload_too_large. */
export const createScriptReader = (bodyDepth: number) => {
  // A body is bounded already.
  const objectIn = createArgumentsReader({ bodyDepth, argumentsBytes: Number.MAX_SAFE_INTEGER });
  return async (body: Buffer): Promise<ScriptRequest> => {
    const members = JSON.parse((await objectIn(body)).toString('utf8')) as Record<string, unknown>;
    const stranger = Object.keys(members).find((name) => !MEMBERS.includes(name));
    if (stranger !== undefined) throw wrong(`The body has the unknown member ${quoted(stranger)}.`);
    const { code, tools, limits } = members;
    if (typeof code !== 'string') throw wrong('"code" must be the text of the script.');
    refuseLength(Buffer.byteLength(code));
    return { code, filter: filterOf(tools), limits: limitsIn(limits) };
  };
};

const refuseLength = (used: number): void => {
  const allowed = CODE_BYTES;
  if (used <= allowed) return;
  const detail = `The script is ${used} bytes long; at most ${allowed} are allowed. Send less, or several scripts.`;
  throw new CallError('payload_too_large', detail, {
    more: { limit: 'codeBytes', allowed, used },
  });
};

const filterOf = (tools: unknown): ToolFilter | undefined => {
  if (tools === undefined) return undefined;
  const isList = Array.isArray(tools) && tools.every((name) => typeof name === 'string' && TOOL_PATTERN.test(name));
  if (!isList || tools.length > MOST_TOOLS)
    throw wrong(`"tools" must be a list of at most ${MOST_TOOLS} names of tools, or patterns such as "get*".`);
  return { tools: tools as string[] };
};

const limitsIn = (limits: unknown): Partial<ScriptLimits> => {
  if (limits === undefined) return {};
  if (typeof limits !== 'object' || limits === null || Array.isArray(limits))
    throw wrong('"limits" must be an object.');
  for (const [name, value] of Object.entries(limits)) {
    if (!(LIMITS as readonly string[]).includes(name))
      throw wrong(`"limits" has the unknown member ${quoted(name)}. Known are ${LIMITS.join(', ')}.`);
    const least = LEAST[name as keyof ScriptLimits] ?? 1;
    if (!Number.isSafeInteger(value) || (value as number) < least)
      throw wrong(`"limits.${name}" must be a whole number of at least ${least}.`);
  }
  return limits as Partial<ScriptLimits>;
};

const wrong = (detail: string): CallError => new CallError('invalid_request', `${detail} ${FORM}`);

/** The operator's limits, as far as neither the script asks for lower ones nor rules say so. */
export const limitsFor = (
  { limits, scripts }: Pick<Config, 'limits' | 'scripts'>,
  asked: Partial<ScriptLimits>,
  ruled: Partial<ScriptLimits> = {},
): ScriptLimits => {
  const { cpuMs, memoryMb } = limits;
  const allowed: ScriptLimits = { cpuMs, memoryMb, callsAtOnce: CALLS_AT_ONCE, ...scripts };
  const lower = (name: keyof ScriptLimits): number =>
    Math.min(allowed[name], asked[name] ?? allowed[name], ruled[name] ?? allowed[name]);
  return Object.fromEntries(LIMITS.map((name) => [name, lower(name)])) as unknown as ScriptLimits;
};
