import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { DriverDetail } from '#contract/access/driver.ts';
import { sessionApi } from '#contract/api/sessions.ts';
import type { ListedSession } from '#contract/sessions/session.ts';
import { call } from '../../api/call.ts';
import { again } from '../../api/queries.ts';
import { useLive } from '../../live/live-provider.tsx';
import { Card } from '../../parts/card.tsx';
import { type Column, DataTable, dash } from '../../parts/data-table.tsx';
import { TextLink } from '../../parts/links.tsx';
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
  return (
    <Card title={t('driver.sessions')}>
      <DataTable
        label={t('driver.sessions')}
        columns={useColumns()}
        rows={data}
        problem={error}
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
    </Card>
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
  return [
    {
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
    { head: t('sessions.column.state'), cell: (session) => <SessionChip session={session} /> },
    {
      head: t('sessions.column.energy'),
      kind: 'number',
      cell: ({ energyWh }) => (energyWh === null ? dash : energyText(energyWh, language)),
    },
    {
      head: t('sessions.column.cost'),
      kind: 'number',
      cell: ({ cost }) => (cost === null ? dash : moneyText(cost.total, cost.currency, language)),
    },
  ];
}
