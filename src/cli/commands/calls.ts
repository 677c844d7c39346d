// `toolcell calls`: lists calls from the logs that are there. Like `toolcell why`, which tells the story of one of them, it reads the log and not the server.

import { shown } from '../../catalog/model/refusal.ts';
import type { Config } from '../../settings/config.ts';
import { ERRORS, type Fault, isFailureCode } from '../../shared/protocol/errors.ts';
import { durationMs } from '../../shared/text/duration.ts';
import {
  CONFIG_FLAG,
  type Command,
  type CommandContext,
  CommandFailed,
  EXIT,
  JSON_FLAG,
  misused,
  type ParsedArgs,
} from '../common/command.ts';
import { settingsFor } from '../common/settings.ts';
import { tableLines } from '../common/table.ts';
import { byPipe, chosenLog, placesOf } from '../why/chosen-log.ts';
import type { LogRecord } from '../why/collect.ts';
import { type CallFilter, type FoundCalls, faultOf, findCalls } from '../why/find-calls.ts';
import type { LogFiles } from '../why/log-files.ts';

const FAULTS: readonly Fault[] = ['caller', 'plugin', 'operator', 'upstream', 'host'];
const DEFAULT_MOST = 50;
const MOST_CALLS = 10_000;
const NAME_CHARACTERS = 60;
const HEADER = ['ENDED', 'TOOL', 'CLIENT', 'KEY', 'CODE', 'MS', 'CALL_ID'];
const MS_COLUMN = new Set([5]);

export const command: Command = {
  usage: {
    words: [
      {
        name: 'FILE',
        meaning: 'the log, or - for standard input; default: log.file of the configuration',
        isOptional: true,
      },
    ],
    flags: {
      tool: { argument: 'LIST', meaning: 'only calls of these tools, separated by commas' },
      client: { argument: 'LIST', meaning: 'only calls of these clients' },
      key: { argument: 'LIST', meaning: 'only calls with these API keys, by their ids' },
      code: { argument: 'LIST', meaning: 'only calls that ended so, such as exceeded_cpu,tool_error or ok' },
      fault: { argument: 'WHOSE', meaning: `only failures of ${FAULTS.join(', ')}`, values: FAULTS },
      failed: { meaning: 'only calls that failed' },
      since: { argument: 'TIME', meaning: 'only calls that ended since then: 2h, 3d, or 2026-01-31T12:00Z' },
      until: { argument: 'TIME', meaning: 'only calls that ended until then, in the same form' },
      'min-ms': { argument: 'N', meaning: 'only calls that took at least so many milliseconds' },
      most: { argument: 'N', meaning: `how many of the newest; default: ${DEFAULT_MOST}, at most ${MOST_CALLS}` },
      ...CONFIG_FLAG,
      ...JSON_FLAG,
    },
    about: [
      'Lists calls from the log in JSON, and from the files that the server or logrotate renamed, the newest last.',
      `"toolcell why CALL_ID" tells the story of one. Exit code ${EXIT.done} also if no call fits, ${EXIT.host} if the logs cannot be read.`,
    ],
    examples: ['toolcell calls --client ada --since 2h --failed', 'toolcell calls --min-ms 1000', byPipe('calls')],
  },
  async run(context) {
    const filter = filterIn(context.args, Date.now());
    const most = numberIn(context.args, 'most', 1, MOST_CALLS) ?? DEFAULT_MOST;
    const { config } = settingsFor(context);
    const files = await chosenLog(context, config, context.args.word(0), 'calls');
    try {
      const found = await context.withProgress('Reading the log', findCalls(files.sources, filter, most));
      return answer(context, found, files, config);
    } finally {
      await files.close();
    }
  },
};

const filterIn = (args: ParsedArgs, nowMs: number): CallFilter => {
  const [tools, clients, keyIds, codes] = (['tool', 'client', 'key', 'code'] as const).map((flag) =>
    args.value(flag)?.split(','),
  );
  const fault = args.value('fault');
  const [sinceMs, untilMs] = (['since', 'until'] as const).map((flag) => timeIn(args, flag, nowMs));
  const minMs = numberIn(args, 'min-ms', 0, Number.MAX_SAFE_INTEGER);
  const wrong = codes?.find((code) => code !== 'ok' && !isFailureCode(code));
  if (wrong !== undefined)
    throw misused(`--code: ${quoted(wrong)} is no code → ok, or one of ${Object.keys(ERRORS).join(', ')}`);
  if (fault !== undefined && !FAULTS.some((one) => one === fault))
    throw misused(`--fault: ${quoted(fault)} is nobody → ${FAULTS.join(', ')}`);
  return {
    ...(tools && { tools }),
    ...(clients && { clients }),
    ...(keyIds && { keyIds }),
    ...(codes && { codes }),
    ...(fault !== undefined && { fault }),
    hasFailed: args.has('failed'),
    ...(sinceMs !== undefined && { sinceMs }),
    ...(untilMs !== undefined && { untilMs }),
    ...(minMs !== undefined && { minMs }),
  };
};

const quoted = (text: string): string => shown(JSON.stringify(text));

const timeIn = (args: ParsedArgs, flag: 'since' | 'until', nowMs: number): number | undefined => {
  const text = args.value(flag);
  if (text === undefined) return undefined;
  const agoMs = durationMs(text);
  const ms = agoMs === undefined ? Date.parse(/^\d{4}-/.test(text) ? text : '') : nowMs - agoMs;
  if (!Number.isNaN(ms)) return ms;
  throw misused(
    `--${flag}: ${quoted(text)} is no time → 2h or 3d ago, or a date such as 2026-01-31 or 2026-01-31T12:00Z`,
  );
};

const numberIn = (args: ParsedArgs, flag: 'min-ms' | 'most', least: number, most: number): number | undefined => {
  const text = args.value(flag);
  if (text === undefined) return undefined;
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw misused(`--${flag}: ${quoted(text)} is not a whole number from ${least} to ${most}`);
};

const answer = (context: CommandContext, found: FoundCalls, files: LogFiles, config: Config): number => {
  const { calls, hasMore, read, reach, tooLong, unread, bytes } = found;
  if (calls.length === 0 && bytes > 0 && reach.from === undefined)
    throw new CommandFailed(
      EXIT.fault,
      'The log is written for people, and cannot be read: only the JSON format has all facts.',
      'Set log.format to "json"; from the next start on, calls can be listed.',
    );
  const style = context.style.stdout;
  const warn = (text: string): string => `${style.warning('!')} ${text}`;
  return context.answer(
    {
      ok: true,
      calls: calls.map(withFault),
      hasMore,
      read: { files: read, ...reach, tooLong, packed: files.packed, ...(unread !== undefined && { unread }) },
    },
    ...(calls.length === 0 ? [] : tableLines([HEADER, ...calls.map(rowOf)], MS_COLUMN)),
    style.faint(endLine(found)),
    ...(hasMore ? [style.faint('Older calls fit, too: --most and --until show them.')] : []),
    ...(config.log.level === 'warn' || config.log.level === 'error'
      ? [warn(`log.level is ${config.log.level}: successful calls and mistakes of callers have no line.`)]
      : []),
    ...(files.packed.length === 0 ? [] : [warn(`Not read, since they are packed: ${files.packed.join(', ')}.`)]),
    ...(unread === undefined ? [] : [warn(`${unread} Calls may be missing.`)]),
  );
};

const withFault = (call: LogRecord): LogRecord => {
  const fault = faultOf(call);
  const { level: _, msg: __, time, ...rest } = call;
  return { endedAt: time, ...rest, ...(fault !== undefined && { fault }) };
};

const cell = (value: unknown): string => (value === undefined ? '-' : shown(String(value), NAME_CHARACTERS));

const rowOf = ({ time, toolName, method, path, client, caller, keyId, code, totalMs, callId }: LogRecord) => [
  String(time).slice(0, 19).replace('T', ' '),
  toolName === undefined ? cell(`${method} ${path}`) : cell(toolName),
  cell(client ?? caller),
  cell(keyId),
  cell(code),
  typeof totalMs === 'number' ? totalMs.toFixed(1) : '-',
  cell(callId),
];

const endLine = ({ calls, read, reach, bytes }: FoundCalls): string => {
  if (bytes === 0) return `Nothing was there to read: ${placesOf(read)}.`;
  const reached = `the logs that were read reach from ${reach.from} to ${reach.to} (${placesOf(read)})`;
  return calls.length === 0
    ? `No call fits: ${reached}. A line is written half a second after its call.`
    : `${calls.length} call${calls.length === 1 ? '' : 's'}, times in UTC; ${reached}.`;
};
