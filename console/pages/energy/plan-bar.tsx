import { useTranslation } from 'react-i18next';
import type { EnergyPlan, PlannedCar } from '#contract/energy/energy-plan.ts';
import { usePlanWords } from './use-plan-words.ts';

const [width, height] = [240, 34];

/** When a car charges, as a small picture of the next hours; what it feeds back hangs below. */
export function PlanBar({ plan, car, place }: { plan: EnergyPlan; car: PlannedCar; place: number }) {
  const { t } = useTranslation();
  const words = usePlanWords();
  const from = Date.parse(plan.slots[0]?.from ?? plan.madeAt);
  const last = plan.slots.at(-1);
  const to = last === undefined ? from + 1 : Date.parse(last.from) + last.seconds * 1000;
  const x = (time: number) => Math.min(1, Math.max(0, (time - from) / (to - from))) * width;
  const most = Math.max(1000, ...car.powersW.map(Math.abs));
  const hasBelow = car.powersW.some((watts) => watts < 0);
  const zero = hasBelow ? height / 2 : height;
  const departsAt = car.need === null ? null : Date.parse(car.need.departsAt);
  return (
    <svg
      className={`plan-bar energy-car-${place}`}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={useBarText(plan, car)}
    >
      <title>{`${words.time(from)} – ${words.time(to)}`}</title>
      <rect className="plan-bar-ground" width={width} height={height} />
      {departsAt !== null && departsAt < to && (
        <rect className="plan-bar-gone" x={x(departsAt)} width={width - x(departsAt)} height={height} />
      )}
      {spansOf(plan, car)
        .filter(({ watts }) => Math.abs(watts) >= 1)
        .map(({ from: start, to: end, watts }) => {
          const size = (Math.abs(watts) / most) * (hasBelow ? height / 2 : height);
          return (
            <rect
              key={start}
              className="plan-bar-slot"
              x={x(start)}
              y={watts > 0 ? zero - size : zero}
              width={Math.max(0.5, x(end) - x(start))}
              height={size}
            />
          );
        })}
      {departsAt !== null && departsAt < to && (
        <line className="plan-bar-end" x1={x(departsAt)} x2={x(departsAt)} y1={0} y2={height}>
          <title>{t('energy.car.departs', { time: words.time(departsAt) })}</title>
        </line>
      )}
    </svg>
  );
}

/** "Charges 22:00–02:00, 04:00–05:00" for whoever does not see the picture. */
function useBarText(plan: EnergyPlan, car: PlannedCar): string {
  const { t } = useTranslation();
  const words = usePlanWords();
  const spans: { from: number; to: number }[] = [];
  for (const { from, to, watts } of spansOf(plan, car)) {
    const before = spans.at(-1);
    if (watts < 1) continue;
    if (before?.to === from) before.to = to;
    else spans.push({ from, to });
  }
  if (spans.length === 0) return t('energy.car.doesNotCharge');
  const shown = spans.map(({ from, to }) => `${words.time(from)}–${words.time(to)}`).join(', ');
  return t('energy.car.chargesAt', { times: shown });
}

type Span = { from: number; to: number; watts: number };

/** Slots with the same power are one. */
function spansOf({ slots }: EnergyPlan, { powersW }: PlannedCar): Span[] {
  const spans: Span[] = [];
  for (const [index, slot] of slots.entries()) {
    const from = Date.parse(slot.from);
    const watts = powersW[index] ?? 0;
    const to = from + slot.seconds * 1000;
    const before = spans.at(-1);
    if (before?.to === from && before.watts === watts) before.to = to;
    else spans.push({ from, to, watts });
  }
  return spans;
}
