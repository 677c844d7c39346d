// Asks the person at the terminal. Commands ask only where there is one, and only for what was not said.

import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { type CommandContext, CommandFailed, EXIT, misused } from './command.ts';

/** The answer to a question, without the spaces around it. A secret is not shown while it is typed. Throws `CommandFailed` for none, and for Ctrl-C. */
export const ask = async (
  { stdin, stderr }: Pick<CommandContext, 'stdin' | 'stderr'>,
  question: string,
  { isSecret = false } = {},
): Promise<string> => {
  const silent = new Writable({ write: (_part, _encoding, done) => done() });
  if (isSecret) stderr.write(question);
  const prompt = createInterface({ input: stdin, output: isSecret ? silent : stderr, terminal: true });
  // The end of the input, as Ctrl+D gives it, is an answer too; readline would wait on.
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
