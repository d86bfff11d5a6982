import './reservations.css';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Reservation, type ReservationStatus, reservationStatus } from '#contract/access/reservation.ts';
import { reservationApi } from '#contract/api/reservations.ts';
import type { LedgerEvent } from '#contract/event.ts';
import { send } from '../../api/call.ts';
import { useReadAgain } from '../../api/queries.ts';
import { useSites } from '../../api/site-queries.ts';
import { useReservations } from '../../api/use-reservations.ts';
import { useWho } from '../../api/use-who.ts';
import { ActionButton, RowButton } from '../../parts/action-button.tsx';
import { Chip } from '../../parts/chip.tsx';
import { byName, Choice } from '../../parts/choice.tsx';
import { type Column, DataTable, dash } from '../../parts/data-table.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { TextLink } from '../../parts/links.tsx';
import { MayNote } from '../../parts/may-note.tsx';
import { NewOnes } from '../../parts/new-ones.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import type { Tone } from '../../parts/tones.ts';
import { useChange } from '../../parts/use-change.ts';
import { useSteadyRows } from '../../parts/use-steady-rows.ts';
import { dayTimeSpan, exactTime } from '../../text/time.ts';
import { CardName } from '../access/card-name.tsx';
import { ReserveDialog } from './reserve-dialog.tsx';

const route = getRouteApi('/reservations');
const kinds: ReadonlySet<LedgerEvent['kind']> = new Set([
  'reservation-asked',
  'reservation-changed',
  'reservation-planned',
]);
const idOf = ({ stationId, id }: Reservation) => `${stationId} ${id}`;

export function ReservationsPage() {
  const { t, i18n } = useTranslation();
  const { status, site } = route.useSearch();
  const navigate = route.useNavigate();
  const sites = useSites().data?.sites ?? [];
  useReadAgain('reservations', kinds);
  const { data, error, isPlaceholderData } = useReservations({ status, siteId: site });
  const { shown, newOnes, showAll } = useSteadyRows({
    rows: data?.reservations,
    idOf,
    name: `${status ?? ''} ${site ?? ''}`,
    isOther: isPlaceholderData,
  });
  const [isReserving, setIsReserving] = useState(false);
  const [cancelling, setCancelling] = useState<Reservation | null>(null);
  const formatted = new Intl.NumberFormat(i18n.language).format(newOnes);
  const change = (part: { status?: ReservationStatus | undefined; site?: string | undefined }) =>
    void navigate({ search: (before) => ({ ...before, ...part }), replace: true });
  return (
    <>
      <PageHead title={t('reservations.title')}>
        <MayNote scope="reservations:change" />
        <ActionButton scope="reservations:change" onClick={() => setIsReserving(true)}>
          {t('reservations.add')}
        </ActionButton>
      </PageHead>
      <div className="reservation-filter">
        <Choice
          label={t('reservations.filter')}
          value={status ?? ''}
          none={t('sessions.states.all')}
          options={reservationStatus.options.map((each) => ({ value: each, label: t(`reservations.status.${each}`) }))}
          onChange={(value) => change({ status: value === '' ? undefined : value })}
        />
        {sites.length > 0 && (
          <Choice
            label={t('tariff.site')}
            value={site ?? ''}
            none={t('reports.allSites')}
            options={byName(sites)}
            onChange={(value) => change({ site: value === '' ? undefined : value })}
          />
        )}
      </div>
      <NewOnes count={newOnes} words={t('reservations.newOnes', { count: newOnes, formatted })} onShow={showAll} />
      <DataTable
        label={t('reservations.title')}
        columns={useReservationColumns(setCancelling)}
        rows={shown}
        problem={error}
        failed={t('reservations.readFailed')}
        file="reservations"
        idOf={idOf}
        isOver={({ endedAt }) => endedAt !== null}
        none={t('reservations.none')}
      />
      {isReserving && <ReserveDialog onClose={() => setIsReserving(false)} onReserved={showAll} />}
      {cancelling !== null && <CancelDialog reservation={cancelling} onClose={() => setCancelling(null)} />}
    </>
  );
}

type Props = { reservation: Reservation; onClose: () => void };

function CancelDialog({ reservation: { id, stationId }, onClose }: Props) {
  const { t } = useTranslation();
  const cancel = useChange({
    send: () => send(reservationApi.cancel, { params: { id: stationId, reservationId: id } }),
    touches: ['reservations'],
    said: () => t('reservations.cancelled', { station: stationId }),
    onDone: onClose,
  });
  return (
    <FormDialog
      title={t('reservations.cancelTitle', { station: stationId })}
      submit={t('reservations.cancelSubmit')}
      save={cancel}
      onClose={onClose}
      explain={t('reservations.cancelExplain')}
      isGrave
      cancel={t('reservations.keep')}
    />
  );
}

const tones = {
  planned: 'held',
  asked: 'door',
  active: 'held',
  refused: 'bad',
  used: 'good',
  cancelled: 'rest',
  expired: 'rest',
  removed: 'bad',
  'no-session': 'rest',
} as const satisfies Record<ReservationStatus, Tone>;

/** Where, for whom, from when to when, and how it stands and why. */
function useReservationColumns(onCancel: (reservation: Reservation) => void): readonly Column<Reservation>[] {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const who = useWho();
  return [
    {
      head: t('form.station'),
      value: ({ stationId, evseId }) => (evseId === null ? stationId : `${stationId} ${evseId}`),
      kind: 'main',
      cell: ({ stationId, evseId, connectorType }) => (
        <div>
          <TextLink to="/equipment/$id" params={{ id: stationId }} fw={600}>
            {evseId === null ? stationId : t('session.at', { station: stationId, evse: evseId })}
          </TextLink>
          {evseId === null && <small>{connectorType ?? t('reservations.anyEvse')}</small>}
        </div>
      ),
    },
    {
      head: t('reservations.column.state'),
      value: ({ status }) => t(`reservations.status.${status}`),
      cell: ({ status, why, code }) => (
        <div>
          <Chip tone={tones[status]} title={t(`reservations.help.${status}`)}>
            {t(`reservations.status.${status}`)}
          </Chip>
          <small title={code ?? undefined}>{why ?? t(`reservations.help.${status}`)}</small>
        </div>
      ),
    },
    {
      head: t('reservations.column.when'),
      value: ({ startsAt, expiresAt }) => startsAt ?? expiresAt,
      cell: ({ startsAt, expiresAt }) => (
        <span title={`${exactTime(startsAt, language)} – ${exactTime(expiresAt, language)}`}>
          {dayTimeSpan(startsAt, expiresAt, language)}
        </span>
      ),
    },
    { head: t('tokens.column.token'), cell: ({ tokenId }) => <CardName id={tokenId} /> },
    {
      head: t('reservations.column.by'),
      value: ({ createdBy }) => createdBy && who(createdBy),
      cell: ({ createdBy }) => (createdBy === null ? dash : who(createdBy)),
    },
    {
      head: '',
      kind: 'actions',
      cell: (reservation) => (
        <RowButton
          scope="reservations:change"
          whyNot={reservation.endedAt === null ? undefined : t('reservations.over')}
          aria-label={t('reservations.cancelNamed', { station: reservation.stationId, number: reservation.id })}
          onClick={() => onCancel(reservation)}
        >
          {t('reservations.cancel')}
        </RowButton>
      ),
    },
  ];
}
