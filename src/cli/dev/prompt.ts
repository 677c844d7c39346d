// The prompt of `toolcell dev`, on a terminal or a pipe. A line is a tool and its arguments, or a command that begins with a dot.

import { createInterface, type Interface } from 'node:readline';
import type { ManifestTool } from '../../../packages/plugin/src/manifest.ts';
import { shown } from '../../catalog/model/refusal.ts';
import { nearest } from '../../shared/text/nearest.ts';
import { type CommandContext, CommandFailed, EXIT } from '../common/command.ts';

const PROMPT = '> ';
const DOT_COMMANDS: Readonly<Record<string, string>> = {
  '.tools': 'list the tools with their descriptions',
  '.examples': 'run the examples of the manifest',
  '.reload': 'load the folder again',
  '.clear': 'remove what the tools keep in the store',
  '.help': 'show this list',
  '.exit': 'leave; Ctrl+D does the same',
};

/** What the prompt asks of the session that loads and calls the plugin. */
export interface PromptSession {
  readonly toolNames: readonly string[];
  /** The tools of the plugin that calls use; none until one has been loaded. */
  readonly tools: readonly ManifestTool[];
  load(): Promise<void>;
  call(toolName: string, argumentsText: string): Promise<void>;
  examples(): Promise<void>;
  clear(): Promise<void>;
}

type Asked =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'dot'; readonly name: string }
  | { readonly kind: 'call'; readonly toolName: string; readonly argumentsText: string }
  | { readonly kind: 'wrong'; readonly why: string };

/** Reads a line of the prompt: `greet {"name": "Ada"}`, `greet`, `.tools`. */
export const readLine = (line: string, toolNames: readonly string[]): Asked => {
  const [, name = '', rest = ''] = /^\s*(\S*)\s*([\s\S]*?)\s*$/.exec(line) ?? [];
  if (name === '') return { kind: 'nothing' };
  if (name.startsWith('.')) {
    if (Object.hasOwn(DOT_COMMANDS, name)) return { kind: 'dot', name };
    return { kind: 'wrong', why: `There is no ${name}. ${meant(name, Object.keys(DOT_COMMANDS))}` };
  }
  if (!toolNames.includes(name)) return { kind: 'wrong', why: `There is no tool ${name}. ${meant(name, toolNames)}` };
  const argumentsText = rest === '' ? '{}' : rest;
  try {
    const value: unknown = JSON.parse(argumentsText);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return { kind: 'call', toolName: name, argumentsText };
  } catch (error) {
    return { kind: 'wrong', why: `The arguments are not JSON: ${error instanceof Error ? error.message : error}` };
  }
  return { kind: 'wrong', why: `The arguments are an object: ${name} {"name": "Ada"}` };
};

const meant = (name: string, known: readonly string[]): string => {
  const [near] = nearest(name, known);
  return near === undefined ? `There is ${known.join(', ') || 'none'}.` : `Did you mean ${near}?`;
};

/**
 * Reads lines from standard input, on a terminal with a prompt and completion. Lines that are typed, or piped in, before `serve` wait. Close it, or
 * standard input stays open.
 */
export class Prompt {
  readonly #context: CommandContext;
  readonly #lines: Interface;
  /** Reads from the start, so that no line is lost while the sandbox starts. */
  readonly #typed: AsyncIterator<string>;
  /** Rejects with `CommandFailed` at Ctrl-C: under readline a terminal sends it as a character and not as a signal. */
  readonly interrupted: Promise<never>;
  /** True while the prompt and the text that was typed after it are on the screen. */
  #isPrompting = false;

  /** Tab completes the names of its tools. */
  #session: PromptSession | undefined;

  constructor(context: CommandContext) {
    this.#context = context;
    const { stdin, stdout, isInteractive } = context;
    const completer = (typed: string): [string[], string] => {
      // With a space, since arguments follow the name of a tool.
      const known = [...(this.#session?.toolNames ?? []).map((name) => `${name} `), ...Object.keys(DOT_COMMANDS)];
      return [known.filter((name) => name.startsWith(typed)), typed];
    };
    this.#lines = createInterface(
      isInteractive ? { input: stdin, output: stdout, completer, prompt: PROMPT } : { input: stdin },
    );
    this.#typed = this.#lines[Symbol.asyncIterator]();
    this.interrupted = new Promise((_, reject) =>
      this.#lines.once('SIGINT', () => reject(new CommandFailed(EXIT.interrupted))),
    );
    // Otherwise Node would report an unhandled rejection if Ctrl-C comes before anything waits for it.
    this.interrupted.catch(() => {});
  }

  /** Prints lines above the prompt. The text that was typed stays. */
  say(...lines: readonly string[]): void {
    const { isInteractive, stdout, print } = this.#context;
    if (isInteractive) stdout.write('\r\u001b[K');
    print(...lines);
    if (this.#isPrompting) this.#lines.prompt(true);
  }

  /** Shows progress, on a terminal only, on a line that the next text replaces. `progress` must be printable and on one line. */
  showProgress(progress: string): void {
    const { isInteractive, stdout, columns } = this.#context;
    if (isInteractive) stdout.write(`\r\u001b[K${progress.slice(0, columns - 1)}`);
  }

  /** Answers line by line. Resolves at the end of the input, or after `.exit`, and tells which. */
  async serve(session: PromptSession): Promise<'end' | 'exit'> {
    this.#session = session;
    for (;;) {
      this.#prompt();
      const { done, value: line } = await this.#typed.next();
      this.#isPrompting = false;
      if (done) return 'end';
      if ((await this.#answer(line, session)) === 'exit') return 'exit';
    }
  }

  #prompt(): void {
    if (!this.#context.isInteractive) return;
    this.#isPrompting = true;
    this.#lines.prompt(true);
  }

  async #answer(line: string, session: PromptSession): Promise<'exit' | 'go on'> {
    const asked = readLine(line, session.toolNames);
    const { style } = this.#context;
    if (asked.kind === 'wrong') this.say(style.stdout.warning(asked.why));
    if (asked.kind === 'call') await session.call(asked.toolName, asked.argumentsText);
    if (asked.kind !== 'dot') return 'go on';
    if (asked.name === '.exit') return 'exit';
    if (asked.name === '.reload') await session.load();
    if (asked.name === '.examples') await session.examples();
    if (asked.name === '.clear') await session.clear();
    if (asked.name === '.tools') this.say(...toolLines(session));
    if (asked.name === '.help') this.say(...helpLines());
    return 'go on';
  }

  close(): void {
    this.#lines.close();
  }
}

const toolLines = (session: PromptSession): readonly string[] =>
  session.tools.map(({ name, description, inputSchema }) => {
    const { properties = {} } = inputSchema as { properties?: object };
    return `${name} {${shown(Object.keys(properties).join(', '), 200)}}  ${shown(description, 500)}`;
  });

const helpLines = (): readonly string[] => [
  'TOOL {"name": value}   call a tool; the arguments are JSON (default: {})',
  ...Object.entries(DOT_COMMANDS).map(([name, meaning]) => `${name.padEnd(22)} ${meaning}`),
];
