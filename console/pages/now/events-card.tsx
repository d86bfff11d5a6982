import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { LedgerEvent } from '#contract/event.ts';
import { useLastEvents } from '../../api/now-queries.ts';
import { Card } from '../../parts/card.tsx';
import { useEventWords } from '../../parts/event-words.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { clockTime, exactTime } from '../../text/time.ts';
import { StationLink } from './station-link.tsx';

const shownAtOnce = 10;
/** What happens all the time, and what only we did. */
const unsaid: ReadonlySet<LedgerEvent['kind']> = new Set([
  'meter-values',
  'session-cost-sent',
  'command-asked',
  'token-accepted',
]);

function isTold({ kind, body }: LedgerEvent): boolean {
  if (kind === 'session-event') return body['type'] === 'started' || body['type'] === 'ended';
  return !unsaid.has(kind);
}

/** The newest events, each as a sentence. */
export function EventsCard() {
  const { t, i18n } = useTranslation();
  const words = useEventWords();
  const { events, isLoading, error } = useLastEvents(shownAtOnce, isTold);
  return (
    <Card title={t('now.events')}>
      {error !== null && events.length === 0 && <ProblemNote title={t('now.eventsFailed')} problem={error} />}
      {isLoading && error === null && events.length === 0 && <Skeleton height={160} />}
      {!isLoading && events.length === 0 && <p className="quiet now-hint">{t('now.noEvents')}</p>}
      <ol className="now-events" aria-label={t('now.events')}>
        {events.map((event) => (
          <li key={event.id}>
            <time dateTime={event.recordedAt} title={exactTime(event.recordedAt, i18n.language)}>
              {clockTime(event.recordedAt, i18n.language)}
            </time>
            <Sentence text={words(event)} stationId={event.stationId} />
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** The station is a link where the sentence names it. */
function Sentence({ text, stationId }: { text: string; stationId: string | null }) {
  const at = stationId === null ? -1 : text.indexOf(stationId);
  if (stationId === null || at === -1) return <span>{text}</span>;
  return (
    <span>
      {text.slice(0, at)}
      <StationLink id={stationId} />
      {text.slice(at + stationId.length)}
    </span>
  );
}
