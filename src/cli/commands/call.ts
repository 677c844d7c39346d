// `toolcell call TOOL JSON`: one call, of a plugin on disk in the real sandbox, or of a server.

import { text } from 'node:stream/consumers';
import { shown } from '../../catalog/model/refusal.ts';
import { nearest } from '../../config/nearest.ts';
import { ERRORS, type FailureCode, isFailureCode } from '../../protocol/errors.ts';
import {
  CONFIG_FLAG,
  type Command,
  type CommandContext,
  CommandFailed,
  EXIT,
  type ExitCode,
  JSON_FLAG,
  misused,
} from '../command.ts';
import { BenchOnDemand } from '../plugin/bench-on-demand.ts';
import { explainFailure, failureLines } from '../plugin/failure-lines.ts';
import { logLines, shownJson, tellProgress } from '../plugin/log-lines.ts';
import { kindOf, openPlugin } from '../plugin/open-plugin.ts';
import { Workbench } from '../plugin/workbench.ts';
import { reachFor, settingsFor } from '../settings.ts';

export const command: Command = {
  name: 'call',
  summary: 'Call one tool, of a plugin on disk or of a server.',
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
      'The result goes to standard output as JSON, and all else to standard error. With --json a failure goes to standard output too.',
    ],
    examples: [`toolcell call greet '{"name": "Ada"}'`, `toolcell call greet '{}' --plugin greeter-1.0.0.tgz`],
  },
  async run(context) {
    const toolName = context.given.word(0) ?? '';
    const argumentsText = await argumentsFrom(context);
    const url = context.given.value('url');
    return url === undefined
      ? callPlugin(context, toolName, argumentsText)
      : callServer(context, url, toolName, argumentsText);
  },
};

const argumentsFrom = async ({ given, stdin }: CommandContext): Promise<string> => {
  const word = given.word(1) ?? '{}';
  const json = word === '-' ? await text(stdin) : word;
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    throw misused(`The arguments are not JSON: ${reason}`, `Quote them for the shell: '{"name": "Ada"}'`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw misused('The arguments are no object. Write them as {"name": value}.');
  return json;
};

const callPlugin = async (context: CommandContext, toolName: string, argumentsText: string): Promise<ExitCode> => {
  const { path, isFolder } = kindOf(context.cwd, context.given.value('plugin') ?? '.');
  const settings = settingsFor(context, isFolder ? path : context.cwd);
  const onDemand = new BenchOnDemand(async () =>
    Workbench.open(settings.config, context, { examplesMayFail: true, reach: reachFor(settings, context) }),
  );
  try {
    const { bundle, folder } = await openPlugin({ path, isFolder }, settings.config, onDemand);
    const names = bundle.manifest.tools.map(({ name }) => name);
    if (!names.includes(toolName)) throw noSuchTool(toolName, bundle.manifest.name, names);
    const bench = await onDemand.get();
    const plugin = await context.during('Trying the plugin out', bench.load(bundle));
    const called = await context.during('Calling', (tell) =>
      bench.callAndTell(plugin.snapshot, { toolName, argumentsText, onLines: tellProgress(tell) }),
    );
    const { outcome } = called;
    context.complain(...logLines(called, context.paint.stderr));
    if (outcome.ok) {
      printResult(context, outcome.resultJson.toString());
      return EXIT.done;
    }
    const scene = { plugin, settings, ...(folder !== undefined && { folder }) };
    const explained = await explainFailure(outcome.failure, called, toolName, scene);
    if (context.given.has('json')) context.print(JSON.stringify(explained.failure, null, 2));
    else context.complain(...failureLines(explained, context.paint.stderr));
    return exitCodeOf(outcome.failure.code);
  } finally {
    await onDemand.close();
  }
};

/** The very value that the tool gave: on a terminal with all escapes, elsewhere with those of every line. */
const printResult = ({ stdout, print }: CommandContext, resultText: string): void =>
  print(stdout.isTTY === true ? shownJson(resultText) : resultText);

const noSuchTool = (toolName: string, pluginName: string, names: readonly string[]): CommandFailed => {
  const [near] = nearest(toolName, names);
  const hint = near === undefined ? `It has ${names.join(', ')}.` : `Did you mean ${near}?`;
  return misused(`The plugin ${pluginName} has no tool ${JSON.stringify(toolName)}. ${hint}`);
};

/** A failure that is the host's is told apart: the plugin may be fine. */
const exitCodeOf = (code: FailureCode): ExitCode => (ERRORS[code].fault === 'host' ? EXIT.host : EXIT.fault);

const callServer = async (
  context: CommandContext,
  url: string,
  toolName: string,
  argumentsText: string,
): Promise<ExitCode> => {
  const { given, print, complain, paint } = context;
  const address = addressOf(url);
  const body = `{"toolName":${JSON.stringify(toolName)},"arguments":${argumentsText}}`;
  const headers = { 'content-type': 'application/json' };
  const answered = fetch(address, { method: 'POST', headers, body, redirect: 'error' }).catch((error: unknown) => {
    const { cause } = error as { cause?: { message?: string } };
    throw new CommandFailed(EXIT.host, `${address} cannot be reached: ${cause?.message || String(error)}`);
  });
  const response = await context.during('Calling', answered);
  const answer = await response.text();
  if (response.ok) {
    printResult(context, answer);
    return EXIT.done;
  }
  const problem = problemIn(answer);
  if (problem === undefined)
    throw new CommandFailed(EXIT.host, `${address} answered ${response.status}, and not as Toolcell does.`);
  if (given.has('json')) print(answer);
  else complain(`${paint.stderr.bad('✗')} ${paint.stderr.strong(problem.code)}: ${shown(problem.detail, 2_000)}`);
  return exitCodeOf(problem.code);
};

const addressOf = (url: string): string => {
  if (!URL.canParse(url) || !/^https?:/.test(url))
    throw misused(`--url: ${url} is not an address → ${addressNear(url)}`);
  return new URL('/mcp/callTool', url).href;
};

/** What was probably meant: the host that was given, with a scheme in front. */
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
