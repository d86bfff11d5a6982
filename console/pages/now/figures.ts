import type { TodayReport } from '#contract/reports/report.ts';

export const figureNames = ['energy', 'revenue', 'sessions', 'utilisation', 'firstTimeSuccess'] as const;
export type FigureName = (typeof figureNames)[number];
export type Figures = TodayReport['today']['total'];

/** For a curve; null: there is nothing to tell, which is not the same as zero. Money of other currencies is no part of the curve. */
export function valueOf(name: FigureName, figures: Figures, currency: string | null): number | null {
  switch (name) {
    case 'energy':
      return figures.energyWh;
    case 'sessions':
      return figures.sessions;
    case 'revenue':
      return Number(figures.revenue.find((each) => each.currency === currency)?.amount ?? 0);
    case 'utilisation':
      return figures.utilisation;
    case 'firstTimeSuccess':
      return figures.firstTimeSuccess;
  }
}

type Comparison = { way: 'more' | 'less' | 'same'; text: string };

/** Against the same time a week ago: shares by their difference, others in percent; null where there is nothing to compare with. */
export function comparison(now: number | null, before: number | null, isShare: boolean): Comparison | null {
  if (now === null || before === null || (before === 0 && !isShare)) return null;
  const difference = isShare ? (now - before) * 100 : ((now - before) / before) * 100;
  const rounded = Math.round(Math.abs(difference));
  if (rounded === 0) return { way: 'same', text: '' };
  return { way: difference > 0 ? 'more' : 'less', text: isShare ? `${rounded} pp` : `${rounded} %` };
}
