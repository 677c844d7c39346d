// `toolcell run FILE`: runs a script on a server, and shows what it answers and which tools it called.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { type ScriptAnswer, type ScriptReport, ToolcellError } from '../../../packages/client/src/client.ts';
import { shown } from '../../catalog/model/refusal.ts';
import { type Command, type CommandContext, EXIT, JSON_FLAG, misused } from '../common/command.ts';
import { clientOf, DEFAULT_URL, explained } from '../common/server-client.ts';
import { shownJson } from '../plugin/log-lines.ts';

/** Of logs and calls, on a terminal. `--json` has all. */
const SHOWN_LINES = 20;
const SHOWN_CHARACTERS = 300;

export const command: Command = {
  usage: {
    words: [{ name: 'FILE', meaning: 'the script; "-" reads standard input' }],
    flags: {
      url: { argument: 'URL', meaning: `address of the server; default: ${DEFAULT_URL}` },
      tools: {
        argument: 'LIST',
        meaning: 'the tools that it may call, separated by commas, or patterns such as "get*"',
      },
      ...JSON_FLAG,
    },
    about: [
      'The result goes to standard output as JSON; logs and calls go to standard error. The server runs scripts if scripts.enabled is set.',
    ],
    examples: ['toolcell run orders.ts', 'toolcell run orders.ts --tools "listOrders,get*" --json'],
  },
  async run(context) {
    const { args, print, printError, style } = context;
    const code = await codeFrom(context);
    const url = args.value('url') ?? DEFAULT_URL;
    const tools = args
      .value('tools')
      ?.split(',')
      .map((name) => name.trim());
    const client = clientOf(context, { url, where: '--url' });
    let answer: ScriptAnswer;
    try {
      answer = await context.withProgress('Running', client.runScript(code, tools ? { tools } : {}));
    } catch (error) {
      if (!(error instanceof ToolcellError)) throw explained(error, url);
      if (args.has('json')) print(JSON.stringify(error, null, 2));
      else printError(...failureLines(error, context));
      return error.fault === 'host' ? EXIT.host : EXIT.fault;
    }
    if (args.has('json')) return context.answer(answer);
    printError(...reportLines(answer), style.stderr.faint(summaryOf(answer)));
    const result = JSON.stringify(answer.result);
    print(context.stdout.isTTY === true ? shownJson(result) : result);
    return EXIT.done;
  },
};

const codeFrom = async ({ args, cwd, stdin }: CommandContext): Promise<string> => {
  const file = args.word(0) ?? '';
  if (file === '-') return text(stdin);
  try {
    return readFileSync(resolve(cwd, file), 'utf8');
  } catch (error) {
    throw misused(`FILE: ${shown(file)} cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown'}`);
  }
};

const failureLines = (
  { code, detail, script }: ToolcellError,
  { style: { stderr } }: CommandContext,
): readonly string[] => [
  ...(script ? reportLines(script) : []),
  `${stderr.bad('✗')} ${stderr.strong(code)}: ${shown(detail, 2_000)}`,
  ...(script?.frame?.split('\n') ?? []),
  ...(script ? [stderr.faint(summaryOf(script))] : []),
  ...(code === 'not_found'
    ? ['→ the server runs no scripts: its operator allows them with "scripts": { "enabled": true }']
    : []),
];

const reportLines = ({ logs, calls }: Pick<ScriptReport, 'logs' | 'calls'>): readonly string[] => [
  ...few(logs.map(({ level, text: line }) => `${level} ${shown(line, SHOWN_CHARACTERS)}`)),
  ...few(calls.map(({ tool, code, ms, callId }) => `${shown(tool)}  ${code}  ${ms.toFixed(1)} ms  ${shown(callId)}`)),
];

const few = (lines: readonly string[]): readonly string[] =>
  lines.length <= SHOWN_LINES ? lines : [...lines.slice(0, SHOWN_LINES), `and ${lines.length - SHOWN_LINES} more`];

const summaryOf = ({ usage }: Pick<ScriptReport, 'usage'>): string =>
  `${usage.calls} ${usage.calls === 1 ? 'call' : 'calls'}, ${usage.ms.toFixed(1)} ms, ${usage.cpuMs.toFixed(1)} ms of CPU time`;
