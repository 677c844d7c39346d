// Collects log lines, so that many are written together. Front process.

/** Lines that wait to be written. */
export interface LineBatch {
  /** Takes a line with its newline. */
  write(line: string): void;
  /** Hands on all lines at once. */
  flush(): void;
}

/**
 * Hands lines on in the order they came, at once if there are `batchCharacters` characters, and after `flushMs` milliseconds at the
 * latest. Its timer keeps no process alive, so the end of the process has to call `flush`.
 *
 * Why: for every write, the stream below measures all that it holds, which costs more than the line.
 */
export const createLineBatch = (
  handOn: (lines: string) => void,
  { batchCharacters, flushMs }: { readonly batchCharacters: number; readonly flushMs: number },
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
