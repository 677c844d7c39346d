// `toolcell why`: tells the story of one call from the logs that are there. It reads the log and not the server, so it also tells of calls before the
// last start, and needs no admin key. Only lines with the id are taken apart, and the search goes from the newest file back and ends once it has the
// call: the time of an answer follows the distance to the call, and memory stays the same. Lines for people cannot be read: they have half of the facts.

import { shown } from '../../catalog/model/refusal.ts';
import type { Config } from '../../settings/config.ts';
import {
  CONFIG_FLAG,
  type Command,
  type CommandContext,
  CommandFailed,
  EXIT,
  JSON_FLAG,
  misused,
} from '../common/command.ts';
import { settingsFor } from '../common/settings.ts';
import { byPipe, chosenLog, placesOf } from '../why/chosen-log.ts';
import { collect, type Found } from '../why/collect.ts';
import type { LogFiles } from '../why/log-files.ts';
import { isCut } from '../why/scan.ts';
import { storyOf } from '../why/story.ts';
import { storyLines } from '../why/story-lines.ts';

/** That of a script's call is the script's, a dot and a number. */
const CALL_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:\.[1-9]\d{0,5})?$/;

export const command: Command = {
  usage: {
    words: [
      { name: 'CALL_ID', meaning: 'the callId of a failure, or the header Toolcell-Call-Id of any answer' },
      {
        name: 'FILE',
        meaning: 'the log, or - for standard input; default: log.file of the configuration',
        isOptional: true,
      },
    ],
    flags: { ...CONFIG_FLAG, ...JSON_FLAG },
    about: [
      'Tells who called what, how it ended and by which limit or setting, what the call reached and wrote, its cost, and what to do.',
      'Reads the log in JSON, and the files that the server or logrotate renamed, also packed by gzip or zstd.',
      `Exit code ${EXIT.fault} if the logs do not have the call, ${EXIT.host} if they cannot be read.`,
    ],
    examples: ['toolcell why 0b1f6f0e-5f4e-4a53-9d4e-0f6a0a1b2c3d', byPipe('why CALL_ID')],
  },
  async run(context) {
    const callId = (context.args.word(0) ?? '').toLowerCase();
    if (!CALL_ID.test(callId))
      throw misused(
        `CALL_ID: ${shown(JSON.stringify(callId))} is none → the callId of a failure, such as 0b1f6f0e-5f4e-4a53-9d4e-0f6a0a1b2c3d`,
      );
    const settings = settingsFor(context);
    const files = await chosenLog(context, settings.config, context.args.word(1), 'why CALL_ID');
    try {
      const found = await context.withProgress('Reading the log', collect(files.sources, callId));
      return answer(context, callId, found, files, settings.config);
    } finally {
      await files.close();
    }
  },
};

const answer = (context: CommandContext, callId: string, found: Found, files: LogFiles, config: Config): number => {
  const { read, reach, tooLong, unread } = found;
  if (found.call === undefined && found.lines.length === 0) throw notFound(callId, found, files, config);
  const story = storyOf(callId, found);
  const style = context.style.stdout;
  return context.answer(
    { ok: true, ...story, read: { files: read, ...reach, tooLong, ...(unread !== undefined && { unread }) } },
    ...storyLines(story, style),
    style.faint(`read      ${placesOf(found.read)}`),
    ...(unread === undefined ? [] : [`${style.warning('!')} ${unread} Lines of the call may be missing.`]),
  );
};

/** A call that is not there may be older than the logs, or be one whose line is left out. */
const notFound = (callId: string, found: Found, { packed }: LogFiles, { log }: Config): CommandFailed => {
  const { bytes, reach, unreadable, tooLong } = found;
  const others = [
    ...(packed.length === 0
      ? []
      : [`Not read, since they are packed: ${packed.join(', ')}. Unpack one to a pipe: … | toolcell why CALL_ID -`]),
    ...(tooLong === 0 ? [] : [`Lines that were too long to be read: ${tooLong}.`]),
  ];
  if (unreadable !== undefined && (reach.from !== undefined || isCut(unreadable)))
    return new CommandFailed(
      EXIT.fault,
      `The logs have no whole line of the call ${callId}. A line that names it is cut, or is not of the server's log:`,
      shown(unreadable, 1_000),
      'A full disk, or a program that cut the file while the server wrote, leaves such lines. The call may have another line in a FILE that was not read.',
      ...others,
    );
  if (unreadable !== undefined || (bytes > 0 && reach.from === undefined))
    return new CommandFailed(
      EXIT.fault,
      'The log is written for people, and cannot be read: only the JSON format has all that a story needs.',
      ...(unreadable === undefined ? [] : [`Its line of the call: ${shown(unreadable, 1_000)}`]),
      'Set log.format to "json"; from the next start on, calls can be told of.',
      ...others,
    );
  return new CommandFailed(
    EXIT.fault,
    `The logs do not have the call ${callId}.`,
    bytes === 0
      ? `Nothing was there to read: ${placesOf(found.read)}.`
      : `They reach from ${reach.from} to ${reach.to} (${placesOf(found.read)}).`,
    ...(log.level === 'warn' || log.level === 'error'
      ? [`log.level is ${log.level}: successful calls and mistakes of callers have no line.`]
      : []),
    'A line is written half a second after its call.',
    ...others,
  );
};
