/** Counts durations in buckets that grow by a tenth each: any number of them in a fixed little memory, to 10 % exact. */
export class Latencies {
  private readonly buckets = new Uint32Array(bucketCount);
  private total = 0;

  add(ms: number): void {
    const bucket = Math.ceil(Math.log(Math.max(ms, smallestMs) / smallestMs) / Math.log(growth));
    const index = Math.min(bucket, bucketCount - 1);
    this.buckets[index] = (this.buckets[index] ?? 0) + 1;
    this.total += 1;
  }

  /** The duration that this share of all did not exceed; 0 when there are none. */
  percentile(share: number): number {
    let left = Math.ceil(this.total * share);
    if (left === 0) return 0;
    const index = this.buckets.findIndex((count) => {
      left -= count;
      return left <= 0;
    });
    return Number((smallestMs * growth ** index).toFixed(1));
  }
}

const smallestMs = 0.1;
const growth = 1.1;
const bucketCount = 160; // up to about six minutes
