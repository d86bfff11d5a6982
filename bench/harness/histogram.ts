/** Latencies in buckets that grow by 2 %: exact enough for a percentile, and two of them can be added. */
export type Histogram = { counts: number[]; total: number };

const growth = Math.log(1.02);

export function emptyHistogram(): Histogram {
  return { counts: [], total: 0 };
}

export function addLatency(histogram: Histogram, ms: number): void {
  const bucket = Math.max(0, Math.ceil(Math.log(Math.max(ms, 0.001) * 1000) / growth));
  while (histogram.counts.length <= bucket) histogram.counts.push(0);
  histogram.counts[bucket] = (histogram.counts[bucket] ?? 0) + 1;
  histogram.total += 1;
}

export function merge(histograms: readonly Histogram[]): Histogram {
  const longest = Math.max(0, ...histograms.map(({ counts }) => counts.length));
  const counts = Array.from({ length: longest }, (_, bucket) =>
    histograms.reduce((sum, each) => sum + (each.counts[bucket] ?? 0), 0),
  );
  return { counts, total: histograms.reduce((sum, each) => sum + each.total, 0) };
}

/** In milliseconds; the upper edge of the bucket. */
export function percentile({ counts, total }: Histogram, share: number): number {
  let left = total * share;
  for (const [bucket, count] of counts.entries()) {
    left -= count;
    if (left <= 0 && count > 0) return Math.exp(bucket * growth) / 1000;
  }
  return 0;
}
