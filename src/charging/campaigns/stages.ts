import type { CampaignPlan } from '#contract/campaigns/campaign.ts';

/** Up to how many stations each stage reaches: the canary, then each share of all, and never fewer than before. */
export function stagesOf(
  { canaryStations, stagePercents }: Pick<CampaignPlan, 'canaryStations' | 'stagePercents'>,
  total: number,
): number[] {
  const stages = [Math.min(canaryStations, total)];
  for (const percent of stagePercents) {
    const reach = Math.min(total, Math.ceil((total * percent) / 100));
    if (reach > (stages.at(-1) ?? 0)) stages.push(reach);
  }
  return stages;
}

export function stageOf(place: number, stages: readonly number[]): number {
  const stage = stages.findIndex((reach) => place < reach);
  return stage < 0 ? Math.max(0, stages.length - 1) : stage;
}
