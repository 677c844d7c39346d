// Makes the story of a call from its lines in the log: who, what, when, how it ended, what it reached, what it cost, what to do.

import { quotedWord } from '../../server/hint.ts';
import { ERRORS, type Failure, type Fault, isFailureCode, isRetryable } from '../../shared/protocol/errors.ts';
import { ADVICE, ROOM_FOR } from './advice.ts';
import type { Found, LogRecord } from './collect.ts';

const WHO = ['caller', 'client', 'org', 'user', 'keyId', 'admin', 'key', 'remoteAddress'];
const WHAT = ['toolName', 'pluginName', 'version', 'digest', 'action', 'method', 'path', 'traceId'];
const OUTCOME = ['code', 'status', 'detail', 'limit', 'allowed', 'used', 'setting', 'deniedBy', 'cause', 'replayOf'];
const REACHED = ['origins', 'hostCalls', 'fetches', 'requestBytes', 'responseBytes', 'storeCalls', 'signatures'];
const COST = ['totalMs', 'queueMs', 'runMs', 'cpuMs', 'heapBytes', 'argumentsBytes', 'replyBytes'];
const PAYLOAD = ['arguments', 'result'];
const OF_INNER = ['callId', 'toolName', 'code', 'totalMs'];
const OF_LINE = ['level', 'msg', 'time', 'callId', 'toolName', 'pluginName'];

const FAULTS: Readonly<Record<Fault, string>> = {
  caller: 'the caller has to change something',
  plugin: 'the author of the plugin has to change something',
  operator: 'the operator of this server has to change something',
  upstream: 'a server that the tool asked did not do its part',
  host: 'this server, or its machine, failed',
};

export interface Story {
  readonly callId: string;
  /** Absent if the logs have no line of the call itself. */
  readonly began?: string;
  readonly ended?: string;
  readonly who: LogRecord;
  readonly what: LogRecord;
  /** `code` is `ok` or a failure's code; `fault`, `retryable` and `title` are of that code. */
  readonly outcome: LogRecord;
  readonly reached: LogRecord;
  readonly cost: LogRecord;
  readonly payload: LogRecord;
  /** What the tool logged (`guest`), and its requests that the server refused (`denied`). */
  readonly lines: readonly (LogRecord & { readonly kind: unknown })[];
  readonly leftOut: number;
  readonly repeats: readonly string[];
  /** The script that made the call. */
  readonly script?: string;
  /** The calls that it made, if it is a script: `callId`, `toolName`, `code`, `totalMs`. */
  readonly calls: readonly LogRecord[];
  readonly callsLeftOut: number;
  readonly advice: readonly string[];
}

/** The story of a call of which there is at least one line. */
export const storyOf = (callId: string, { call, lines, leftOut, repeats, inner, innerLeftOut }: Found): Story => {
  const [script] = callId.split('.');
  const source = call ?? lines[0] ?? {};
  const denials = lines.filter(({ msg }) => msg === 'denied');
  return {
    callId,
    ...(call !== undefined && timesOf(call)),
    who: picked(source, WHO),
    what: picked(source, WHAT),
    outcome: call === undefined ? {} : outcomeOf(call),
    reached: picked(source, REACHED),
    cost: picked(source, COST),
    payload: picked(source, PAYLOAD),
    lines: lines.map((line) => ({ kind: line.msg, ...without(line, OF_LINE) })),
    leftOut,
    repeats,
    ...(script !== undefined && script !== callId && { script }),
    calls: inner.map((each) => picked(each, OF_INNER)),
    callsLeftOut: innerLeftOut,
    advice: call === undefined ? [] : adviceFor(call, denials),
  };
};

const picked = (record: LogRecord, names: readonly string[]): LogRecord =>
  Object.fromEntries(names.flatMap((name) => (record[name] === undefined ? [] : [[name, record[name]]])));

const without = (record: LogRecord, names: readonly string[]): LogRecord =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));

/** A line is written when the call has been answered. */
const timesOf = ({ time, totalMs }: LogRecord): Pick<Story, 'began' | 'ended'> => {
  const endedMs = Date.parse(String(time));
  if (Number.isNaN(endedMs)) return {};
  const tookMs = typeof totalMs === 'number' ? totalMs : 0;
  return { began: new Date(endedMs - tookMs).toISOString(), ended: new Date(endedMs).toISOString() };
};

const outcomeOf = (call: LogRecord): LogRecord => {
  const { code, replayOf } = call;
  const outcome = picked(call, OUTCOME);
  if (!isFailureCode(code)) return outcome;
  const { fault, title } = ERRORS[code];
  const isKept: Pick<Failure, 'isKept'> = replayOf === undefined ? {} : { isKept: true };
  return { ...outcome, title, fault, faultMeans: FAULTS[fault], retryable: isRetryable({ code, ...isKept }) };
};

const sentence = (text: string): string =>
  `${text.startsWith('toolcell') ? text : text.charAt(0).toUpperCase() + text.slice(1)}.`;

const adviceFor = (call: LogRecord, denials: readonly LogRecord[]): readonly string[] => {
  const { code, limit, setting, deniedBy, toolName, pluginName, client, replayOf } = call;
  if (replayOf !== undefined)
    return [`toolcell why ${quotedWord(String(replayOf))} tells of the call that ran; this one got its answer`];
  if (!isFailureCode(code)) return [];
  const byRule = deniedBy !== undefined && deniedBy !== setting && toolName !== undefined;
  const as = client === undefined ? '' : ` --as ${quotedWord(String(client))}`;
  return [
    byRule
      ? `toolcell access ${quotedWord(String(toolName))}${as} names the rule and its line in the configuration`
      : sentence(ADVICE[code]),
    ...(code === 'overloaded' && typeof limit === 'string' && Object.hasOwn(ROOM_FOR, limit)
      ? [`to make room: ${ROOM_FOR[limit]}`]
      : []),
    ...(code === 'not_granted' && pluginName !== undefined
      ? [`toolcell grant ${quotedWord(String(pluginName))} writes it`]
      : []),
    ...new Set(denials.flatMap(({ hint }) => (typeof hint === 'string' ? [hint] : []))),
  ];
};
