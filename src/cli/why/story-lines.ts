// Writes the story of a call for a person. Texts of callers and plugins are escaped, and never begin a line.

import { shown } from '../../catalog/model/refusal.ts';
import { isFailureCode } from '../../shared/protocol/errors.ts';
import type { Style } from '../common/command.ts';
import type { LogRecord } from './collect.ts';
import type { Story } from './story.ts';

const MOST_CHARACTERS = 2_000;
const LABEL_WIDTH = 9;
const SHOWN_DIGEST = 'sha256-'.length + 12;

/** The parts of a sentence that are known, joined. */
const joined = (parts: readonly (string | false | undefined)[], separator = ', '): string =>
  parts.filter((part) => typeof part === 'string' && part !== '').join(separator);

/** A member as text, or undefined if the log did not have it. */
const textOf = (value: unknown, before = '', after = ''): string | undefined =>
  value === undefined ? undefined : `${before}${shown(plain(value), MOST_CHARACTERS)}${after}`;

const plain = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** A value that may have lines, each of them escaped. */
const linesOf = (value: unknown): readonly string[] => {
  const { stack, name, message } = (value ?? {}) as { stack?: unknown; name?: unknown; message?: unknown };
  const text = typeof value === 'object' ? (stack ?? (message && `${name}: ${message}`) ?? value) : value;
  return plain(text)
    .split(/\r?\n/)
    .map((line) => shown(line, MOST_CHARACTERS));
};

export const storyLines = (story: Story, style: Style): readonly string[] => {
  const row = (label: string, ...[first = '', ...more]: readonly string[]): readonly string[] =>
    first === ''
      ? []
      : [
          `${style.faint(label.padEnd(LABEL_WIDTH))} ${first}`,
          ...more.map((line) => `${' '.repeat(LABEL_WIDTH)} ${line}`),
        ];
  const { outcome, payload, advice, repeats } = story;
  return [
    headLine(story, style),
    ...(outcome.detail === undefined ? [] : linesOf(outcome.detail).map((line) => `  ${line}`)),
    '',
    ...row('who', whoText(story.who)),
    ...row('what', whatText(story.what)),
    ...row('when', whenText(story)),
    ...row('limit', limitText(outcome)),
    ...row('denied by', textOf(outcome.deniedBy) ?? ''),
    ...row('fault', faultText(outcome)),
    ...(outcome.cause === undefined ? [] : row('cause', ...linesOf(outcome.cause))),
    ...row('reached', reachedText(story.reached)),
    ...row('cost', costText(story.cost)),
    ...['arguments', 'result'].flatMap((name) => row(name, textOf(payload[name]) ?? '')),
    ...story.lines.flatMap((line) => lineRows(line, row)),
    ...(story.leftOut > 0 ? row('said', `… and ${story.leftOut} more lines`) : []),
    ...row('calls', ...callTexts(story)),
    ...row('script', textOf(story.script, 'toolcell why ', ' tells of the script that made this call') ?? ''),
    ...row('repeats', joined(repeats.map((id) => textOf(id)))),
    ...row('to do', ...advice.map((line) => shown(line, MOST_CHARACTERS))),
    ...(isFailureCode(outcome.code) ? row('', `docs/troubleshooting.md has more about ${outcome.code}.`) : []),
  ];
};

const headLine = ({ callId, what, outcome, ended }: Story, style: Style): string => {
  const subject = textOf(what.toolName) ?? textOf(what.action) ?? joined([textOf(what.method), textOf(what.path)], ' ');
  if (ended === undefined && outcome.code === undefined)
    return `${style.warning('!')} ${subject}: the logs have lines of call ${callId}, but not how it ended. It still runs, or log.level leaves its line out, or the line was lost.`;
  const { code, status, title } = outcome;
  const how =
    code === 'ok' || code === undefined
      ? `succeeded (${status ?? 'ok'})`
      : `failed with ${joined([textOf(code), textOf(status)], ' ')}: ${title}`;
  const mark = isFailureCode(code) ? style.bad('✗') : style.good('✓');
  return `${mark} ${style.strong(subject)} ${how}`;
};

const whoText = ({ caller, client, org, user, keyId, admin, key, remoteAddress }: LogRecord): string => {
  const details = joined([
    textOf(client, 'client '),
    textOf(org, 'of '),
    textOf(user, 'for '),
    textOf(keyId ?? key, 'key '),
  ]);
  const known = textOf(caller ?? admin);
  const name = known ?? (details === '' ? 'an anonymous caller' : 'a caller that was not accepted');
  return joined([name, details && `(${details})`, textOf(remoteAddress, 'from ')], ' ');
};

const whatText = ({ toolName, pluginName, version, digest, action, method, path, traceId }: LogRecord): string => {
  const bundle = joined(
    [
      textOf(pluginName),
      textOf(version),
      digest === undefined ? '' : `(${shown(plain(digest).slice(0, SHOWN_DIGEST))})`,
    ],
    ' ',
  );
  const request = joined([textOf(method), textOf(path)], ' ');
  return joined([
    joined(
      [textOf(toolName, 'tool ') ?? textOf(action), bundle && `${toolName === undefined ? '' : 'of '}${bundle}`],
      ' ',
    ),
    request,
    textOf(traceId, 'trace '),
  ]);
};

const whenText = ({ began, ended, cost }: Story): string =>
  began === undefined
    ? ''
    : joined([
        `began ${began}`,
        `answered ${ended}`,
        joined([
          textOf(cost.totalMs, '', ' ms in all'),
          textOf(cost.queueMs, '', ' ms of it queued'),
          textOf(cost.runMs, '', ' ms running'),
        ]),
      ]);

const limitText = ({ limit, allowed, used, setting }: LogRecord): string =>
  joined([textOf(limit), textOf(allowed, 'allowed '), textOf(used, 'used '), textOf(setting, 'setting ')]);

const faultText = ({ fault, faultMeans, retryable }: LogRecord): string =>
  fault === undefined
    ? ''
    : `${fault}: ${faultMeans}. ${retryable ? 'The same call may succeed later.' : 'Until then the same call fails again.'}`;

const reachedText = ({
  origins,
  hostCalls,
  fetches,
  requestBytes,
  responseBytes,
  storeCalls,
  signatures,
}: LogRecord): string => {
  const list = Array.isArray(origins) ? origins.map((origin) => textOf(origin)).join(' ') : '';
  const count = (value: unknown, unit: string): string | undefined =>
    value === 0 ? undefined : textOf(value, '', unit);
  const counts = joined([
    count(fetches, ' requests'),
    count(requestBytes, ' bytes sent'),
    count(responseBytes, ' bytes received'),
    count(storeCalls, ' store calls'),
    count(signatures, ' signatures'),
    count(hostCalls, ' host calls'),
  ]);
  return joined([list, counts]) || 'nothing';
};

const costText = ({ cpuMs, heapBytes, argumentsBytes, replyBytes }: LogRecord): string =>
  joined([
    textOf(cpuMs, 'CPU ', ' ms'),
    textOf(heapBytes, 'heap ', ' bytes'),
    textOf(argumentsBytes, 'arguments ', ' bytes'),
    textOf(replyBytes, 'reply ', ' bytes'),
  ]);

const callTexts = ({ calls, callsLeftOut }: Story): readonly string[] => [
  ...calls.map(({ callId, toolName, code, totalMs }) =>
    joined([textOf(callId), textOf(toolName), textOf(code), textOf(totalMs, '', ' ms')], '  '),
  ),
  ...(callsLeftOut > 0 ? [`… and ${callsLeftOut} more`] : []),
];

const lineRows = (
  { kind, atMs, guestLevel, text, target, rule, progress, dropped, leftOut }: LogRecord,
  row: (label: string, ...lines: readonly string[]) => readonly string[],
): readonly string[] => {
  const at = textOf(atMs, '+', ' ms');
  if (kind === 'denied')
    return row(
      'refused',
      joined([at, textOf(target), textOf(rule, 'by '), textOf(leftOut, '', ' more left out')]),
      ...linesOf(text ?? ''),
    );
  const level = guestLevel === 'info' || guestLevel === undefined ? undefined : textOf(guestLevel);
  const words = progress !== undefined ? [`progress ${plain(progress)}`] : linesOf(text ?? '');
  const [first = '', ...more] = dropped === undefined ? words : [`lines were dropped: ${shown(plain(dropped))}`];
  return row('said', joined([at, level, first], '  '), ...more.map((line) => `  ${line}`));
};
