// Asks the person at the terminal. Commands ask only on a terminal, and only for values that the command line does not give.

import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { type CommandContext, CommandFailed, EXIT, misused } from './command.ts';

/** Resolves with the answer, trimmed; a secret is neither shown nor trimmed. Throws `CommandFailed` if there is no answer, and for Ctrl-C. */
export const ask = async (
  { stdin, stderr }: Pick<CommandContext, 'stdin' | 'stderr'>,
  question: string,
  { isSecret = false } = {},
): Promise<string> => {
  const silent = new Writable({ write: (_part, _encoding, done) => done() });
  if (isSecret) stderr.write(question);
  const prompt = createInterface({ input: stdin, output: isSecret ? silent : stderr, terminal: true });
  // Ctrl+D ends the input: readline alone would go on waiting.
  const ended = new Promise<undefined>((resolve) => prompt.once('close', () => resolve(undefined)));
  const interrupted = new Promise<never>((_, reject) =>
    prompt.once('SIGINT', () => reject(new CommandFailed(EXIT.interrupted))),
  );
  try {
    const answer = await Promise.race([prompt.question(isSecret ? '' : question), ended, interrupted]);
    if (answer === undefined) throw misused('There was no answer.');
    return isSecret ? answer : answer.trim();
  } finally {
    prompt.close();
    if (isSecret) stderr.write('\n');
  }
};

/**
 * Asks for a yes on a terminal, unless `--yes` was given. Throws `CommandFailed` for exit code 2: with `refused` if the answer is not yes, with
 * `unasked` if there is no terminal.
 */
export const confirm = async (
  context: CommandContext,
  question: string,
  { refused, unasked }: { readonly refused: string; readonly unasked: string },
): Promise<void> => {
  if (context.args.has('yes')) return;
  if (!context.isInteractive) throw misused(unasked);
  if (!/^y(es)?$/i.test(await ask(context, `${question} [y/N] `))) throw misused(refused);
};
