// Runs one script: a program with one tool, in isolate mode, in a process that only scripts of its caller enter. Front process, main thread.
// Decision 0068.

import { createHash } from 'node:crypto';
import type { Config } from '../../settings/config.ts';
import type { Executor, Outcome, ProgressReport, RoutedCall, ToolCall, ToolRoute } from '../../shared/protocol/call.ts';
import type { Caller } from '../../shared/protocol/caller.ts';
import { NO_GRANTS } from '../../shared/protocol/capabilities.ts';
import { ERRORS, type Failure } from '../../shared/protocol/errors.ts';
import { SCRIPT_CORDON } from '../../shared/protocol/inner-calls.ts';
import { FIXED_LIMITS, type Limits } from '../../shared/protocol/limits.ts';
import type { ScriptLine, ScriptReport } from '../../shared/protocol/script-report.ts';
import type { Selection } from '../../shared/protocol/selection.ts';
import { rounded } from '../../shared/text/milliseconds.ts';
import { RUN_SCRIPT_TOOL } from '../mcp/script-tool.ts';
import type { OwnTool } from '../mcp/tool-list.ts';
import type { CompileScript, ReadyScript, ScriptLimits } from './script.ts';
import { type CallInner, ScriptCalls } from './script-calls.ts';

export interface ScriptParts {
  /** Refuses a script of this caller for these tools. Throws CallError: not_found (there is no such toolset). */
  readonly admit: (caller: Caller, selection: Selection | undefined) => void;
  /** True if this caller has a tool of a plugin, among these, with the name of the server's own. */
  readonly isNameTaken: (caller: Caller, selection: Selection | undefined) => boolean;
  /** The tool that runs scripts, as clients of MCP get it in a list; undefined if this caller may send none for these tools. */
  readonly tool: (caller: Caller, selection: Selection | undefined) => OwnTool | undefined;
  readonly compile: CompileScript;
  /** Takes a script through the quotas to the runners. */
  readonly executor: Executor<RoutedCall>;
  readonly config: () => Pick<Config, 'scripts' | 'limits' | 'pool'>;
}

export interface SentScript {
  readonly code: string;
  readonly limits: ScriptLimits;
  /** Whose process it runs in. */
  readonly owner: string;
  /** The request as a call: its id, its caller, its signal. */
  readonly call: Pick<ToolCall, 'callId' | 'caller' | 'sharer' | 'signal' | 'trace' | 'onQuotas'>;
  readonly callTool: CallInner;
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
  const { limits, call, callTool, onProgress } = sent;
  const script = await parts.compile(sent.code);
  const { program } = script;
  const route = routeOf(parts.config(), sent, program.digest);
  const calls = new ScriptCalls({ callId: call.callId, limits, callTool, onProgress });
  const hangUp = (): void => calls.end();
  call.signal.addEventListener('abort', hangUp);
  const lines: ScriptLine[] = [];
  const outcome = await parts.executor
    .execute({
      ...call,
      toolName: RUN_SCRIPT_TOOL,
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
  return { outcome, report, route, failure: failureOf(outcome.failure, report, script, limits) };
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
      toolName: RUN_SCRIPT_TOOL,
      pluginName: SCRIPTS,
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

/** No plugin has such a name. */
export const SCRIPTS = '(scripts)';
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

/** Limit → its setting. */
const SETTINGS: Readonly<Record<string, string>> = {
  ...{ cpuMs: 'limits.cpuMs', wallMs: 'scripts.wallMs', memoryMb: 'limits.memoryMb' },
  ...{ resultBytes: 'scripts.resultBytes', hostCalls: 'limits.hostCalls', runnerRssMb: 'limits.runnerRssMb' },
};

const PAST_LIMIT: readonly string[] = [
  ...['exceeded_cpu', 'exceeded_wall_time', 'exceeded_memory', 'exceeded_host_calls', 'result_too_large'],
];
/** What a tool would be to blame for is here the fault of who wrote the script. */
const OWN_FAULT: readonly string[] = ['tool_error', 'invalid_result', 'interrupted', 'invalid_arguments'];

const failureOf = (failure: Failure, report: ScriptReport, script: ReadyScript, limits: ScriptLimits): Failure => {
  const { code, detail } = failure;
  const more = report.calls.length > 0 ? { hasEffects: true as const } : {};
  const made =
    report.calls.length > 0 ? ` It had made ${countOf(report.calls.length)}; "script.calls" lists them.` : '';
  if (PAST_LIMIT.includes(code)) {
    const { limit = 'cpuMs', used } = failure;
    const allowed = (limits as unknown as Readonly<Record<string, number>>)[limit] ?? failure.allowed;
    const setting = SETTINGS[limit];
    return {
      ...{ code: 'script_exceeded', detail: `${ofScript(detail)}${made}`, limit, script: report, ...more },
      ...(allowed !== undefined && { allowed }),
      ...(used !== undefined && { used }),
      ...(setting !== undefined && { setting }),
    };
  }
  if (code === 'quarantined') {
    const { retryAfterMs } = failure;
    const paused =
      'Scripts of yours have ended their process again and again, so they are paused. Send one later that does not.';
    return {
      code: 'rate_limited',
      detail: paused,
      ...(retryAfterMs !== undefined && { retryAfterMs }),
      script: report,
    };
  }
  if (!OWN_FAULT.includes(code)) {
    const isLost = ERRORS[code].fault === 'host' && made !== '';
    return { ...failure, ...(isLost && { detail: `${detail}${made}` }), ...more, script: report };
  }
  const { place, logs } = placed(report, script);
  const where = place ? `Line ${place.line}, column ${place.column}: ` : '';
  return { code: 'script_error', detail: `${where}${ofScript(detail)}${made}`, script: { ...place, ...report, logs } };
};

/** The runner writes the stack of the error that ended the script as its last line. Its place is what the answer has of it. */
const placed = (report: ScriptReport, script: ReadyScript) => {
  const last = report.logs.at(-1);
  if (last?.level !== 'error' || !last.text.includes('\n    at ')) return { place: undefined, logs: report.logs };
  return { place: script.placeOf(last.text), logs: report.logs.slice(0, -1) };
};

const ofScript = (detail: string): string =>
  detail
    .replace(/^The tool (?=passed|made|returned|threw)/, 'The script ')
    .replace('The tool threw', 'The script threw')
    .replace(/Send less input, or ask for less at a time\.|Ask for less at a time\./, 'Do less in one script.');

const countOf = (calls: number): string => (calls === 1 ? 'one call' : `${calls} calls`);
