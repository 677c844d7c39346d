// Shows on standard error what a command is doing. On a terminal at once, on a line that is erased at the end. Elsewhere only after three seconds, so
// that the log of a build shows what took long.

import type { Writable } from 'node:stream';

/** Without a terminal, shorter work is not mentioned. */
const LONG_MS = 3_000;

const COLUMNS = 80;

const ERASE_LINE = '\r\u001b[K';

/** Work that may take long. It may call `showProgress` with printable text on one line. */
export type Work<Result> = Promise<Result> | ((showProgress: (progress: string) => void) => Promise<Result>);

/** Where progress is shown. */
interface ProgressPlace {
  readonly stderr: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Shows `activity` until `work` is done, and settles as it does. */
export const withProgress = async <Result>(
  { stderr, env }: ProgressPlace,
  activity: string,
  work: Work<Result>,
): Promise<Result> => {
  const isLive = stderr.isTTY === true && env.TERM !== 'dumb';
  const columns = (stderr.columns || COLUMNS) - 1;
  // A line that wraps could not be erased.
  const show = (line: string): void => void (isLive && stderr.write(ERASE_LINE + line.slice(0, columns)));
  show(`${activity}…`);
  const timer = isLive ? undefined : setTimeout(() => stderr.write(`${activity}…\n`), LONG_MS).unref();
  try {
    return await (typeof work === 'function' ? work((progress) => show(`${activity}… ${progress}`)) : work);
  } finally {
    clearTimeout(timer);
    if (isLive) stderr.write(ERASE_LINE);
  }
};
