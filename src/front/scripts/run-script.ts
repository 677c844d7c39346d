// Runs one script: a program with one tool, in isolate mode, in a process that only scripts of its caller enter. Front process, main thread.
// Decision 0068.

import { createHash } from 'node:crypto';
import type { Config } from '../../settings/config.ts';
import { SCRIPT_TOOL_NAME, SCRIPTS_PLUGIN } from '../../settings/rules/rule.ts';
import type { LoweredLimits } from '../../settings/rules/verdict.ts';
import type { Executor, Outcome, ProgressReport, RoutedCall, ToolCall, ToolRoute } from '../../shared/protocol/call.ts';
import type { Caller } from '../../shared/protocol/caller.ts';
import { NO_GRANTS } from '../../shared/protocol/capabilities.ts';
import type { ToolFindings, ToolSearch } from '../../shared/protocol/discovery.ts';
import type { Failure } from '../../shared/protocol/errors.ts';
import type { Format } from '../../shared/protocol/formats.ts';
import { SCRIPT_CORDON } from '../../shared/protocol/inner-calls.ts';
import { FIXED_LIMITS, type Limits } from '../../shared/protocol/limits.ts';
import type { ScriptLine, ScriptReport } from '../../shared/protocol/script-report.ts';
import type { Selection } from '../../shared/protocol/selection.ts';
import { rounded } from '../../shared/text/milliseconds.ts';
import type { ListedTools, OwnTool } from '../mcp/tool-list.ts';
import type { CompileScript } from './script.ts';
import { type AnswerQuestion, type CallInner, ScriptCalls } from './script-calls.ts';
import { type ScriptBounds, scriptFailure } from './script-failure.ts';

export interface ScriptParts {
  /** The limits that rules lower for a script of this caller. Throws CallError: forbidden, not_found (there is no such toolset). */
  readonly admit: (caller: Caller, selection: Selection | undefined) => LoweredLimits | undefined;
  /** True if this caller has a tool of a plugin, among these, with the name of the server's own. */
  readonly isNameTaken: (caller: Caller, selection: Selection | undefined) => boolean;
  /** The tool that runs scripts, as clients of MCP get it in a list; undefined if this caller may send none for these tools. */
  readonly tool: (caller: Caller, selection: Selection | undefined) => OwnTool | undefined;
  /** What a model reads of the tools of a list that scripts may call, in at most so many tokens. Rejects with: overloaded. */
  readonly api: (listed: ListedTools, maxTokens: number) => Promise<string>;
  /** The tool that runs scripts with this description, as the API of a provider takes tools: the JSON text of a list with one. Rejects with: overloaded. */
  readonly formedTool: (description: string, format: Format) => Promise<string>;
  /** What a script may ask about tools. */
  readonly questions: ToolQuestions;
  readonly compile: CompileScript;
  /** Takes a script through the quotas to the runners. */
  readonly executor: Executor<RoutedCall>;
  readonly config: () => Pick<Config, 'scripts' | 'limits' | 'pool'>;
}

/** Answers about the tools that a caller's scripts may call, of those in a selection. */
export interface ToolQuestions {
  readonly find: (caller: Caller, search: ToolSearch) => Promise<ToolFindings>;
  /** The definition, as lists have it. Throws CallError: tool_not_found, forbidden. */
  readonly describe: (caller: Caller, toolName: string, selection: Selection | undefined) => object;
}

export interface SentScript extends ScriptBounds {
  readonly code: string;
  /** Whose process it runs in. */
  readonly owner: string;
  /** The request as a call: its id, its caller, its signal. */
  readonly call: Pick<ToolCall, 'callId' | 'caller' | 'sharer' | 'signal' | 'trace' | 'onQuotas'>;
  readonly callTool: CallInner;
  readonly answerQuestion: AnswerQuestion;
  readonly onProgress?: ((report: ProgressReport) => void) | undefined;
}

/** How a script ended: with the JSON text of its result, or a failure that has the report. */
export type ScriptEnd = { readonly outcome: Outcome; readonly report: ScriptReport; readonly route: ToolRoute } & (
  | { readonly resultJson: Buffer; readonly failure?: undefined }
  | { readonly failure: Failure }
);

const EXPORT = 'script';
const NO_ARGUMENTS = Buffer.from('{}');

/** Rejects with CallError: invalid_script, overloaded. */
export const runScript = async (parts: ScriptParts, sent: SentScript): Promise<ScriptEnd> => {
  const { limits, call, callTool, answerQuestion, onProgress } = sent;
  const script = await parts.compile(sent.code);
  const { program } = script;
  const route = routeOf(parts.config(), sent, program.digest);
  const calls = new ScriptCalls({ callId: call.callId, limits, callTool, answerQuestion, onProgress });
  const hangUp = (): void => calls.end();
  call.signal.addEventListener('abort', hangUp);
  const lines: ScriptLine[] = [];
  const outcome = await parts.executor
    .execute({
      ...call,
      toolName: SCRIPT_TOOL_NAME,
      argumentsJson: NO_ARGUMENTS,
      route,
      programs: new Map([[program.digest, program]]),
      innerCalls: calls,
      onLines: (more) => void lines.push(...more),
      ofScript: { queueMs: route.limits.queueMs },
    })
    .finally(() => {
      calls.end();
      call.signal.removeEventListener('abort', hangUp);
    });
  await calls.quiet();
  const report = reportOf(outcome, calls, lines);
  if (outcome.ok) return { outcome, report, route, resultJson: outcome.resultJson };
  return { outcome, report, route, failure: scriptFailure(outcome.failure, report, script, sent) };
};

/** Limits without a setting of their own are those of tools. */
const routeOf = ({ limits, pool }: ReturnType<ScriptParts['config']>, sent: SentScript, digest: string): ToolRoute => {
  const { calls, cpuMs, wallMs, memoryMb, resultBytes } = sent.limits;
  const own: Limits = {
    ...FIXED_LIMITS,
    ...limits,
    cpuMs: Math.min(cpuMs, wallMs),
    wallMs,
    memoryMb,
    runnerRssMb: Math.max(limits.runnerRssMb, memoryMb + PROCESS_MB),
    resultBytes: Math.min(resultBytes, limits.resultBytes),
    hostCalls: limits.hostCalls + calls,
    queueMs: Math.max(limits.queueMs, wallMs),
    concurrencyPerPlugin: pool.callsPerRunner,
  };
  return Object.freeze({
    ...{
      toolName: SCRIPT_TOOL_NAME,
      pluginName: SCRIPTS_PLUGIN,
      version: '0.0.0',
      digest,
      exportName: EXPORT,
      resultForm: 'value',
    },
    cordon: `${SCRIPT_CORDON}${createHash('sha256').update(sent.owner).digest('base64url')}`,
    limits: Object.freeze(own),
    grants: NO_GRANTS,
    freshState: 'isolate',
    isScript: true,
  } as const);
};

const PROCESS_MB = 64;

const reportOf = ({ usage }: Outcome, calls: ScriptCalls, lines: readonly ScriptLine[]): ScriptReport => {
  const { records, dataBytes } = calls;
  return {
    logs: lines.map(({ level, text, atMs }) => ({ level, text, atMs })),
    calls: records,
    usage: {
      queueMs: rounded(usage.queueMs),
      ms: rounded(usage.runMs),
      cpuMs: rounded(usage.cpuMs),
      calls: records.length,
      dataBytes,
    },
  };
};
