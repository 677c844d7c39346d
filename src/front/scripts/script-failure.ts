// Words the failure of a script, which is its author's fault if a tool's author would be to blame for the same, and names its limit, its place and its
// calls. Front process.

import type { LoweredLimits } from '../../settings/rules/verdict.ts';
import { ERRORS, type Failure } from '../../shared/protocol/errors.ts';
import type { ScriptReport } from '../../shared/protocol/script-report.ts';
import type { ReadyScript, ScriptLimits } from './script.ts';

/** Limit → its setting. */
const SETTINGS: Readonly<Record<string, string>> = {
  ...{ cpuMs: 'limits.cpuMs', wallMs: 'scripts.wallMs', memoryMb: 'limits.memoryMb' },
  ...{ resultBytes: 'scripts.resultBytes', hostCalls: 'limits.hostCalls', runnerRssMb: 'limits.runnerRssMb' },
};

/** The setting of the rule that gave a limit its value; undefined if none did. */
const ruleFor = (limit: string, allowed: number | undefined, ruled: LoweredLimits | undefined): string | undefined => {
  if (ruled === undefined || !Object.hasOwn(ruled.rules, limit)) return undefined;
  const isOfRule = allowed === ruled.values[limit as keyof LoweredLimits['values']];
  return isOfRule ? `access.rules.${ruled.rules[limit]}.limits.${limit}` : undefined;
};

const PAST_LIMIT: readonly string[] = [
  ...['exceeded_cpu', 'exceeded_wall_time', 'exceeded_memory', 'exceeded_host_calls', 'result_too_large'],
];
/** What a tool would be to blame for is here the fault of who wrote the script. */
const OWN_FAULT: readonly string[] = ['tool_error', 'invalid_result', 'interrupted', 'invalid_arguments'];

/** What a script was held to. */
export interface ScriptBounds {
  readonly limits: ScriptLimits;
  /** Those that rules have lowered. */
  readonly ruled?: LoweredLimits | undefined;
}

export const scriptFailure = (
  failure: Failure,
  report: ScriptReport,
  script: ReadyScript,
  { limits, ruled }: ScriptBounds,
): Failure => {
  const { code, detail } = failure;
  const more = report.calls.length > 0 ? { hasEffects: true as const } : {};
  const made =
    report.calls.length > 0 ? ` It had made ${countOf(report.calls.length)}; "script.calls" lists them.` : '';
  if (PAST_LIMIT.includes(code)) {
    const { limit = 'cpuMs', used } = failure;
    const allowed = (limits as unknown as Readonly<Record<string, number>>)[limit] ?? failure.allowed;
    const setting = ruleFor(limit, allowed, ruled) ?? SETTINGS[limit];
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
    return { ...failure, detail: `${ofScript(detail)}${isLost ? made : ''}`, ...more, script: report };
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
    .replace("The plugin's process", "The script's process")
    .replace(' with the same arguments, the tool is the cause', ', the script is the cause')
    .replace('The tool is not to blame', 'The script is not to blame')
    .replace('the tool waited', 'the script waited')
    .replace(/Send less input, or ask for less at a time\.|Ask for less at a time\./, 'Do less in one script.');

const countOf = (calls: number): string => (calls === 1 ? 'one call' : `${calls} calls`);
