import { keepPreviousData } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { sessionApi } from '#contract/api/sessions.ts';
import { useRead } from '../../api/queries.ts';
import { dash } from '../../parts/data-table.tsx';
import { Big } from '../../parts/facts.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { moneyText } from '../../text/money.ts';
import { elapsedText, energyText, numberText } from '../../text/quantities.ts';

const restMs = 30_000;

/** What all sessions that fit come to together, however many of them are shown. */
export function SessionSums({ asked }: { asked: URLSearchParams }) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const query = Object.fromEntries(asked);
  const { data: sums, error } = useRead(
    ['session-sums', query],
    sessionApi.sums,
    { query },
    { placeholderData: keepPreviousData, refetchInterval: restMs },
  );
  if (sums === undefined && error !== null) return <ProblemNote title={t('sessions.sums.failed')} problem={error} />;
  const revenue = sums?.revenue.map(({ currency, amount }) => moneyText(amount, currency, language)).join(' + ');
  return (
    <dl className="big-numbers session-sums" aria-label={t('sessions.sums.label')} aria-busy={sums === undefined}>
      <Big name={t('sessions.sums.sessions')}>
        {sums === undefined ? dash : numberText(sums.sessions, language, 0)}
        {sums !== undefined && sums.running > 0 && (
          <small>{t('sessions.sums.running', { formatted: numberText(sums.running, language, 0) })}</small>
        )}
      </Big>
      <Big name={t('sessions.sums.energy')}>{sums === undefined ? dash : energyText(sums.energyWh, language)}</Big>
      <Big name={t('sessions.sums.revenue')}>{revenue || dash}</Big>
      <Big name={t('sessions.sums.mean')}>
        {sums === undefined || sums.meanSeconds === null ? dash : elapsedText(sums.meanSeconds * 1000)}
      </Big>
    </dl>
  );
}
