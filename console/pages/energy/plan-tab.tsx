import { Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { energyApi } from '#contract/api/energy.ts';
import type { EnergyPlan, EnergyStatus, PlanApplied } from '#contract/energy/energy-plan.ts';
import type { StoredSiteEnergy } from '#contract/energy/site-energy.ts';
import { call } from '../../api/call.ts';
import { useEnergyPlan, useEnergyStatus } from '../../api/energy-queries.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { Card } from '../../parts/card.tsx';
import { Big } from '../../parts/facts.tsx';
import { TextLink } from '../../parts/links.tsx';
import { Moment } from '../../parts/moment.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { useChange } from '../../parts/use-change.ts';
import { CarCard } from './car-card.tsx';
import { LimitDialog } from './limit-dialog.tsx';
import { NeedDialog } from './need-dialog.tsx';
import { limitSteps } from './plan-picture.ts';
import { PowerChart } from './power-chart.tsx';
import { usePlanWords } from './use-plan-words.ts';

/** What flows, what is planned for the next day, and why for each car. */
export function PlanTab({ settings }: { settings: StoredSiteEnergy }) {
  const { t } = useTranslation();
  const isPlanned = settings.mode !== 'off';
  const plan = useEnergyPlan(settings.siteId, isPlanned);
  const status = useEnergyStatus(settings.siteId, isPlanned);
  if (!isPlanned) return <OffNote settings={settings} />;
  if (plan.data === undefined && plan.error !== null)
    return <ProblemNote title={t('energy.planFailed')} problem={plan.error} />;
  if (plan.data === undefined) return <Skeleton height={380} radius={12} />;
  return <Shown settings={settings} plan={plan.data} status={status.data} />;
}

function OffNote({ settings: { siteId } }: { settings: StoredSiteEnergy }) {
  const { t } = useTranslation();
  return (
    <Card title={t('energy.mode.off')}>
      <p>{t('energy.offHelp')}</p>
      <TextLink to="/energy/$id" params={{ id: siteId }} search={{ tab: 'draw' }}>
        {t('energy.offChange')}
      </TextLink>
    </Card>
  );
}

/** Without a car there is one slot of some minutes, which is nothing to draw. */
function hoursOf({ slots }: EnergyPlan): number {
  return slots.reduce((seconds, slot) => seconds + slot.seconds, 0) / 3600;
}

/** A depot may have hundreds; a page of them is read at a time. */
const carsAtOnce = 25;

type ShownProps = { settings: StoredSiteEnergy; plan: EnergyPlan; status: EnergyStatus | undefined };

function Shown({ settings, plan, status }: ShownProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<string | null>(null);
  const [shown, setShown] = useState(carsAtOnce);
  const words = usePlanWords();
  const apply = useChange({
    send: () => call(energyApi.apply, { params: { id: settings.siteId } }),
    touches: ['energy'],
  });
  const limit = (span: { from: number; to: number }) => limitSteps(settings, status?.limits ?? [], span);
  const edited = plan.cars.find(({ sessionId }) => sessionId !== null && sessionId === open);
  const warnings = new Map([...plan.warnings, ...(status?.warnings ?? [])].map((said) => [words.sentence(said), said]));
  return (
    <>
      <Figures plan={plan} status={status} />
      {warnings.size > 0 && (
        <div className="energy-note">
          <strong>{t('energy.warnings')}</strong>
          <ul className="energy-warnings">
            {[...warnings.keys()].map((said) => (
              <li key={said}>{said}</li>
            ))}
          </ul>
        </div>
      )}
      <Card
        title={t('energy.next')}
        actions={
          <span className="energy-buttons">
            <ActionButton scope="sites:change" variant="default" onClick={() => setOpen('limit')}>
              {t('energy.whatIf')}
            </ActionButton>
            <ActionButton
              scope="sites:change"
              loading={apply.isPending}
              whyNot={plan.mode === 'control' ? undefined : t('energy.apply.whyNot')}
              onClick={() => apply.mutate()}
            >
              {t('energy.apply.now')}
            </ActionButton>
          </span>
        }
      >
        {apply.error !== null && <ProblemNote problem={apply.error} />}
        {apply.data !== undefined && <Applied applied={apply.data} />}
        {hoursOf(plan) < 1 ? (
          <p className="quiet">{t('energy.nothingPlanned')}</p>
        ) : (
          <PowerChart plan={plan} limit={limit} />
        )}
        <p className="quiet energy-made">
          {t(`energy.madeBy.${plan.madeBy}`)} · <Moment time={plan.madeAt} says="ago" />
          {plan.fallbackReason !== null && ` · ${words.sentence(plan.fallbackReason)}`}
        </p>
      </Card>
      <Card title={t('energy.cars')}>
        {plan.cars.length === 0 ? (
          <p className="quiet">{t('energy.noCars')}</p>
        ) : (
          <ul className="energy-cars" aria-label={t('energy.cars')}>
            {plan.cars.slice(0, shown).map((car, place) => (
              <CarCard
                key={car.sessionId ?? car.nodeId}
                plan={plan}
                car={car}
                place={place}
                onEdit={() => setOpen(car.sessionId)}
              />
            ))}
          </ul>
        )}
        {plan.cars.length > shown && (
          <Button variant="default" size="compact-md" fz="sm" onClick={() => setShown(shown + carsAtOnce)}>
            {t('form.more')}
          </Button>
        )}
      </Card>
      {open === 'limit' && <LimitDialog settings={settings} plan={plan} onClose={() => setOpen(null)} />}
      {edited !== undefined && <NeedDialog plan={plan} car={edited} limit={limit} onClose={() => setOpen(null)} />}
    </>
  );
}

/** What flows now, under which limit, and what the plan saves. */
function Figures({ plan, status }: { plan: EnergyPlan; status: EnergyStatus | undefined }) {
  const { t } = useTranslation();
  const words = usePlanWords();
  const { planned, uncontrolled, currency } = plan.cost;
  const limitW = status?.limitW ?? null;
  return (
    <Card title={t('energy.now')}>
      <dl className="big-numbers">
        <Big name={t('energy.figure.charging')}>{status === undefined ? '–' : words.power(status.chargingW)}</Big>
        <Big name={t('energy.figure.import')}>
          {status?.importW === null || status === undefined ? t('energy.notMeasured') : words.power(status.importW)}
        </Big>
        <Big name={t('energy.figure.limit')}>{limitW === null ? t('energy.none') : words.power(limitW)}</Big>
        <Big name={t('energy.figure.cost')}>{words.money(planned, currency)}</Big>
        <Big name={t('energy.figure.saved')}>{words.money(uncontrolled - planned, currency)}</Big>
      </dl>
      {status !== undefined && limitW !== null && limitW > 0 && (
        <meter
          className="energy-meter"
          aria-label={t('energy.figure.share')}
          min={0}
          max={limitW}
          high={limitW * 0.95}
          value={Math.max(0, status.importW ?? status.chargingW)}
        />
      )}
    </Card>
  );
}

/** How each station took it. */
function Applied({ applied: { sent, unchanged, failed } }: { applied: PlanApplied }) {
  const { t } = useTranslation();
  const words = usePlanWords();
  return (
    <div className="energy-note" role="status" data-good={failed.length === 0}>
      <strong>{t('energy.apply.done')}</strong>
      <p>{t('energy.apply.counts', { sent, unchanged })}</p>
      {failed.length > 0 && (
        <ul className="energy-warnings">
          {failed.map(({ stationId, reason }) => (
            <li key={stationId}>
              <TextLink to="/equipment/$id" params={{ id: stationId }} fz="inherit">
                {stationId}
              </TextLink>{' '}
              {words.sentence(reason)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
