import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Reservation, type ReservationStatus, reservationStatus } from '#contract/access/reservation.ts';
import type { LedgerEvent } from '#contract/event.ts';
import { useReadAgain, useReservations, useSites } from '../../live/queries.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { Choice } from '../../parts/choice.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { MayNote } from '../../parts/may-note.tsx';
import { NewOnes } from '../../parts/new-ones.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { useSteadyRows } from '../../parts/use-steady-rows.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { ReserveDialog } from './reserve-dialog.tsx';
import './reservations.css';
import { useReservationColumns } from './use-reservation-columns.tsx';

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
          options={[
            { value: '', label: t('sessions.states.all') },
            ...reservationStatus.options.map((each) => ({ value: each, label: t(`reservations.status.${each}`) })),
          ]}
          onChange={(value) => change({ status: reservationStatus.safeParse(value).data })}
        />
        {sites.length > 0 && (
          <Choice
            label={t('tariff.site')}
            value={site ?? ''}
            options={[
              { value: '', label: t('reports.allSites') },
              ...sites.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={(value) => change({ site: value === '' ? undefined : value })}
          />
        )}
      </div>
      {error !== null && <ProblemNote title={t('reservations.readFailed')} problem={error} />}
      <NewOnes count={newOnes} words={t('reservations.newOnes', { count: newOnes, formatted })} onShow={showAll} />
      <DataTable
        label={t('reservations.title')}
        columns={useReservationColumns(setCancelling)}
        rows={error === null ? shown : (shown ?? [])}
        idOf={idOf}
        isOver={({ endedAt }) => endedAt !== null}
        none={t('reservations.none')}
      />
      {isReserving && <ReserveDialog onClose={() => setIsReserving(false)} onReserved={showAll} />}
      {cancelling !== null && <CancelDialog reservation={cancelling} onClose={() => setCancelling(null)} />}
    </>
  );
}
