// `toolcell types`: writes TypeScript types of a server's tools, so that the compiler checks the calls of a program.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Tool } from '../../../packages/client/src/client.ts';
import { type Command, type CommandContext, EXIT, misused } from '../common/command.ts';
import { writeNamed } from '../common/named-file.ts';
import { clientOf, DEFAULT_URL, explained } from '../common/server-client.ts';
import { toolTypesModule } from '../typing/tool-types.ts';

const MOST_LIST_BYTES = 16_000_000;
const MOST_WAIT_MS = 30_000;

export const command: Command = {
  usage: {
    words: [{ name: 'URL', meaning: `address of a server; default: ${DEFAULT_URL}`, isOptional: true }],
    flags: {
      out: { argument: 'FILE', meaning: 'file to write; default: standard output' },
      check: { meaning: `write nothing; exit code ${EXIT.fault} if FILE is not what would be written` },
    },
    about: [
      'The types are for createClient<Tools>() of toolcell/client. The server lists the tools that the API key in TOOLCELL_KEY may call.',
    ],
    examples: ['toolcell types --out src/tools.ts', 'toolcell types https://tools.example --out src/tools.ts --check'],
  },
  async run(context) {
    const { args, cwd, printError } = context;
    const out = args.value('out');
    if (out === undefined && args.has('check')) throw misused('--check needs --out FILE, the file to compare with.');
    const tools = await toolsOf(context, args.word(0) ?? DEFAULT_URL);
    const text = toolTypesModule(tools);
    if (out === undefined) {
      context.print(text.trimEnd());
      return EXIT.done;
    }
    if (args.has('check')) return check(context, out, text);
    writeNamed(resolve(cwd, out), text, { mayReplace: true });
    printError(`Wrote the types of ${tools.length} ${tools.length === 1 ? 'tool' : 'tools'} to ${out}`);
    return EXIT.done;
  },
};

const toolsOf = async (context: CommandContext, url: string): Promise<readonly Tool[]> => {
  const client = clientOf(context, { url, where: 'URL', mostReplyBytes: MOST_LIST_BYTES });
  try {
    return await context.withProgress('Asking', client.listTools({ signal: AbortSignal.timeout(MOST_WAIT_MS) }));
  } catch (error) {
    throw explained(error, url, MOST_WAIT_MS);
  }
};

const check = ({ cwd, printError, style }: CommandContext, out: string, text: string) => {
  let found: string | undefined;
  try {
    found = readFileSync(resolve(cwd, out), 'utf8');
  } catch {
    found = undefined;
  }
  if (found?.replaceAll('\r\n', '\n') === text) return EXIT.done;
  const what =
    found === undefined ? `${out} cannot be read` : `${out} does not have the types of the tools as they are`;
  printError(`${style.stderr.bad('✗')} ${what} → write it again without --check`);
  return EXIT.fault;
};
