import { useTranslation } from 'react-i18next';
import type { EnergyPlan } from '#contract/energy/energy-plan.ts';
import { planDifference } from './plan-difference.ts';
import type { Step } from './plan-picture.ts';
import { PowerChart } from './power-chart.tsx';
import { usePlanWords } from './use-plan-words.ts';

/** So many say what happens; the sums say the rest. */
const maxCars = 8;

type Props = { before: EnergyPlan; after: EnergyPlan; limit: (span: { from: number; to: number }) => Step[] };

/** What would be different, in numbers, car by car and as a picture; nothing has changed yet. */
export function DifferenceView({ before, after, limit }: Props) {
  const { t } = useTranslation();
  const words = usePlanWords();
  const { cost, peakW, shortWh, cars: changed } = planDifference(before, after);
  const cars = changed.slice(0, maxCars);
  const { currency } = after.cost;
  const ready = (time: string | null) => (time === null ? t('energy.what.never') : words.time(time));
  const rows = [
    {
      name: t('energy.what.cost'),
      before: words.money(cost.before, currency),
      after: words.money(cost.after, currency),
    },
    { name: t('energy.what.peak'), before: words.power(peakW.before), after: words.power(peakW.after) },
    { name: t('energy.what.short'), before: words.energy(shortWh.before), after: words.energy(shortWh.after) },
    ...cars.map(({ car, readyAt, shortWh: lack }) => ({
      name: t('energy.what.ready', { name: words.car(car) }),
      before: ready(readyAt.before),
      after: lack.after > 50 ? t('energy.what.lacks', { energy: words.energy(lack.after) }) : ready(readyAt.after),
    })),
  ];
  return (
    <section className="energy-difference" aria-label={t('energy.what.title')} aria-live="polite">
      <table className="energy-compare">
        <thead>
          <tr>
            <th scope="col">{t('energy.what.title')}</th>
            <th scope="col">{t('energy.asItIs')}</th>
            <th scope="col">{t('energy.what.then')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.name} data-changed={row.before !== row.after}>
              <th scope="row">{row.name}</th>
              <td>{row.before}</td>
              <td>{row.after}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {cars.length === 0 && <p className="quiet">{t('energy.what.noCar')}</p>}
      {changed.length > maxCars && (
        <p className="quiet">{t('energy.what.moreCars', { count: changed.length - maxCars })}</p>
      )}
      {cars.map(({ car }) => (
        <p key={car.sessionId ?? car.nodeId} className="energy-sentence">
          <b>{words.car(car)}:</b> {words.sentence(car.explanation)}
        </p>
      ))}
      <PowerChart plan={after} before={before} limit={limit} />
    </section>
  );
}
