import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { LivePower } from '#contract/reports/report.ts';
import { useLivePower } from '../../api/now-queries.ts';
import { Card } from '../../parts/card.tsx';
import { TextLink } from '../../parts/links.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { Sparkline } from '../../parts/sparkline.tsx';
import { energyText, numberText, powerText } from '../../text/quantities.ts';
import { tickTime } from '../../text/time.ts';

/** What all running sessions draw together, now and in the last two hours. */
export function PowerCard() {
  const { t } = useTranslation();
  const { data, error } = useLivePower();
  return (
    <Card title={t('now.power')} className="now-power">
      {data === undefined && error !== null && <ProblemNote title={t('now.powerFailed')} problem={error} />}
      {data === undefined && error === null && <Skeleton height={110} />}
      {data !== undefined && <Power power={data} />}
    </Card>
  );
}

function Power({ power: { powerW, sessions, energyWh, history, madeAt } }: { power: LivePower }) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const first = history[0]?.at;
  const most = Math.max(powerW, ...history.map((sample) => sample.powerW));
  return (
    <>
      <p className="now-power-value">
        <strong>{powerText(powerW, language)}</strong>
        <TextLink to="/sessions" search={{ state: 'running' }}>
          {t('now.runningSessions', { count: sessions, formatted: numberText(sessions, language, 0) })}
        </TextLink>
        <span className="quiet">{t('now.soFar', { energy: energyText(energyWh, language) })}</span>
      </p>
      {first === undefined ? (
        <p className="quiet now-hint">{t('now.curveSoon')}</p>
      ) : (
        <figure className="now-curve" aria-label={t('now.curve', { most: powerText(most, language) })}>
          <Sparkline values={[...history.map((sample) => sample.powerW), powerW]} />
          <figcaption>
            <span>{tickTime(Date.parse(first), 60_000, language)}</span>
            <span>{t('now.peak', { power: powerText(most, language) })}</span>
            <span>{tickTime(Date.parse(madeAt), 60_000, language)}</span>
          </figcaption>
        </figure>
      )}
    </>
  );
}
