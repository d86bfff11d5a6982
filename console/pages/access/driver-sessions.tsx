import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { DriverDetail } from '#contract/access/driver.ts';
import { sessionApi } from '#contract/api/sessions.ts';
import type { ListedSession } from '#contract/sessions/session.ts';
import { call } from '../../live/call.ts';
import { useLive } from '../../live/live-provider.tsx';
import { again } from '../../live/queries.ts';
import '../../parts/card.css';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { TextLink } from '../../parts/links.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { moneyText } from '../../text/money.ts';
import { energyText } from '../../text/quantities.ts';
import { dayTime, exactTime } from '../../text/time.ts';
import { SessionChip } from '../sessions/session-chip.tsx';

const maxCards = 20;
const maxShown = 10;

/** What one person charged lately, over all their cards. */
export function DriverSessions({ driver }: { driver: DriverDetail }) {
  const { t } = useTranslation();
  const cards = useMemo(() => driver.tokens.slice(0, maxCards).map(({ id }) => id), [driver.tokens]);
  const { data, error } = useLately(driver.id, cards);
  const columns = useColumns();
  return (
    <section className="card" aria-labelledby="sessions-title">
      <h2 id="sessions-title">{t('driver.sessions')}</h2>
      {error !== null && <ProblemNote problem={error} />}
      <DataTable
        label={t('driver.sessions')}
        columns={columns}
        rows={error === null ? data : (data ?? [])}
        idOf={({ id }) => id}
        none={t('driver.noSessions')}
      />
      {driver.tokens.length > 0 && (
        <p className="quiet">
          {t('driver.allSessions')}{' '}
          {driver.tokens.map(({ id, label }, place) => (
            <span key={id}>
              {place > 0 && ', '}
              <TextLink to="/sessions" search={{ token: id }} className="mono" fz="inherit">
                {label}
              </TextLink>
            </span>
          ))}
        </p>
      )}
    </section>
  );
}

function useLately(driverId: string, cards: readonly string[]) {
  const { feed } = useLive();
  const queries = useQueryClient();
  useEffect(
    () =>
      feed.listen({
        onSessions: (changed) => {
          const isTheirs = changed.some(({ tokenHash }) => tokenHash !== null && cards.includes(tokenHash));
          if (isTheirs) void queries.invalidateQueries({ queryKey: ['sessions-of-driver', driverId] });
        },
      }),
    [feed, queries, driverId, cards],
  );
  return useQuery({
    queryKey: ['sessions-of-driver', driverId, cards],
    queryFn: async ({ signal }) => {
      const read = (tokenHash: string) => call(sessionApi.list, { query: { tokenHash, limit: maxShown }, signal });
      const pages = await Promise.all(cards.map(read));
      const began = ({ startedAt }: ListedSession) => (startedAt === null ? 0 : Date.parse(startedAt));
      return pages
        .flatMap(({ sessions }) => sessions)
        .toSorted((one, other) => began(other) - began(one))
        .slice(0, maxShown);
    },
    retry: again,
  });
}

function useColumns(): readonly Column<ListedSession>[] {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const none = <span className="none">–</span>;
  return [
    {
      name: 'session',
      head: t('sessions.column.session'),
      kind: 'main',
      cell: ({ id, stationId, evseId, startedAt }) => (
        <div>
          <TextLink to="/sessions/$id" params={{ id }} fw={600} fz="inherit">
            {evseId === null ? stationId : t('session.at', { station: stationId, evse: evseId })}
          </TextLink>
          {startedAt !== null && <small title={exactTime(startedAt, language)}>{dayTime(startedAt, language)}</small>}
        </div>
      ),
    },
    { name: 'state', head: t('sessions.column.state'), cell: (session) => <SessionChip session={session} /> },
    {
      name: 'energy',
      head: t('sessions.column.energy'),
      kind: 'number',
      cell: ({ energyWh }) => (energyWh === null ? none : energyText(energyWh, language)),
    },
    {
      name: 'cost',
      head: t('sessions.column.cost'),
      kind: 'number',
      cell: ({ cost }) => (cost === null ? none : moneyText(cost.total, cost.currency, language)),
    },
  ];
}
