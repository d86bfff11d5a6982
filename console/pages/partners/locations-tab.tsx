import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import type { partnerLocation } from '#contract/roaming/partner.ts';
import { usePartnerLocations } from '../../api/partner-queries.ts';
import { type Column, DataTable, dash } from '../../parts/data-table.tsx';
import { Moment } from '../../parts/moment.tsx';

type PartnerLocation = z.infer<typeof partnerLocation>;

/** Where our drivers can charge with this partner. */
export function LocationsTab({ id }: { id: string }) {
  const { t } = useTranslation();
  const { data, error } = usePartnerLocations(id);
  return (
    <DataTable
      label={t('partners.tab.locations')}
      rows={data?.locations}
      problem={error}
      idOf={({ id: location }) => location}
      isOver={({ isStale }) => isStale}
      none={t('partners.locations.none')}
      columns={useColumns()}
    />
  );
}

function useColumns(): readonly Column<PartnerLocation>[] {
  const { t } = useTranslation();
  return [
    {
      head: t('partners.locations.site'),
      kind: 'main',
      cell: ({ id: location, name, isStale }) => (
        <div>
          {name ?? location}
          {isStale && <small>{t('partners.locations.stale')}</small>}
        </div>
      ),
    },
    { head: t('partners.locations.address'), cell: ({ address }) => (address === '' ? dash : address) },
    {
      head: t('partners.locations.evses'),
      cell: ({ evses }) =>
        [...Map.groupBy(evses, ({ status }) => status)].map(([status, of]) => `${of.length} ${status}`).join(', '),
    },
    { head: t('partners.locations.updated'), cell: ({ lastUpdated }) => <Moment time={lastUpdated} says="ago" /> },
  ];
}
