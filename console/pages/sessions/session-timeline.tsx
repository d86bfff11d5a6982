import { Button, Skeleton } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSessionEvents } from '../../api/session-queries.ts';
import { Card } from '../../parts/card.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { energyText } from '../../text/quantities.ts';
import { clockTime, duration, exactTime } from '../../text/time.ts';
import { useSessionWords } from './session-words.ts';
import { type TimelineRow, timelineRows } from './timeline-rows.ts';

/** Everything that was told about a session: a sentence each, and the event as it was recorded under it. */
export function SessionTimeline({ sessionId }: { sessionId: string }) {
  const { t } = useTranslation();
  const events = useSessionEvents(sessionId);
  const rows = useMemo(() => timelineRows(events.data?.pages.flatMap((page) => page.events) ?? []), [events.data]);
  return (
    <Card title={t('session.timeline')} className="session-timeline">
      {events.data === undefined && events.error !== null && <ProblemNote problem={events.error} />}
      {events.data === undefined && events.error === null && <Skeleton height={120} />}
      {events.data !== undefined && rows.length === 0 && <p className="quiet">{t('session.timelineNone')}</p>}
      <ol>
        {rows.map((row) => (
          <Entry key={row.id} row={row} />
        ))}
      </ol>
      {events.hasNextPage && (
        <Button
          variant="default"
          size="compact-md"
          fz="sm"
          loading={events.isFetchingNextPage}
          onClick={() => void events.fetchNextPage()}
        >
          {t('session.timelineMore')}
        </Button>
      )}
    </Card>
  );
}

function Entry({ row }: { row: TimelineRow }) {
  const { t, i18n } = useTranslation();
  const sentence = useSentence(row);
  const late = duration(0, row.lateMs, i18n.language);
  return (
    <li className={`told-${row.what}`}>
      <time dateTime={row.at} title={exactTime(row.at, i18n.language)}>
        {clockTime(row.at, i18n.language)}
      </time>
      <div>
        <span>{sentence}</span>
        {row.isOffline && <small>{t('session.offline')}</small>}
        {late !== null && <small>{t('session.late', { after: late })}</small>}
        {row.count === 1 && (
          <details>
            <summary>{t('session.frame')}</summary>
            <pre>{JSON.stringify(row.event, null, 2)}</pre>
          </details>
        )}
      </div>
    </li>
  );
}

function useSentence(row: TimelineRow): string {
  const { t, i18n } = useTranslation();
  const words = useSessionWords();
  const register = row.registerWh === null ? '–' : energyText(row.registerWh, i18n.language);
  switch (row.what) {
    case 'state':
      return words.state({ state: 'running', chargingState: row.chargingState });
    case 'readings':
      return t('session.told.readings', { count: row.count, register, until: clockTime(row.until, i18n.language) });
    case 'ended': {
      const reason = words.reason(row.stopReason);
      return reason === null ? t('session.told.endedPlain') : t('session.told.ended', { reason });
    }
    case 'other':
      return row.event.kind;
    default:
      return t(`session.told.${row.what}`);
  }
}
