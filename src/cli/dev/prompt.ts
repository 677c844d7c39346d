// The prompt of `toolcell dev`: a line is a tool and its arguments, or a command that begins with a dot. From a terminal or a pipe.

import { createInterface, type Interface } from 'node:readline';
import { shown } from '../../catalog/model/refusal.ts';
import { nearest } from '../../config/nearest.ts';
import { type CommandContext, CommandFailed, EXIT } from '../command.ts';
import type { DevSession } from './dev-session.ts';

const PROMPT = '> ';
const DOT_COMMANDS: Readonly<Record<string, string>> = {
  '.tools': 'the tools and what they say of themselves',
  '.examples': 'run the examples of the manifest',
  '.reload': 'load the folder again',
  '.help': 'this list',
  '.exit': 'leave; so does Ctrl+D',
};

/** What a line asks for. */
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

/** The prompt on a terminal; without one, lines are read all the same and nothing is drawn. */
export class Prompt {
  readonly #context: CommandContext;
  readonly #lines: Interface;
  /** Begun at once: what is typed, or piped in, before the sandbox is ready waits here. */
  readonly #typed: AsyncIterator<string>;
  /** Rejects at Ctrl-C, which a terminal in the hands of readline sends as a character and not as a signal. */
  readonly interrupted: Promise<never>;
  /** The prompt is on the screen, with what has been typed behind it. */
  #isPrompting = false;

  /** Whose tools are completed by Tab. */
  #session: DevSession | undefined;

  constructor(context: CommandContext) {
    this.#context = context;
    const { stdin, stdout, isInteractive } = context;
    const completer = (typed: string): [string[], string] => {
      // Behind the name of a tool come its arguments.
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
    // Not a fault of the process's if nobody waits for it yet.
    this.interrupted.catch(() => {});
  }

  /** Prints lines without spoiling what is being typed. */
  say(...lines: readonly string[]): void {
    const { isInteractive, stdout, print } = this.#context;
    if (isInteractive) stdout.write('\r\u001b[K');
    print(...lines);
    if (this.#isPrompting) this.#lines.prompt(true);
  }

  /** Shows how far something is, on a terminal only: the next line takes its place. `howFar`: printable, on one line. */
  tell(howFar: string): void {
    const { isInteractive, stdout, columns } = this.#context;
    if (isInteractive) stdout.write(`\r\u001b[K${howFar.slice(0, columns - 1)}`);
  }

  /** Answers line by line until the input ends or `.exit`. */
  async serve(session: DevSession): Promise<void> {
    this.#session = session;
    for (;;) {
      this.#prompt();
      const { done, value: line } = await this.#typed.next();
      this.#isPrompting = false;
      if (done || (await this.#answer(line, session)) === 'exit') return;
    }
  }

  #prompt(): void {
    if (!this.#context.isInteractive) return;
    this.#isPrompting = true;
    this.#lines.prompt(true);
  }

  async #answer(line: string, session: DevSession): Promise<'exit' | 'go on'> {
    const asked = readLine(line, session.toolNames);
    const { paint } = this.#context;
    if (asked.kind === 'wrong') this.say(paint.stdout.warning(asked.why));
    if (asked.kind === 'call') await session.call(asked.toolName, asked.argumentsText);
    if (asked.kind !== 'dot') return 'go on';
    if (asked.name === '.exit') return 'exit';
    if (asked.name === '.reload') await session.load();
    if (asked.name === '.examples') await session.examples();
    if (asked.name === '.tools') this.say(...toolLines(session));
    if (asked.name === '.help') this.say(...helpLines());
    return 'go on';
  }

  close(): void {
    this.#lines.close();
  }
}

const toolLines = (session: DevSession): readonly string[] =>
  (session.plugin?.manifest.tools ?? []).map(({ name, description, inputSchema }) => {
    const { properties = {} } = inputSchema as { properties?: object };
    return `${name} {${shown(Object.keys(properties).join(', '), 200)}}  ${shown(description, 500)}`;
  });

const helpLines = (): readonly string[] => [
  'TOOL {"name": value}   call a tool; the arguments are JSON (default: {})',
  ...Object.entries(DOT_COMMANDS).map(([name, meaning]) => `${name.padEnd(22)} ${meaning}`),
];
