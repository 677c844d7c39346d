// Keeps the lines of the log until there are enough of them to be written together. Front process.

export interface BatchLimits {
  /** Characters that are not kept any longer. */
  readonly batchCharacters: number;
  /** How long a line may be kept, in milliseconds. */
  readonly flushMs: number;
}

export interface LineBatch {
  /** Takes a line, its newline included. */
  write(line: string): void;
  /** Hands on what is kept, at once. */
  flush(): void;
}

/**
 * Hands lines on in the order they came. A line that is kept keeps no process alive: whoever ends one calls `flush`.
 *
 * Why: the stream below measures all that it holds for every line it is given, which costs more than the line.
 */
export const createLineBatch = (
  handOn: (lines: string) => void,
  { batchCharacters, flushMs }: BatchLimits,
): LineBatch => {
  let kept = '';
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const lines = kept;
    kept = '';
    if (lines !== '') handOn(lines);
  };
  return {
    write(line) {
      kept += line;
      if (kept.length >= batchCharacters) flush();
      else timer ??= setTimeout(flush, flushMs).unref();
    },
    flush,
  };
};
