import type { Result } from './bench.ts';
import { isDisturbed } from './disturbance.ts';

/** Why the run cannot be held against the goals: others worked on the machine meanwhile, or messages went wrong. */
export function reasonsNotToCount(results: readonly Result[]): string[] {
  return results.flatMap(({ work, of, server, figures: { troubles = {}, disturbance } }) => {
    const what = `${work}, ${of}, ${server}`;
    const reasons = Object.entries(troubles).map(([said, count]) => `${what}: ${count} × ${said}`);
    if (disturbance === undefined || !isDisturbed(disturbance)) return reasons;
    const { steal, others } = disturbance;
    return [...reasons, `${what}: ${percent(steal)} of the machine was stolen, ${percent(others)} used by others`];
  });
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
