import { useTranslation } from 'react-i18next';
import type { EnergyPlan, PlanDelivery, PlannedCar } from '#contract/energy/energy-plan.ts';
import { RowButton } from '../../parts/action-button.tsx';
import { Chip } from '../../parts/chip.tsx';
import { TextLink } from '../../parts/links.tsx';
import { Moment } from '../../parts/moment.tsx';
import type { Tone } from '../../parts/tones.ts';
import { PlanBar } from './plan-bar.tsx';
import { maxColours } from './plan-picture.ts';
import { usePlanWords } from './use-plan-words.ts';

type Props = { plan: EnergyPlan; car: PlannedCar; place: number; onEdit: () => void };

/** One car: what it does and why, what it needs until when, and what its station made of it. */
export function CarCard({ plan, car, place, onEdit }: Props) {
  const { t } = useTranslation();
  const words = usePlanWords();
  const colour = Math.min(place, maxColours - 1);
  const name = words.car(car);
  return (
    <li className="energy-car">
      <div className="energy-car-head">
        <i className={`energy-swatch energy-car-${colour}`} />
        <strong>
          {car.sessionId === null ? (
            name
          ) : (
            <TextLink to="/sessions/$id" params={{ id: car.sessionId }} fz="inherit" fw={600}>
              {name}
            </TextLink>
          )}
        </strong>
        {car.driverName !== null && <span className="quiet">{`${car.stationId} · ${car.evseId}`}</span>}
        {car.sessionId === null && <Chip tone="rest">{t('energy.car.expected')}</Chip>}
        <span className="energy-car-power">
          {car.measuredW === null ? t('energy.notMeasured') : words.power(car.measuredW)}
          <small>{t('energy.car.planned', { power: words.power(car.powersW[0] ?? 0) })}</small>
        </span>
      </div>
      <PlanBar plan={plan} car={car} place={colour} />
      <p className="energy-sentence">{words.sentence(car.explanation)}</p>
      <div className="energy-car-foot">
        <NeedLine car={car} />
        {plan.mode === 'control' && car.sessionId !== null && <Delivery delivery={car.delivery} />}
        {car.sessionId !== null && (
          <RowButton scope="sites:change" aria-label={t('energy.need.editOf', { name })} onClick={onEdit}>
            {t('energy.need.edit')}
          </RowButton>
        )}
      </div>
    </li>
  );
}

/** Below it a guess rests on nothing, and only confuses beside what somebody said. */
const leastConfidence = 0.2;

/** "80 % by 07:00, said by the driver", or what is foreseen and how sure that is. */
function NeedLine({ car: { need } }: { car: PlannedCar }) {
  const { t } = useTranslation();
  const words = usePlanWords();
  if (need === null) return <span className="quiet">{t('energy.need.none')}</span>;
  const percent = need.stated?.targetPercent ?? null;
  const what = percent === null ? words.energy(need.energyWh) : words.percent(percent / 100);
  const hasDeparture = (need.stated?.departsAt ?? null) !== null;
  return (
    <span className="energy-need">
      <b>{t('energy.need.by', { what, time: words.time(need.departsAt) })}</b>{' '}
      <span className="quiet">
        {t(`energy.need.source.${need.source}`)}
        {!hasDeparture && ` · ${t('energy.need.confidence', { percent: words.percent(need.confidence) })}`}
        {hasDeparture &&
          need.confidence >= leastConfidence &&
          Math.abs(Date.parse(need.predictedDepartureAt) - Date.parse(need.departsAt)) > 1_800_000 &&
          ` · ${t('energy.need.foreseen', { time: words.time(need.predictedDepartureAt), percent: words.percent(need.confidence) })}`}
        {need.batteryPercent !== null &&
          ` · ${t('energy.need.battery', { percent: words.percent(need.batteryPercent / 100) })}`}
        {need.stated !== null &&
          need.stated.priority !== 1 &&
          ` · ${t('energy.need.priorityOf', { priority: words.number(need.stated.priority) })}`}
        {need.assumptions.length > 0 &&
          ` · ${t('energy.need.assumed', { what: need.assumptions.map((each) => t(`energy.need.assumption.${each}`)).join(', ') })}`}
      </span>
    </span>
  );
}

const deliveryTone = {
  'not-sent': 'rest',
  sending: 'busy',
  followed: 'good',
  ignored: 'bad',
  capped: 'door',
  rounded: 'door',
  refused: 'bad',
  offline: 'rest',
} as const satisfies Record<PlanDelivery['state'], Tone>;

/** What the station did with its part, since when and why. */
function Delivery({ delivery: { state, since, reason } }: { delivery: PlanDelivery }) {
  const { t } = useTranslation();
  const words = usePlanWords();
  return (
    <span className="energy-delivery">
      <Chip tone={deliveryTone[state]}>{t(`energy.delivery.${state}`)}</Chip>{' '}
      <small>
        <Moment time={since} says="for" />
        {reason !== null && ` · ${words.sentence(reason)}`}
      </small>
    </span>
  );
}
