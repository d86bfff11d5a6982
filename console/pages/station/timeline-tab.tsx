import { Button, Skeleton } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { LedgerEvent } from '#contract/event.ts';
import type { Station } from '#contract/stations/station.ts';
import { stationTopics, topicOf } from '#contract/stations/station-topics.ts';
import { useStationEvents } from '../../api/station-queries.ts';
import { useWho } from '../../api/use-who.ts';
import { useLive } from '../../live/live-provider.tsx';
import { Choice } from '../../parts/choice.tsx';
import { useEventWords } from '../../parts/event-words.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { clockTime, dayName, exactTime } from '../../text/time.ts';
import { useServerTexts } from '../../text/use-server-texts.ts';
import { timelinePeriods } from './station-filter.ts';

const route = getRouteApi('/equipment/$id');
const days = { day: 1, week: 7, month: 31, all: null } as const;
const dayMs = 86_400_000;
const restMs = 1_000;

/** Events, commands and their answers, sessions and faults on one line of time. */
export function TimelineTab({ station: { id } }: { station: Station }) {
  const { t, i18n } = useTranslation();
  const { topic, period = 'week' } = route.useSearch();
  const navigate = route.useNavigate();
  const span = days[period];
  // To the minute, so that the question stays the same while the page is looked at.
  const from = useMemo(
    () =>
      span === null ? undefined : new Date(Math.floor((Date.now() - span * dayMs) / 60_000) * 60_000).toISOString(),
    [span],
  );
  useEventsLive(id);
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useStationEvents(id, { from, topic });
  const shown = data?.pages.flatMap(({ events }) => events).toSorted(byTime) ?? [];
  const byDay = Map.groupBy(shown, ({ happenedAt }) => dayName(happenedAt, i18n.language));
  return (
    <section className="card" aria-label={t('station.tab.timeline')}>
      <div className="filter-row">
        <Choice
          label={t('station.timeline.topic')}
          none={t('station.timeline.all')}
          value={topic ?? ''}
          options={stationTopics.map((value) => ({
            value: value as string,
            label: t(`station.timeline.topics.${value}`),
          }))}
          onChange={(value) =>
            void navigate({
              search: (before) => ({ ...before, topic: stationTopics.find((each) => each === value) }),
              replace: true,
            })
          }
        />
        <Choice<string>
          label={t('station.timeline.period')}
          value={period}
          options={timelinePeriods.map((value) => ({
            value: value as string,
            label: t(`station.timeline.periods.${value}`),
          }))}
          onChange={(value) =>
            void navigate({
              search: (before) => ({ ...before, period: timelinePeriods.find((each) => each === value) }),
              replace: true,
            })
          }
        />
      </div>
      {data === undefined && (error === null ? <Skeleton height={240} /> : <ProblemNote problem={error} />)}
      {data !== undefined && shown.length === 0 && <p className="quiet">{t('station.timeline.none')}</p>}
      {[...byDay].map(([day, events]) => (
        <section key={day} className="timeline-day">
          <h3>{day}</h3>
          <ol className="timeline">
            {events.map((event) => (
              <Entry key={event.id} event={event} />
            ))}
          </ol>
        </section>
      ))}
      {hasNextPage && (
        <Button
          variant="default"
          size="compact-md"
          fz="sm"
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {t('station.messages.older')}
        </Button>
      )}
    </section>
  );
}

/** What a station tells late stands where it happened, not where its page was read. */
function byTime(one: LedgerEvent, other: LedgerEvent): number {
  return Date.parse(other.happenedAt) - Date.parse(one.happenedAt);
}

function Entry({ event }: { event: LedgerEvent }) {
  const { t, i18n } = useTranslation();
  const textOf = useEventWords();
  const who = useWho();
  const words = useServerTexts();
  const { happenedAt, principal, body } = event;
  const why = body['why'] ?? body['reason'];
  return (
    <li className={`topic-${topicOf(event)}`}>
      <time dateTime={happenedAt} title={exactTime(happenedAt, i18n.language)}>
        {clockTime(happenedAt, i18n.language)}
      </time>
      <span className="dot" />
      <div>
        <span>{textOf(event)}</span>
        {principal !== null && <small>{t('form.by', { who: who(principal) })}</small>}
        {typeof why === 'string' && event.kind.startsWith('command') && <small>{words.reason(why)}</small>}
        <details>
          <summary>{t('station.timeline.event')}</summary>
          <pre className="raw-json">{JSON.stringify(event, null, 2)}</pre>
        </details>
      </div>
    </li>
  );
}

/** Reads again when something happened at this station, at most once a second. */
function useEventsLive(id: string): void {
  const { feed } = useLive();
  const queries = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const readAgain = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void queries.invalidateQueries({ queryKey: ['station-events', id] });
      }, restMs);
    };
    const stop = feed.listen({
      onLive: () => void queries.invalidateQueries({ queryKey: ['station-events', id] }), // nobody knows what was missed
      onEvent: ({ kind, stationId, body }) => {
        if (stationId === id && kind !== 'meter-values' && body['type'] !== 'updated') readAgain();
      },
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [feed, queries, id]);
}
