// `toolcell dev`: runs a plugin while its author writes it, under an operator's limits. Reloads it at each change, calls its tools from a prompt, and
// serves it to agents if asked to.

import {
  CONFIG_FLAG,
  type Command,
  type CommandContext,
  EXIT,
  type ExitCode,
  misused,
  TRUST_FLAG,
} from '../common/command.ts';
import { DevSession } from '../dev/dev-session.ts';
import { Prompt } from '../dev/prompt.ts';
import { openServing, type Serving } from '../dev/serving.ts';
import { carryStdio } from '../dev/stdio.ts';
import { INSPECT_FLAG, type Inspection, inspectPortIn, openInspection } from '../inspect/inspection.ts';
import { followFolder } from '../plugin/follow-folder.ts';
import { type NamedPlugin, namedFolder } from '../plugin/open-plugin.ts';
import { Workbench } from '../plugin/workbench.ts';

export const command: Command = {
  usage: {
    words: [{ name: 'FOLDER', meaning: 'the plugin; default: the current directory', isOptional: true }],
    flags: {
      serve: { meaning: 'serve each version that loads to agents of this machine, over MCP and plain HTTP' },
      port: { argument: 'N', meaning: 'port for --serve; 0 takes any free port; default: that of the configuration' },
      mcp: { meaning: 'speak MCP over standard streams, in place of the prompt' },
      ...INSPECT_FLAG,
      ...TRUST_FLAG,
      ...CONFIG_FLAG,
    },
    about: [
      'At the prompt, TOOL {"name": value} calls a tool, and .help lists the other commands. Lines can come from a pipe too.',
      'If a version fails to load, it prints why and keeps the previous one.',
      'A server has the limits and grants of the configuration; nobody approves versions or signs in, and only this machine can call.',
    ],
    examples: [
      'toolcell dev',
      'toolcell dev ./word-count --config sandbox.config.json',
      'toolcell dev --serve --port 3000',
      'toolcell dev ./word-count --mcp',
      'toolcell dev --inspect',
    ],
  },
  async run(context) {
    const { args } = context;
    const portText = args.value('port');
    if (args.has('serve') && args.has('mcp')) throw misused('Give --serve or --mcp, not both.');
    if (portText !== undefined && !args.has('serve')) throw misused('--port is the port of --serve: give both.');
    const inspectPort = inspectPortIn(args);
    if (inspectPort !== undefined && (args.has('serve') || args.has('mcp')))
      throw misused('--inspect is for calls from the prompt: leave out --serve and --mcp.');
    const named = namedFolder(context);
    const port = portIn(portText) ?? (args.has('mcp') ? 0 : named.settings.config.server.port);
    await using inspection =
      inspectPort === undefined ? undefined : await openInspection(inspectPort, `toolcell dev ${named.path}`);
    await using bench = await context.withProgress(
      'Starting the sandbox',
      Workbench.forAuthor(named.settings, context, inspection),
    );
    // Awaited here, because the bench is closed when this function returns.
    return await (args.has('mcp')
      ? underMcp(context, named, bench)
      : atPrompt({ context, named, bench, inspection }, port));
  },
};

const portIn = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535)) throw misused(`--port: ${text} is not a whole number from 0 to 65535`);
  return port;
};

const atPrompt = async (parts: Omit<Parts, 'serving'>, port: number): Promise<ExitCode> => {
  const { context, named, inspection } = parts;
  const prompt = new Prompt(context);
  prompt.say(...(inspection?.notes ?? []));
  try {
    await using serving = context.args.has('serve')
      ? await openServing(context, named.settings, {
          port,
          style: context.style.stdout,
          say: (...lines) => prompt.say(...lines),
        })
      : undefined;
    const session = sessionOf({ ...parts, serving }, prompt);
    await using _watching = await follow(session, named.path, (line) => prompt.say(context.style.stdout.warning(line)));
    const answering = session.load().then(() => prompt.serve(session));
    const how = await Promise.race([answering, prompt.interrupted]);
    // Without a terminal, standard input may be at its end from the start, and a server is there for others. A signal ends it.
    if (how === 'end' && serving && !context.isInteractive) await new Promise<never>(() => {});
    return session.plugin === undefined ? EXIT.fault : EXIT.done;
  } finally {
    prompt.close();
  }
};

/** Standard output belongs to MCP, so all else goes to standard error. */
const underMcp = async (context: CommandContext, named: NamedPlugin, bench: Workbench): Promise<ExitCode> => {
  const { printError, style } = context;
  const onError = { ...context, style: { ...style, stdout: style.stderr } };
  await using serving = await openServing(onError, named.settings, { port: 0, style: style.stderr, say: printError });
  const prompt = { say: printError, showProgress: () => {} };
  const stdio = carryStdio(context, serving.url);
  const session = sessionOf({ context: onError, named, bench, serving }, prompt, () => stdio.announce());
  await using _watching = await follow(session, named.path, (line) => printError(style.stderr.warning(line)));
  await session.load();
  stdio.begin();
  await stdio.ended;
  return EXIT.done;
};

interface Parts {
  readonly context: CommandContext;
  readonly named: NamedPlugin;
  readonly bench: Workbench;
  readonly serving: Serving | undefined;
  readonly inspection?: Inspection | undefined;
}

const sessionOf = (
  { context, named, bench, serving, inspection }: Parts,
  prompt: Pick<Prompt, 'say' | 'showProgress'>,
  onPublished: () => void = () => {},
): DevSession => {
  const { path: folder, settings } = named;
  return new DevSession({
    ...{ folder, settings, bench, context, prompt },
    ...(inspection && { inspection }),
    ...(serving && {
      onServable: async (opened) => {
        await serving.publish(opened);
        onPublished();
      },
    }),
  });
};

/** Loads the plugin whenever it has changed. */
const follow = (session: DevSession, folder: string, warn: (line: string) => void): Promise<AsyncDisposable> =>
  followFolder(folder, 'dev', { onChange: () => void session.load(), warn });
