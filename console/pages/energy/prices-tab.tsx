import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { energyApi } from '#contract/api/energy.ts';
import { type EnergyPrices, energyPrices, type StoredSiteEnergy } from '#contract/energy/site-energy.ts';
import { call } from '../../api/call.ts';
import { unlessBlocked } from '../../parts/blocked.ts';
import { Card } from '../../parts/card.tsx';
import { Choice } from '../../parts/choice.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { useChange } from '../../parts/use-change.ts';
import { useMay } from '../../parts/use-may.ts';
import { decimalText } from '../../text/money.ts';
import { rowColour } from '../tariffs/week-chart.tsx';
import { WeekPainter } from '../tariffs/week-painter.tsx';
import { IssuesContext, issuesOf, useAt } from './issues.ts';
import { NumberField, useIssueText } from './number-field.tsx';
import { SeriesCard } from './series-card.tsx';
import {
  maxPrices,
  newTimeOfUse,
  type TimeOfUseDraft,
  timeOfUseDraft,
  timeOfUseOf,
  typedPrice,
  withoutPrice,
} from './time-of-use-draft.ts';
import { usePlanWords } from './use-plan-words.ts';

type Props = { settings: StoredSiteEnergy; currency: string };

/** What energy costs when, as it is painted or imported; and what else counts for a plan. */
export function PricesTab({ settings, currency }: Props) {
  return (
    <>
      <PricesForm key={settings.version} settings={settings} currency={currency} />
      <SeriesCard siteId={settings.siteId} currency={currency} />
    </>
  );
}

function PricesForm({ settings, currency }: Props) {
  const { t, i18n } = useTranslation();
  const may = useMay('sites:change');
  const write = (price: number) => decimalText(String(price), i18n.language);
  const [prices, setPrices] = useState(settings.prices);
  const [week, setWeek] = useState<TimeOfUseDraft | null>(() =>
    settings.prices.import === null ? null : timeOfUseDraft(settings.prices.import, write),
  );
  // What cannot be painted, such as half hours, stays as it is until somebody paints a new week.
  const isKept = settings.prices.import !== null && week === null && prices.import !== null;
  const painted = week === null ? null : timeOfUseOf(week);
  const draft = { ...prices, import: isKept ? prices.import : painted };
  const read = energyPrices.safeParse(draft);
  const change = (part: Partial<EnergyPrices>) => setPrices({ ...prices, ...part });
  const save = useChange({
    send: async () => {
      const { siteId: id, version: _version, changedAt: _at, changedBy: _by, ...rest } = settings;
      if (read.success) await call(energyApi.set, { params: { id }, body: { ...rest, prices: read.data } });
    },
    touches: ['energy'],
    said: () => t('energy.prices.saved'),
  });
  const isWeekWrong = week !== null && painted === null;
  const whyNot =
    may.told ??
    (isWeekWrong ? t('energy.prices.whyNot') : read.success ? undefined : t('energy.draw.seeFields', { count: 1 }));
  return (
    <IssuesContext value={issuesOf(read)}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (whyNot === undefined) save.mutate();
        }}
      >
        <Card title={t('energy.prices.import')}>
          <Choice
            label={t('energy.prices.how')}
            value={isKept ? 'kept' : week === null ? 'same' : 'week'}
            options={[
              ...(isKept
                ? [
                    {
                      value: 'kept',
                      label: t('energy.prices.kept', { count: settings.prices.import?.windows.length ?? 0 }),
                    },
                  ]
                : []),
              { value: 'same', label: t('energy.prices.same') },
              { value: 'week', label: t('energy.prices.week') },
            ]}
            onChange={(how) => {
              if (how === 'kept') return;
              change({ import: null });
              setWeek(how === 'week' ? newTimeOfUse() : null);
            }}
          />
          {week !== null && <PaintedWeek week={week} currency={currency} onChange={setWeek} />}
          <p className="quiet energy-hint">{t('energy.prices.seriesFirst')}</p>
        </Card>
        <Card title={t('energy.prices.more')}>
          <div className="form-row">
            <NumberField
              label={t('energy.prices.adder', { currency })}
              description={t('energy.prices.adderHelp')}
              value={prices.adderPerKwh}
              path="adderPerKwh"
              onChange={(value) => change({ adderPerKwh: value ?? Number.NaN })}
            />
            <NumberField
              label={t('energy.prices.export', { currency })}
              description={t('energy.prices.exportHelp')}
              value={prices.exportPerKwh}
              path="exportPerKwh"
              onChange={(value) => change({ exportPerKwh: value ?? Number.NaN })}
            />
            <NumberField
              label={t('energy.prices.demand', { currency })}
              description={t('energy.prices.demandHelp')}
              value={prices.demandChargePerKw}
              path="demandChargePerKw"
              onChange={(value) => change({ demandChargePerKw: value ?? Number.NaN })}
            />
            <NumberField
              label={t('energy.prices.carbon', { currency })}
              description={t('energy.prices.carbonHelp')}
              value={prices.carbonPerKg}
              path="carbonPerKg"
              onChange={(value) => change({ carbonPerKg: value ?? Number.NaN })}
            />
          </div>
          <UrlField value={prices.importUrl} onChange={(importUrl) => change({ importUrl })} />
        </Card>
        {save.error !== null && <ProblemNote problem={save.error} />}
        <div className="energy-buttons energy-save">
          <Button type="submit" loading={save.isPending} {...unlessBlocked(whyNot)}>
            {t('energy.prices.save')}
          </Button>
          <span className="form-why-not" role="status">
            {whyNot}
          </span>
        </div>
      </form>
    </IssuesContext>
  );
}

function UrlField({ value, onChange }: { value: string | null; onChange: (value: string | null) => void }) {
  const { t } = useTranslation();
  const issue = useAt('importUrl');
  const issueText = useIssueText();
  return (
    <TextInput
      mt="md"
      type="url"
      label={t('energy.prices.url')}
      description={t('energy.prices.urlHelp')}
      placeholder="https://"
      value={value ?? ''}
      error={issue === undefined ? null : issueText(issue)}
      onChange={({ currentTarget }) => onChange(currentTarget.value.trim() === '' ? null : currentTarget.value.trim())}
    />
  );
}

type WeekProps = { week: TimeOfUseDraft; currency: string; onChange: (week: TimeOfUseDraft) => void };

/** Prices in colours, and the week that is painted with them. */
function PaintedWeek({ week, currency, onChange }: WeekProps) {
  const { t } = useTranslation();
  const words = usePlanWords();
  const [brush, setBrush] = useState(0);
  const nameOf = (typed: string, place: number) => {
    const value = typedPrice(typed);
    return Number.isNaN(value) ? t('energy.prices.numbered', { number: place + 1 }) : words.price(value, currency);
  };
  return (
    <div className="energy-week">
      <WeekPainter
        week={week.week}
        names={week.prices.map(nameOf)}
        brush={brush}
        onBrush={setBrush}
        onChange={(painted) => onChange({ ...week, week: painted })}
      />
      <fieldset className="brushes energy-brushes">
        <legend>{t('tariff.draw.brushes')}</legend>
        {week.prices.map((price, place) => (
          <div key={place} className="brush" data-chosen={place === brush}>
            <label className="brush-pick">
              <input
                type="radio"
                name="energy-brush"
                checked={place === brush}
                aria-label={t('tariff.draw.pick', { name: nameOf(price, place) })}
                onChange={() => setBrush(place)}
              />
              <span className={`week-mark ${rowColour(place)}`} />
            </label>
            <TextInput
              label={t('energy.prices.perKwh', { currency, number: place + 1 })}
              inputMode="decimal"
              value={price}
              error={price.trim() !== '' && Number.isNaN(typedPrice(price)) ? t('form.notAnAmount') : null}
              onChange={({ currentTarget }) =>
                onChange({ ...week, prices: week.prices.with(place, currentTarget.value) })
              }
            />
            {week.prices.length > 1 && (
              <Button
                variant="default"
                size="compact-md"
                fz="sm"
                aria-label={t('tariff.draw.removeNamed', { name: nameOf(price, place) })}
                onClick={() => {
                  setBrush(0);
                  onChange(withoutPrice(week, place));
                }}
              >
                {t('tariff.draw.remove')}
              </Button>
            )}
          </div>
        ))}
      </fieldset>
      {week.prices.length < maxPrices && (
        <Button
          variant="default"
          onClick={() => {
            onChange({ ...week, prices: [...week.prices, ''] });
            setBrush(week.prices.length);
          }}
        >
          {t('tariff.draw.add')}
        </Button>
      )}
    </div>
  );
}
