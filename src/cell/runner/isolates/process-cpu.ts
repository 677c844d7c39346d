// Measures the CPU time of this runner process, which no isolate in it can exceed.

/**
 * CPU milliseconds of this process, all its threads together.
 *
 * Why: while an entry runs, isolated-vm counts the wall time since its start as `cpuTime`. On a busy machine that charges
 * a tool for time it did not get. The lower of the two is never less than what the isolate has used.
 * Source: isolated-vm src/isolate/executor.cc, CpuTimer::Delta.
 */
export const processCpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
