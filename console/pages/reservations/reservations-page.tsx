import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Reservation, type ReservationStatus, reservationStatus } from '#contract/access/reservation.ts';
import { reservationApi } from '#contract/api/reservations.ts';
import type { LedgerEvent } from '#contract/event.ts';
import { send } from '../../api/call.ts';
import { useReadAgain, useReservations, useSites } from '../../api/queries.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { byName, Choice } from '../../parts/choice.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { MayNote } from '../../parts/may-note.tsx';
import { NewOnes } from '../../parts/new-ones.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { useChange } from '../../parts/use-change.ts';
import { useSteadyRows } from '../../parts/use-steady-rows.ts';
import { ReserveDialog } from './reserve-dialog.tsx';
import { useReservationColumns } from './use-reservation-columns.tsx';
import './reservations.css';

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
