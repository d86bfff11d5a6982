import { Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { ListedSession } from '#contract/sessions/session.ts';
import { useRunning } from '../../api/now-queries.ts';
import { Card } from '../../parts/card.tsx';
import { TextLink } from '../../parts/links.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { moneyText } from '../../text/money.ts';
import { energyText, numberText, powerText } from '../../text/quantities.ts';
import { SessionChip } from '../sessions/session-chip.tsx';
import { SessionDuration } from '../sessions/session-duration.tsx';

const shownAtOnce = 8;

/** The sessions that run, the newest first. */
export function RunningCard() {
  const { t, i18n } = useTranslation();
  const { data, error } = useRunning(shownAtOnce);
  const running = data?.sessions.filter(({ state }) => state === 'running') ?? [];
  const all = data?.total?.count ?? running.length;
  return (
    <Card
      title={t('now.sessions')}
      actions={
        all > 0 && (
          <TextLink to="/sessions" search={{ state: 'running' }} fz="sm">
            {t('now.allRunning', { formatted: numberText(all, i18n.language, 0) })}
          </TextLink>
        )
      }
    >
      {data === undefined && error !== null && <ProblemNote title={t('now.sessionsFailed')} problem={error} />}
      {data === undefined && error === null && <Skeleton height={120} />}
      {data !== undefined && running.length === 0 && <p className="quiet now-hint">{t('now.noSessions')}</p>}
      <ul className="now-sessions" aria-label={t('now.sessions')}>
        {running.map((session) => (
          <li key={session.id}>
            <Running session={session} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Running({ session }: { session: ListedSession }) {
  const { t, i18n } = useTranslation();
  const { id, stationId, evseId, energyWh, powerW, cost } = session;
  return (
    <Link to="/sessions/$id" params={{ id }} className="now-session">
      <span className="now-session-name">
        {evseId === null ? stationId : t('session.at', { station: stationId, evse: evseId })}
      </span>
      <SessionChip session={session} />
      <span className="number">{powerW === null ? '–' : powerText(powerW, i18n.language)}</span>
      <span className="number">{energyWh === null ? '–' : energyText(energyWh, i18n.language)}</span>
      <span className="number now-session-cost">
        {cost === null ? '–' : moneyText(cost.total, cost.currency, i18n.language)}
      </span>
      <span className="number">
        <SessionDuration session={session} />
      </span>
    </Link>
  );
}
