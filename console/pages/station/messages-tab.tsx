import { Button, Skeleton, Switch } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageApi } from '#contract/api/messages.ts';
import type { Message } from '#contract/stations/message.ts';
import type { Station } from '#contract/stations/station.ts';
import { call, linkTo } from '../../api/call.ts';
import { again } from '../../api/queries.ts';
import { useWho } from '../../api/use-who.ts';
import { Chip } from '../../parts/chip.tsx';
import { parsedJson } from '../../parts/json.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { clockTime, dayTime, exactTime } from '../../text/time.ts';
import { useServerTexts } from '../../text/use-server-texts.ts';
import { useCommandName } from './commands/use-command-name.ts';
import { MessageFilters } from './message-filters.tsx';
import type { StationFilter } from './station-filter.ts';

const route = getRouteApi('/equipment/$id');
const followEveryMs = 1_500;
const maxFollowed = 500;

/** The flight recorder: what was said in sentences, with the frames under them. */
export function MessagesTab({ station: { id } }: { station: Station }) {
  const { t, i18n } = useTranslation();
  const { action, caller, outcome, since, until, text } = route.useSearch();
  const lang = i18n.language === 'pt-BR' ? 'pt-BR' : 'en';
  const filter = { action, caller, outcome, since, until, text };
  return (
    <section className="card" aria-label={t('station.tab.messages')}>
      <MessageFilters>
        <Button
          component="a"
          variant="default"
          href={linkTo(messageApi.export, { params: { id }, query: { ...filter, lang } })}
          download
          title={t('station.messages.exportHelp')}
        >
          {t('station.messages.export')}
        </Button>
      </MessageFilters>
      <Messages key={JSON.stringify([id, filter, lang])} id={id} filter={filter} lang={lang} />
    </section>
  );
}

type Filter = Pick<StationFilter, 'action' | 'caller' | 'outcome' | 'since' | 'until' | 'text'>;

function Messages({ id, filter, lang }: { id: string; filter: Filter; lang: 'en' | 'pt-BR' }) {
  const { t } = useTranslation();
  const [isFollowing, setIsFollowing] = useState(filter.until === undefined);
  const pages = useInfiniteQuery({
    queryKey: ['messages', id, filter, lang],
    queryFn: ({ pageParam, signal }) =>
      call(messageApi.list, {
        params: { id },
        query: { ...filter, lang, limit: 100, before: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ previous }) => previous ?? undefined,
    retry: again,
    staleTime: Number.POSITIVE_INFINITY, // what is new is followed
    gcTime: 0,
  });
  const start = pages.data?.pages[0]?.last;
  const { fresh, problem } = useFollowed({ id, filter, lang, start: isFollowing ? start : undefined });
  const shown = useMemo(() => {
    const all = [...fresh, ...(pages.data?.pages.flatMap(({ messages }) => messages) ?? [])];
    const unique = new Map(all.map((message) => [message.id, message]));
    return [...unique.values()].toSorted((one, other) => (one.at < other.at ? 1 : -1));
  }, [fresh, pages.data]);
  if (pages.data === undefined) {
    return pages.error === null ? <Skeleton height={240} /> : <ProblemNote problem={pages.error} />;
  }
  return (
    <>
      <div className="follow-row">
        <Switch
          label={t('station.messages.follow')}
          checked={isFollowing}
          onChange={({ currentTarget }) => setIsFollowing(currentTarget.checked)}
        />
        {problem !== null && <span className="quiet">{t('station.messages.followFailed')}</span>}
      </div>
      {shown.length === 0 && (
        <p className="quiet">{t(filter.until === undefined ? 'station.messages.none' : 'station.messages.noneThen')}</p>
      )}
      <ol className="messages" aria-label={t('station.tab.messages')}>
        {shown.map((message) => (
          <Entry key={message.id} message={message} />
        ))}
      </ol>
      {pages.hasNextPage && (
        <Button
          variant="default"
          size="compact-md"
          fz="sm"
          loading={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          {t('station.messages.older')}
        </Button>
      )}
    </>
  );
}

type Followed = { id: string; filter: Filter; lang: 'en' | 'pt-BR'; start: string | undefined };

/** What has been written down since, read again and again while somebody looks. */
function useFollowed({ id, filter, lang, start }: Followed) {
  const [fresh, setFresh] = useState<readonly Message[]>([]);
  const [problem, setProblem] = useState<Error | null>(null);
  const { action, caller, outcome, since, until, text } = filter;
  useEffect(() => {
    if (start === undefined) return;
    const end = new AbortController();
    let after = start;
    let timer: ReturnType<typeof setTimeout>;
    const look = async () => {
      try {
        if (!document.hidden) {
          const query = { action, caller, outcome, since, until, text, lang, limit: 200, after };
          const page = await call(messageApi.list, { params: { id }, query, signal: end.signal });
          after = page.last;
          if (page.messages.length > 0) setFresh((before) => [...page.messages, ...before].slice(0, maxFollowed));
        }
        setProblem(null);
      } catch (thrown) {
        if (!end.signal.aborted) setProblem(thrown instanceof Error ? thrown : new Error(String(thrown)));
      }
      if (!end.signal.aborted) timer = setTimeout(() => void look(), followEveryMs); // ends with the signal
    };
    void look(); // as above
    return () => {
      end.abort();
      clearTimeout(timer);
    };
  }, [id, action, caller, outcome, since, until, text, lang, start]);
  return { fresh, problem };
}

const tones = {
  answered: 'rest',
  heard: 'rest',
  connected: 'good',
  disconnected: 'rest',
  error: 'bad',
  'no-answer': 'held',
  unreadable: 'bad',
} as const;

function Entry({ message }: { message: Message }) {
  const { t, i18n } = useTranslation();
  const who = useWho();
  const words = useServerTexts();
  const nameOf = useCommandName();
  const { at, caller, action, sentence, outcome, answeredAfterMs, command, request, answer } = message;
  const isPlain = outcome === 'answered' || outcome === 'heard';
  return (
    <li className={`message-${caller}`}>
      <time dateTime={at} title={exactTime(at, i18n.language)}>
        {isToday(at) ? clockTime(at, i18n.language) : dayTime(at, i18n.language)}
      </time>
      <div>
        <span className="message-sentence">{sentence}</span>
        <small>
          {t(`station.messages.from.${caller}`)}
          {action !== null && <> · {action}</>}
          {answeredAfterMs !== null && <> · {Math.round(answeredAfterMs)} ms</>}
          {!isPlain && (
            <>
              {' '}
              <Chip tone={tones[outcome]}>{t(`station.messages.said.${outcome}`)}</Chip>
            </>
          )}
        </small>
        {command !== null && (
          <small>
            {t('station.messages.command', { command: nameOf(command.name), who: who(command.askedBy) })}
            {command.why !== null && `: ${words.reason(command.why)}`}
          </small>
        )}
        <details>
          <summary>{t('station.messages.frames')}</summary>
          <pre className="raw-json">{pretty(request)}</pre>
          {answer !== null && <pre className="raw-json">{pretty(answer)}</pre>}
        </details>
      </div>
    </li>
  );
}

function isToday(at: string): boolean {
  return new Date(at).toDateString() === new Date().toDateString();
}

function pretty(frame: string): string {
  const value = parsedJson(frame);
  return value === undefined ? frame : JSON.stringify(value, null, 2);
}
