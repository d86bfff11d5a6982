import { useTranslation } from 'react-i18next';
import type { LocalList } from '#contract/access/local-list.ts';
import type { Reservation } from '#contract/access/reservation.ts';
import { reservationApi } from '#contract/api/reservations.ts';
import type { LedgerEvent } from '#contract/event.ts';
import type { Station } from '#contract/stations/station.ts';
import { call } from '../../api/call.ts';
import { useRead, useReadAgain } from '../../api/queries.ts';
import { useLocalList } from '../../api/station-queries.ts';
import { RowButton } from '../../parts/action-button.tsx';
import { Card } from '../../parts/card.tsx';
import { Chip } from '../../parts/chip.tsx';
import { type Column, DataTable, dash } from '../../parts/data-table.tsx';
import { Fact } from '../../parts/facts.tsx';
import { DayOf, Moment } from '../../parts/moment.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { useChange } from '../../parts/use-change.ts';
import { CardName } from '../access/card-name.tsx';
import { PlainCommandButton } from './commands/plain-command-button.tsx';

/** Who may charge while the station is offline, and for whom it is kept free. */
export function AccessTab({ station }: { station: Station }) {
  return (
    <>
      <LocalListCard station={station} />
      <Reservations station={station} />
    </>
  );
}

const listTones = {
  'in-sync': 'good',
  pending: 'door',
  refused: 'bad',
  'version-mismatch': 'bad',
  unsupported: 'rest',
  off: 'rest',
  manual: 'held',
} as const;

function LocalListCard({ station }: { station: Station }) {
  const { t } = useTranslation();
  const { data, error } = useLocalList(station.id);
  const columns = useEntryColumns();
  return (
    <Card
      title={t('station.list.title')}
      actions={
        <div className="command-buttons">
          <PlainCommandButton
            station={station}
            command="send-local-list"
            input={{ mode: 'full' }}
            touches={['local-list']}
          >
            {t('station.list.send')}
          </PlainCommandButton>
          <PlainCommandButton station={station} command="get-local-list-version" touches={['local-list']}>
            {t('station.list.askVersion')}
          </PlainCommandButton>
          <PlainCommandButton station={station} command="clear-cache" touches={['local-list']}>
            {t('station.list.clearCache')}
          </PlainCommandButton>
        </div>
      }
    >
      {error !== null && data === undefined && <ProblemNote problem={error} />}
      {data !== undefined && <ListFacts list={data} />}
      {data !== undefined && data.entries.length > 0 && (
        <DataTable<LocalList['entries'][number]>
          label={t('station.list.entries')}
          rows={data.entries}
          idOf={({ tokenId }) => tokenId}
          none=""
          columns={columns}
        />
      )}
    </Card>
  );
}

function ListFacts({ list }: { list: LocalList }) {
  const { t } = useTranslation();
  const { keeping, version, reportedVersion, sentAt, reportedAt, refusal, counts } = list;
  return (
    <dl className="facts">
      <Fact name={t('station.configuration.state')}>
        <Chip tone={listTones[keeping.state]}>{t(`station.list.state.${keeping.state}`)}</Chip>
        {keeping.because !== null && <small>{t(`station.list.because.${keeping.because}`)}</small>}
        {refusal !== null && <small>{refusal}</small>}
        {keeping.since !== null && (
          <small>
            <Moment time={keeping.since} says="for" />
          </small>
        )}
      </Fact>
      <Fact name={t('station.list.mode')}>{t(`station.list.modes.${keeping.mode}`)}</Fact>
      <Fact name={t('station.list.version')}>
        {version ?? dash}
        {sentAt !== null && (
          <small>
            <Moment time={sentAt} says="ago" />
          </small>
        )}
      </Fact>
      <Fact name={t('station.list.reported')}>
        {reportedVersion ?? dash}
        {reportedAt !== null && (
          <small>
            <Moment time={reportedAt} says="ago" />
          </small>
        )}
      </Fact>
      <Fact name={t('station.list.held')}>{counts.held}</Fact>
    </dl>
  );
}

function useEntryColumns(): Column<LocalList['entries'][number]>[] {
  const { t } = useTranslation();
  return [
    { head: t('sessions.token'), kind: 'main', cell: ({ tokenId }) => <CardName id={tokenId} /> },
    { head: t('station.configuration.state'), cell: ({ state }) => t(`station.list.entry.${state}`) },
  ];
}

const reservationKinds: ReadonlySet<LedgerEvent['kind']> = new Set([
  ...(['reservation-planned', 'reservation-asked', 'reservation-changed'] as const),
]);

function Reservations({ station: { id } }: { station: Station }) {
  const { t } = useTranslation();
  useReadAgain('reservations', reservationKinds);
  const { data, error } = useRead(['reservations', 'station', id], reservationApi.ofStation, {
    params: { id },
    query: { limit: 50 },
  });
  const cancel = useChange({
    send: (reservationId: number) => call(reservationApi.cancel, { params: { id, reservationId } }),
    touches: ['reservations'],
    said: () => t('reservations.cancelled', { station: id }),
  });
  return (
    <Card title={t('reservations.title')}>
      <DataTable<Reservation>
        label={t('reservations.title')}
        rows={data?.reservations}
        idOf={(reservation) => String(reservation.id)}
        isOver={({ status }) => !isOpen(status)}
        none={t('station.reservations.none')}
        problem={error ?? cancel.error}
        columns={useReservationColumns(cancel.mutate)}
      />
    </Card>
  );
}

const isOpen = (status: Reservation['status']) => status === 'planned' || status === 'asked' || status === 'active';

function useReservationColumns(cancel: (id: number) => void): Column<Reservation>[] {
  const { t } = useTranslation();
  return [
    { head: t('sessions.token'), kind: 'main', cell: ({ tokenId }) => <CardName id={tokenId} /> },
    {
      head: t('station.field.place'),
      cell: ({ evseId }) => (evseId === null ? t('reservations.anyEvse') : t('station.place.evse', { evse: evseId })),
    },
    {
      head: t('station.configuration.state'),
      cell: ({ status, code, why }) => (
        <>
          <Chip tone={isOpen(status) ? 'held' : 'rest'}>{t(`reservations.status.${status}`)}</Chip>
          {(why ?? code) !== null && <small>{why ?? code}</small>}
        </>
      ),
    },
    {
      head: t('station.reservations.until'),
      cell: ({ expiresAt }) => <DayOf time={expiresAt} />,
    },
    {
      head: '',
      kind: 'actions',
      cell: ({ id, status }) =>
        isOpen(status) && (
          <RowButton scope="reservations:change" onClick={() => cancel(id)}>
            {t('reservations.cancel')}
          </RowButton>
        ),
    },
  ];
}
