// What the picture of the README shows: commands, run one after the other, and what they print.

import { Session } from './session.ts';

/** A command line of the recording and the lines below it. */
export interface Shown {
  readonly command: string;
  readonly lines: readonly string[];
}

/** Left out of the picture: what differs from machine to machine, and what is long. */
const ELSEWHERE = '…';

const call = (args: object): string =>
  `curl -s http://127.0.0.1:3000/mcp/callTool -H 'Content-Type: application/json' -d '${JSON.stringify({ toolName: 'wordCount', arguments: args })}'`;

/** The commands, each with the last line of its output that is shown, if not all of them are. */
export const COMMANDS: readonly (readonly [command: string, lastLine?: RegExp])[] = [
  ['npx toolcell new word-count', /^✓/],
  ['npx toolcell test word-count --runs 0'],
  ['npx toolcell pack word-count', /^✓/],
  ['npx toolcell init', /^✓ made plugins/],
  ['npx toolcell add word-count-0.1.0.tgz'],
  ['npx toolcell serve &', /^Limits/],
  [call({ text: 'To be or not to be' })],
  [call({ txt: 'To be or not to be' })],
];

/** Runs the commands in an empty folder. Fails if one of them fails. */
export const record = async (env: Readonly<Record<string, string>> = {}): Promise<readonly Shown[]> => {
  const session = new Session(env);
  try {
    const shown: Shown[] = [];
    for (const [command, lastLine] of COMMANDS) {
      const { code, output } = await session.run(command);
      if (code !== 0) throw new Error(`${command} ended with ${code}:\n${output}`);
      shown.push({ command, lines: shorten(output.trimEnd().split('\n'), lastLine) });
    }
    return shown;
  } finally {
    await session.close();
  }
};

const shorten = (lines: readonly string[], lastLine: RegExp | undefined): readonly string[] => {
  const last = lastLine === undefined ? -1 : lines.findIndex((line) => lastLine.test(line));
  return last === -1 || last === lines.length - 1 ? lines : [...lines.slice(0, last + 1), ELSEWHERE];
};
