import { useTranslation } from 'react-i18next';
import type { PartnerTariff } from '#contract/roaming/partner.ts';
import { usePartnerTariffs } from '../../api/partner-queries.ts';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { Moment } from '../../parts/moment.tsx';

/** One price of a tariff, where and when it holds. */
type Row = PartnerTariff & { place: number; element: PartnerTariff['elements'][number] };

/** What our drivers pay with this partner, and what theirs are shown here. */
export function TariffsTab({ id }: { id: string }) {
  const { t } = useTranslation();
  const { data, error } = usePartnerTariffs(id);
  const rows = data?.tariffs.flatMap((tariff) =>
    tariff.elements.map((element, place): Row => ({ ...tariff, place, element })),
  );
  return (
    <DataTable
      label={t('partners.tab.tariffs')}
      rows={rows}
      problem={error}
      idOf={({ direction, party, id: tariff, place }) => `${direction} ${party} ${tariff} ${place}`}
      isOver={({ isStale }) => isStale}
      none={t('partners.tariffs.none')}
      columns={useColumns()}
    />
  );
}

function useColumns(): readonly Column<Row>[] {
  const { t } = useTranslation();
  const unit = (type: string) => (type === 'FLAT' ? '' : type === 'ENERGY' ? '/kWh' : '/h');
  return [
    {
      head: t('partners.tariffs.tariff'),
      kind: 'main',
      cell: ({ id: tariff, party }) => (
        <div>
          {tariff}
          <small>{party}</small>
        </div>
      ),
    },
    { head: t('partners.tariffs.where'), cell: ({ direction }) => t(`partners.tariffs.${direction}`) },
    {
      head: t('partners.tariffs.prices'),
      cell: ({ element: { prices }, currency }) =>
        prices.map(({ type, price }) => `${type} ${price} ${currency}${unit(type)}`).join(', '),
    },
    {
      head: t('partners.tariffs.only'),
      cell: ({ element: { when } }) =>
        Object.entries(when)
          .map(([name, value]) => `${name} ${Array.isArray(value) ? value.join(' ') : String(value)}`)
          .join(', '),
    },
    { head: t('partners.tariffs.updated'), cell: ({ lastUpdated }) => <Moment time={lastUpdated} says="ago" /> },
  ];
}
