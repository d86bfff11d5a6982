/** Counts CPU time of this thread from now on, in milliseconds: a busy machine does not make work look slow. */
export function cpuClock(): () => number {
  const before = process.threadCpuUsage();
  return () => {
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  };
}
