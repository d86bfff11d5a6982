import { Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { TodayReport } from '#contract/reports/report.ts';
import { useLivePower, useToday } from '../../api/now-queries.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { Sparkline } from '../../parts/sparkline.tsx';
import { moneyText } from '../../text/money.ts';
import { energyText, numberText } from '../../text/quantities.ts';
import { comparison, type FigureName, type Figures, figureNames, valueOf } from './figures.ts';

/** What the day has come to so far, beside the same day of the week before. Each leads to the report behind it. */
export function FigureStrip() {
  const { t } = useTranslation();
  const { data, error } = useToday();
  if (data === undefined && error !== null) return <ProblemNote title={t('now.todayFailed')} problem={error} />;
  return (
    <section className="now-figures" aria-label={t('now.today')}>
      {figureNames.map((name) =>
        data === undefined ? (
          <div key={name} className="now-figure">
            <span className="now-figure-name">{t(`now.figure.${name}`)}</span>
            <Skeleton height={28} width="60%" my={4} />
            <Skeleton height={28} />
          </div>
        ) : (
          <Figure key={name} name={name} report={data} />
        ),
      )}
    </section>
  );
}

function Figure({ name, report: { today, weekBefore } }: { name: FigureName; report: TodayReport }) {
  const { t } = useTranslation();
  const text = useFigureText();
  const running = useLivePower().data;
  const currency = today.total.revenue[0]?.currency ?? weekBefore.untilNow.revenue[0]?.currency ?? null;
  const line = (hours: readonly Figures[]) => hours.map((hour) => valueOf(name, hour, currency));
  const compared = comparison(
    valueOf(name, today.total, currency),
    valueOf(name, weekBefore.untilNow, currency),
    name === 'utilisation' || name === 'firstTimeSuccess',
  );
  const isSoFar = name === 'energy' && running !== undefined && running.energyWh > 0;
  return (
    <Link to="/reports" className="now-figure">
      <span className="now-figure-name">{t(`now.figure.${name}`)}</span>
      <strong>{text(name, today.total)}</strong>
      <span className="now-figure-before">
        {isSoFar ? (
          <RunningEnergy energyWh={running.energyWh} />
        ) : compared === null ? (
          name === 'firstTimeSuccess' && today.total.visits > 0 ? (
            t('now.ofVisits', { count: today.total.visits })
          ) : (
            t('now.noComparison')
          )
        ) : (
          t(`now.compared.${compared.way}`, { by: compared.text })
        )}
      </span>
      <Sparkline values={line(today.hours)} before={line(weekBefore.hours)} places={weekBefore.hours.length} />
    </Link>
  );
}

/** Sessions that run are no bill yet: their energy is said apart. */
function RunningEnergy({ energyWh }: { energyWh: number }) {
  const { t, i18n } = useTranslation();
  return t('now.running', { energy: energyText(energyWh, i18n.language) });
}

function useFigureText(): (name: FigureName, figures: Figures) => string {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const share = (value: number | null) =>
    value === null ? t('now.noValue') : `${numberText(value * 100, language, 1)} %`;
  return (name, { energyWh, sessions, revenue, utilisation, firstTimeSuccess }) => {
    switch (name) {
      case 'energy':
        return energyText(energyWh, language);
      case 'sessions':
        return numberText(sessions, language, 0);
      case 'revenue':
        return revenue.length === 0
          ? t('now.noRevenue')
          : revenue.map(({ amount, currency }) => moneyText(amount, currency, language)).join(' + ');
      case 'utilisation':
        return share(utilisation);
      case 'firstTimeSuccess':
        return share(firstTimeSuccess);
    }
  };
}
