// The CPU time of this runner process: what no isolate in it can have passed.

/**
 * CPU milliseconds of this process, all its threads together.
 *
 * Why: while an entry runs, isolated-vm counts the wall time since it began as its `cpuTime`; on a busy machine that charges
 * a tool for time it was not given. The lower of the two is never less than what the isolate has used.
 * Source: isolated-vm src/isolate/executor.cc, CpuTimer::Delta.
 */
export const processCpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
