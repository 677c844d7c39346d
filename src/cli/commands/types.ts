// `toolcell types`: writes TypeScript types of a server's tools, so that the compiler checks the calls of a program.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  createClient,
  ForeignReplyError,
  type Tool,
  ToolcellError,
  UnreachableError,
} from '../../../packages/client/src/client.ts';
import { shown } from '../../catalog/model/refusal.ts';
import { type Command, type CommandContext, CommandFailed, EXIT, misused } from '../common/command.ts';
import { writeNamed } from '../common/named-file.ts';
import { toolTypesModule } from '../typing/tool-types.ts';

const DEFAULT_URL = 'http://127.0.0.1:3000';
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
  const { TOOLCELL_KEY: key } = context.env;
  const options = { url, mostReplyBytes: MOST_LIST_BYTES, ...(key ? { key } : {}) };
  let client: ReturnType<typeof createClient>;
  try {
    client = createClient(options);
  } catch (error) {
    throw misused(`URL: ${shown(url)} is not an address of a server: ${(error as Error).message}`);
  }
  try {
    return await context.withProgress('Asking', client.listTools({ signal: AbortSignal.timeout(MOST_WAIT_MS) }));
  } catch (error) {
    throw explained(error, url);
  }
};

/** A server that refuses the caller is asked wrongly; one that is away or another program is the host's fault. */
const explained = (error: unknown, url: string): unknown => {
  if (error instanceof ToolcellError)
    return new CommandFailed(
      error.fault === 'host' ? EXIT.host : EXIT.usage,
      `${error.code}: ${shown(error.detail, 2_000)}`,
    );
  if (error instanceof UnreachableError) {
    const { cause } = error as { cause?: { cause?: { message?: string } } };
    return new CommandFailed(EXIT.host, `${shown(url)} cannot be reached: ${cause?.cause?.message || 'no reply'}`);
  }
  if (error instanceof ForeignReplyError) return new CommandFailed(EXIT.host, shown(error.message, 500));
  if (error instanceof Error && error.name === 'TimeoutError')
    return new CommandFailed(EXIT.host, `${shown(url)} has not answered within ${MOST_WAIT_MS / 1_000} s.`);
  return error;
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
