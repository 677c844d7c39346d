// CPU time of this thread, for bounds that a busy machine keeps, too.

/** Milliseconds of CPU time that this thread spends on some work. */
export const cpuMsOf = (work: () => void): number => {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
};
