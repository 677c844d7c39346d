// `toolcell call TOOL JSON`: calls a tool once, of a plugin on disk in the real sandbox, or of a server.

import { text } from 'node:stream/consumers';
import { shown } from '../../catalog/model/refusal.ts';
import { ERRORS, type FailureCode, isFailureCode } from '../../shared/protocol/errors.ts';
import { nearest } from '../../shared/text/nearest.ts';
import {
  CONFIG_FLAG,
  type Command,
  type CommandContext,
  CommandFailed,
  EXIT,
  type ExitCode,
  JSON_FLAG,
  misused,
} from '../common/command.ts';
import { explainFailure, failureLines } from '../plugin/failure-lines.ts';
import { logLines, progressReporter, shownJson } from '../plugin/log-lines.ts';
import { BenchOnDemand, namedPlugin, openPlugin } from '../plugin/open-plugin.ts';
import { Workbench } from '../plugin/workbench.ts';

export const command: Command = {
  usage: {
    words: [
      { name: 'TOOL', meaning: 'name of the tool' },
      {
        name: 'JSON',
        meaning: 'the arguments, an object (default: {}); "-" reads standard input',
        isOptional: true,
      },
    ],
    flags: {
      plugin: { argument: 'PATH', meaning: 'folder or .tgz of the plugin; default: the current directory' },
      url: { argument: 'URL', meaning: 'address of a server, such as http://127.0.0.1:3000; then no plugin is read' },
      ...CONFIG_FLAG,
      ...JSON_FLAG,
    },
    about: [
      'The result goes to standard output as JSON, and other text to standard error. With --json a failure goes to standard output too.',
    ],
    examples: [`toolcell call greet '{"name": "Ada"}'`, `toolcell call greet '{}' --plugin greeter-1.0.0.tgz`],
  },
  async run(context) {
    const toolName = context.args.word(0) ?? '';
    const argumentsText = await argumentsFrom(context);
    const url = context.args.value('url');
    return url === undefined
      ? callPlugin(context, toolName, argumentsText)
      : callServer(context, url, toolName, argumentsText);
  },
};

const argumentsFrom = async ({ args, stdin }: CommandContext): Promise<string> => {
  const word = args.word(1) ?? '{}';
  const json = word === '-' ? await text(stdin) : word;
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    throw misused(`The arguments are not JSON: ${reason}`, `Quote them for the shell: '{"name": "Ada"}'`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw misused('The arguments are not an object. Write them as {"name": value}.');
  return json;
};

const callPlugin = async (context: CommandContext, toolName: string, argumentsText: string): Promise<ExitCode> => {
  const named = namedPlugin(context, context.args.value('plugin'));
  const { settings } = named;
  await using onDemand = new BenchOnDemand(() => Workbench.forAuthor(settings, context));
  const { bundle, folder } = await openPlugin(named, onDemand);
  const names = bundle.manifest.tools.map(({ name }) => name);
  if (!names.includes(toolName)) throw noSuchTool(toolName, bundle.manifest.name, names);
  const bench = await onDemand.get();
  const plugin = await context.withProgress('Trying the plugin out', bench.load(bundle));
  const called = await context.withProgress('Calling', (showProgress) =>
    bench.callOfAuthor(plugin, toolName, argumentsText, progressReporter(showProgress)),
  );
  const { outcome } = called;
  context.printError(...(await logLines(called, bundle, context.style.stderr)));
  if (outcome.ok) {
    printResult(context, outcome.resultJson.toString());
    return EXIT.done;
  }
  const explained = await explainFailure(outcome.failure, called, toolName, { plugin, settings, folder });
  if (context.args.has('json')) context.print(JSON.stringify(explained.failure, null, 2));
  else context.printError(...failureLines(explained, context.style.stderr));
  return exitCodeOf(outcome.failure.code);
};

/** Prints exactly the tool's value: on a terminal with all escapes of `shownJson`, elsewhere with those that `print` makes. */
const printResult = ({ stdout, print }: CommandContext, resultText: string): void =>
  print(stdout.isTTY === true ? shownJson(resultText) : resultText);

const noSuchTool = (toolName: string, pluginName: string, names: readonly string[]): CommandFailed => {
  const [near] = nearest(toolName, names);
  const hint = near === undefined ? `It has ${names.join(', ')}.` : `Did you mean ${near}?`;
  return misused(`The plugin ${pluginName} has no tool ${JSON.stringify(toolName)}. ${hint}`);
};

/** A failure of the host has its own exit code, since the plugin may be fine. */
const exitCodeOf = (code: FailureCode): ExitCode => (ERRORS[code].fault === 'host' ? EXIT.host : EXIT.fault);

const callServer = async (
  context: CommandContext,
  url: string,
  toolName: string,
  argumentsText: string,
): Promise<ExitCode> => {
  const { args, env, print, printError, style } = context;
  const address = addressOf(url);
  const body = `{"toolName":${JSON.stringify(toolName)},"arguments":${argumentsText}}`;
  const key = env.TOOLCELL_KEY ? { 'x-api-key': env.TOOLCELL_KEY } : {};
  const headers = { 'content-type': 'application/json', ...key };
  const answered = fetch(address, { method: 'POST', headers, body, redirect: 'error' }).catch((error: unknown) => {
    const { cause } = error as { cause?: { message?: string } };
    throw new CommandFailed(EXIT.host, `${address} cannot be reached: ${cause?.message || String(error)}`);
  });
  const response = await context.withProgress('Calling', answered);
  const answer = await response.text();
  if (response.ok) {
    printResult(context, answer);
    return EXIT.done;
  }
  const problem = problemIn(answer);
  if (problem === undefined)
    throw new CommandFailed(EXIT.host, `${address} answered with status ${response.status}, but not as Toolcell does.`);
  if (args.has('json')) print(answer);
  else printError(`${style.stderr.bad('✗')} ${style.stderr.strong(problem.code)}: ${shown(problem.detail, 2_000)}`);
  return exitCodeOf(problem.code);
};

const addressOf = (url: string): string => {
  if (!URL.canParse(url) || !/^https?:/.test(url))
    throw misused(`--url: ${url} is not an http or https address → ${addressNear(url)}`);
  return new URL('/mcp/callTool', url).href;
};

/** The address that was probably meant: the given host with a scheme. */
const addressNear = (url: string): string => {
  const guess = `http://${url.replace(/^[a-z]*:?\/+/i, '')}`;
  return URL.canParse(guess) ? guess : 'http://127.0.0.1:3000';
};

const problemIn = (answer: string): { readonly code: FailureCode; readonly detail: string } | undefined => {
  try {
    const { code, detail } = JSON.parse(answer) as { code?: unknown; detail?: unknown };
    return isFailureCode(code) ? { code, detail: String(detail) } : undefined;
  } catch {
    return undefined;
  }
};
