import { Button, Skeleton, Switch, TextInput } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageApi } from '#contract/api/messages.ts';
import type { Message } from '#contract/stations/message.ts';
import type { Station } from '#contract/stations/station.ts';
import { messageOutcomes } from '#contract/word-lists.ts';
import { linkTo, read } from '../../api/call.ts';
import { again } from '../../api/queries.ts';
import { useWho } from '../../api/use-who.ts';
import { Chip } from '../../parts/chip.tsx';
import { Choice } from '../../parts/choice.tsx';
import { parsedJson } from '../../parts/json.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { clockTime, dayTime, exactTime } from '../../text/time.ts';
import { useCommandName } from './commands/use-command-name.ts';
import type { StationFilter } from './station-filter.ts';

const route = getRouteApi('/equipment/$id');
const followEveryMs = 1_500;
const maxFollowed = 500;

/** The flight recorder: what was said in sentences, with the frames under them. */
export function MessagesTab({ station: { id } }: { station: Station }) {
  const { t, i18n } = useTranslation();
  const { action, caller, outcome } = route.useSearch();
  const navigate = route.useNavigate();
  const actions = useId();
  const [typed, setTyped] = useState(action ?? '');
  const lang = i18n.language === 'pt-BR' ? 'pt-BR' : 'en';
  const filter = { action, caller, outcome };
  const set = (part: Partial<StationFilter>) =>
    void navigate({ search: (before) => ({ ...before, ...part }), replace: true });
  const choose = (name: string) => set({ action: name.trim() === '' ? undefined : name.trim() });
  return (
    <section className="card" aria-label={t('station.tab.messages')}>
      <div className="filter-row">
        <TextInput
          label={t('station.messages.action')}
          placeholder="StatusNotification"
          list={actions}
          maxLength={60}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={({ currentTarget: { value } }) => {
            setTyped(value);
            if (value === '' || usualActions.includes(value)) choose(value);
          }}
          onBlur={() => choose(typed)}
          onKeyDown={({ key }) => key === 'Enter' && choose(typed)}
        />
        <datalist id={actions}>
          {usualActions.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </datalist>
        <Choice
          label={t('station.messages.caller')}
          none={t('station.messages.both')}
          value={caller ?? ''}
          options={(['station', 'system'] as const).map((value) => ({
            value: value as string,
            label: t(`station.messages.from.${value}`),
          }))}
          onChange={(value) => set({ caller: value === '' ? undefined : (value as 'station' | 'system') })}
        />
        <Choice
          label={t('station.messages.outcome')}
          none={t('station.messages.any')}
          value={outcome ?? ''}
          options={messageOutcomes.map((value) => ({
            value: value as string,
            label: t(`station.messages.said.${value}`),
          }))}
          onChange={(value) => set({ outcome: value === '' ? undefined : (value as StationFilter['outcome']) })}
        />
        <Button
          component="a"
          variant="default"
          href={linkTo(messageApi.export, { params: { id }, query: { ...filter, lang } })}
          download
          title={t('station.messages.exportHelp')}
        >
          {t('station.messages.export')}
        </Button>
      </div>
      <Messages key={JSON.stringify([id, filter, lang])} id={id} filter={filter} lang={lang} />
    </section>
  );
}

const usualActions = [
  ...['BootNotification', 'Heartbeat', 'StatusNotification', 'Authorize', 'StartTransaction', 'StopTransaction'],
  ...['MeterValues', 'TransactionEvent', 'NotifyEvent', 'Reset', 'ChangeAvailability', 'SetChargingProfile'],
];

type Filter = Pick<StationFilter, 'action' | 'caller' | 'outcome'>;

function Messages({ id, filter, lang }: { id: string; filter: Filter; lang: 'en' | 'pt-BR' }) {
  const { t } = useTranslation();
  const [isFollowing, setIsFollowing] = useState(true);
  const pages = useInfiniteQuery({
    queryKey: ['messages', id, filter, lang],
    queryFn: ({ pageParam, signal }) =>
      read(messageApi.list, {
        ...{ params: { id }, query: { ...filter, lang, limit: 100, before: pageParam } },
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
      {shown.length === 0 && <p className="quiet">{t('station.messages.none')}</p>}
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
  const { action, caller, outcome } = filter;
  useEffect(() => {
    if (start === undefined) return;
    const end = new AbortController();
    let after = start;
    let timer: ReturnType<typeof setTimeout>;
    const look = async () => {
      try {
        if (!document.hidden) {
          const query = { action, caller, outcome, lang, limit: 200, after };
          const page = await read(messageApi.list, { ...{ params: { id }, query }, signal: end.signal });
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
  }, [id, action, caller, outcome, lang, start]);
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
            {command.why !== null && `: ${command.why}`}
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
