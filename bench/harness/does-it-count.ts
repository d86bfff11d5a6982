import type { Result } from './bench.ts';

type Range = { work: string; of: RegExp; server: Result['server']; from: number; to: number };

/** CPU-seconds per 1,000 messages of the limits on the machine that the goals were set on. */
const ranges: readonly Range[] = [
  { work: 'heartbeat', of: /./, server: 'limit', from: 0.02, to: 0.035 },
  { work: 'session', of: /^1\.6/, server: 'limit', from: 0.032, to: 0.036 },
  { work: 'session', of: /^1\.6/, server: 'limit-pg', from: 0.08, to: 0.098 },
  { work: 'session', of: /^2/, server: 'limit', from: 0.026, to: 0.039 },
  { work: 'session', of: /^2/, server: 'limit-pg', from: 0.057, to: 0.091 },
];

/** Why the run cannot be held against the goals: the limits cost something else here, or messages went wrong. */
export function reasonsNotToCount(results: readonly Result[]): string[] {
  return results.flatMap(({ work, of, server, figures }) => {
    const what = `${work}, ${of}, ${server}`;
    const troubles = Object.entries(figures.troubles ?? {}).map(([said, count]) => `${what}: ${count} × ${said}`);
    const range = ranges.find((each) => each.work === work && each.server === server && each.of.test(of));
    const cpu = figures.cpuSecondsPer1000;
    const isOutside = range !== undefined && cpu !== undefined && (cpu < range.from || cpu > range.to);
    return isOutside
      ? [...troubles, `${what}: ${cpu.toFixed(4)} CPU-s per 1,000 is outside ${range.from}-${range.to}`]
      : troubles;
  });
}
