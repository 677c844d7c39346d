// `toolcell audit`: checks the audit log, and shows its entries.

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { shown } from '../../catalog/model/refusal.ts';
import type { AuditEntry } from '../../server/audit/entry.ts';
import { readEntries } from '../../server/audit/files.ts';
import { type AuditVerdict, verifyLog } from '../../server/audit/verify.ts';
import {
  CONFIG_FLAG,
  type Command,
  type CommandContext,
  CommandFailed,
  EXIT,
  JSON_FLAG,
  misused,
} from '../common/command.ts';
import { actionIn, refuseOtherFlags } from '../common/command-line.ts';
import { settingsFor } from '../common/settings.ts';

const ACTIONS = ['verify', 'show'] as const;
const ACTIONS_OF: Readonly<Record<string, readonly (typeof ACTIONS)[number][]>> = {
  head: ['verify'],
  ...{ action: ['show'], who: ['show'], subject: ['show'] },
};
const HEAD = /^[0-9a-f]{64}$/;

export const command: Command = {
  usage: {
    words: [
      { name: 'ACTION', meaning: ACTIONS.join(', '), values: ACTIONS },
      { name: 'FILE', meaning: 'the audit log; default: audit.file of the configuration', isOptional: true },
    ],
    flags: {
      head: {
        argument: 'HASH',
        meaning: 'for verify: the hash of an entry that must be there, from an earlier verify',
      },
      action: { argument: 'NAME', meaning: 'for show: only actions that begin so, such as plugin or key.revoke' },
      who: { argument: 'NAME', meaning: 'for show: only what somebody did, such as user:ada' },
      subject: { argument: 'NAME', meaning: 'for show: only what was done to this plugin, key or file' },
      ...CONFIG_FLAG,
      ...JSON_FLAG,
    },
    about: [
      'verify reads all files of the log, from the oldest on, and names the file, line and sequence of each fault.',
      `Exit code ${EXIT.fault} if there are any. Without --head it cannot know that the end of the log was cut off.`,
    ],
    examples: ['toolcell audit verify', 'toolcell audit verify --head HASH', 'toolcell audit show --action key'],
  },
  async run(context) {
    const action = actionIn(context.args, ACTIONS);
    refuseOtherFlags(context.args, action, ACTIONS_OF);
    const file = fileOf(context);
    try {
      return await { verify, show }[action](context, file);
    } catch (error) {
      const { code, path } = error as NodeJS.ErrnoException;
      if (code === undefined) throw error;
      if (code === 'ENOENT') throw misused(`There is no audit log ${path ?? file}.`);
      throw new CommandFailed(EXIT.host, `${path ?? file} cannot be read (${code}).`);
    }
  },
};

const fileOf = (context: CommandContext): string => {
  const named = context.args.word(1);
  if (named !== undefined) return resolve(context.cwd, named);
  const { file } = settingsFor(context).config.audit;
  if (file !== '') return file;
  throw misused('There is no audit log: audit.file is not set. Set it, or name a FILE.');
};

const verify = async (context: CommandContext, file: string): Promise<number> => {
  const { args, style, print, printError } = context;
  const knownHead = args.value('head');
  if (knownHead !== undefined && !HEAD.test(knownHead))
    throw misused('--head: is not a hash → the 64 hex digits that an earlier "toolcell audit verify" printed');
  const verdict = await verifyLog(file, knownHead);
  const { faults, hasMoreFaults } = verdict;
  if (faults.length === 0) return context.answer({ ok: true, ...verdict }, ...goodLines(verdict, context));
  if (args.has('json')) print(JSON.stringify({ ok: false, ...verdict }, null, 2));
  else
    printError(
      ...faults.map(
        (fault) => `${style.stderr.bad('✗')} ${fault.file}:${fault.line} entry ${fault.sequence}: ${fault.wrong}`,
      ),
      ...(hasMoreFaults ? ['  There are more faults.'] : []),
    );
  return EXIT.fault;
};

const goodLines = (
  { files, entries, first, head, repaired }: AuditVerdict,
  { style: { stdout: style } }: CommandContext,
): readonly string[] => [
  `${style.good('✓')} ${counted(entries, 'entry', 'entries')} in ${counted(files.length, 'file', 'files')}: none was changed, and none in between is missing.`,
  ...(first > 1 ? [`  The entries before ${first} were removed with the oldest files.`] : []),
  ...(repaired > 0
    ? [
        `  ${repaired} ${repaired === 1 ? 'line was' : 'lines were'} not written to the end; the entry after each says so.`,
      ]
    : []),
  `  Head: entry ${head.sequence} ${head.hash}`,
];

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

const show = async (context: CommandContext, file: string): Promise<number> => {
  const { args, print, style } = context;
  const [action, who, subject] = [args.value('action'), args.value('who'), args.value('subject')];
  const isWanted = (entry: AuditEntry): boolean =>
    (action === undefined || entry.action === action || entry.action.startsWith(`${action}.`)) &&
    (who === undefined || entry.who === who) &&
    (subject === undefined || entry.subject === subject);
  if (!existsSync(file)) throw misused(`There is no audit log ${file}.`);
  for await (const entry of readEntries(file)) {
    if (!isWanted(entry)) continue;
    print(args.has('json') ? JSON.stringify(entry) : lineOf(entry, style.stdout.faint));
  }
  return EXIT.done;
};

const MOST_STATE = 300;

const lineOf = (
  { sequence, time, who, action, subject, from, to, outcome, detail }: AuditEntry,
  faint: (text: string) => string,
): string => {
  const state = (value: unknown): string =>
    shown(value === null || value === undefined ? '-' : JSON.stringify(value), MOST_STATE);
  const change = from === undefined && to === undefined ? '' : `  ${state(from)} → ${state(to)}`;
  const result = outcome === 'ok' ? '' : `  ${outcome}`;
  const why = detail === undefined ? '' : `  ${shown(detail, MOST_STATE)}`;
  return `${faint(`${sequence} ${time}`)}  ${who}  ${action}${subject === undefined ? '' : ` ${shown(subject)}`}${result}${change}${why}`;
};
