// Measures the CPU time of this runner process, which no isolate in it can exceed.

/** CPU milliseconds of this process, all its threads together. */
export const processCpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
