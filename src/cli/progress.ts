// Says on standard error what takes long. On a terminal at once, on a line that is taken away again; elsewhere only where it
// takes long indeed, so that the log of a build says where the time went.

import type { Surroundings } from './command.ts';

/** Where nobody watches, work that is done sooner than this is not spoken of. Milliseconds. */
const LONG_MS = 3_000;

const COLUMNS = 80;

const ERASE_LINE = '\r\u001b[K';

/** Something that takes long; it may tell how far it is, in printable text on one line. */
export type Work<Result> = Promise<Result> | ((tell: (howFar: string) => void) => Promise<Result>);

/** Hands on the outcome of `work`, and tells what it is while it lasts. */
export const during = async <Result>(
  { stderr, env }: Pick<Surroundings, 'stderr' | 'env'>,
  what: string,
  work: Work<Result>,
): Promise<Result> => {
  const isLive = stderr.isTTY === true && env.TERM !== 'dumb';
  const columns = (stderr.columns || COLUMNS) - 1;
  // A line that wraps could not be taken away again.
  const show = (line: string): void => void (isLive && stderr.write(ERASE_LINE + line.slice(0, columns)));
  show(`${what}…`);
  const timer = isLive ? undefined : setTimeout(() => stderr.write(`${what}…\n`), LONG_MS).unref();
  try {
    return await (typeof work === 'function' ? work((howFar) => show(`${what}… ${howFar}`)) : work);
  } finally {
    clearTimeout(timer);
    if (isLive) stderr.write(ERASE_LINE);
  }
};
