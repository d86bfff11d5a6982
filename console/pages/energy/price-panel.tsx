import { useTranslation } from 'react-i18next';
import type { EnergyPlan } from '#contract/energy/energy-plan.ts';
import { type Frame, gutter } from '../../parts/curve/panel.ts';
import { scaled, stepped } from './chart-paths.ts';
import { usePlanWords } from './use-plan-words.ts';

type PriceProps = { plan: EnergyPlan; frame: Frame; times: readonly number[]; to: number; top: number; height: number };

/** What a kWh costs, slot by slot. */
export function PricePanel({ plan, frame, times, to, top, height }: PriceProps) {
  const { t } = useTranslation();
  const words = usePlanWords();
  const prices = plan.slots.map(({ importPerKwh }) => importPerKwh);
  const [low, high] = [Math.min(0, ...prices), Math.max(...prices, 0)];
  const ticks = high > low ? [low, high] : [0];
  const y = (value: number) =>
    scaled(value, {
      low,
      high: high > low ? high : low + 1,
      top: top + 32,
      bottom: top + height - 4,
    });
  const steps = times.map((from, slot) => ({ from, value: prices[slot] ?? 0 }));
  return (
    <g className="energy-price">
      <text className="curve-name" x={0} y={top + 18}>
        <tspan className="curve-quantity">{t('energy.price')}</tspan>{' '}
        <tspan className="curve-unit">{t('energy.perKwh', { currency: plan.cost.currency })}</tspan>
      </text>
      {ticks.map((tick) => (
        <text key={tick} className="curve-tick" x={gutter.left - 8} y={y(tick) + 4} textAnchor="end">
          {words.number(Math.round(tick * 100) / 100)}
        </text>
      ))}
      <path className="energy-price-line" d={stepped(steps, { frame, to, y })} />
    </g>
  );
}
