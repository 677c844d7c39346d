// Names of the errors of the system. Any process.

/** Errors of Linux that network disks and broken disks answer, and for which Node knows no name: it calls them `Unknown system error -116`. */
const UNNAMED: ReadonlyMap<number, string> = new Map([
  [-116, 'ESTALE'],
  [-117, 'EUCLEAN'],
  [-121, 'EREMOTEIO'],
  [-122, 'EDQUOT'],
]);

/** The name of an error of the system, such as `ENOENT`; undefined if it is none. */
export const systemCode = (error: unknown): string | undefined => {
  const { code, errno } = error as NodeJS.ErrnoException;
  return (process.platform === 'linux' && errno !== undefined && UNNAMED.get(errno)) || code;
};
