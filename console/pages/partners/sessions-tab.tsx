import { useTranslation } from 'react-i18next';
import type { PartnerSession } from '#contract/roaming/partner.ts';
import { usePartnerSessions } from '../../api/partner-queries.ts';
import { Chip } from '../../parts/chip.tsx';
import { type Column, DataTable, dash } from '../../parts/data-table.tsx';
import type { Tone } from '../../parts/tones.ts';
import { moneyText } from '../../text/money.ts';
import { dayTime } from '../../text/time.ts';

const tones: Partial<Record<string, Tone>> = { PENDING: 'held', ACTIVE: 'good', INVALID: 'bad' };

/** Their drivers at our stations and ours at theirs, as they charge. */
export function SessionsTab({ id }: { id: string }) {
  const { t } = useTranslation();
  const { data, error } = usePartnerSessions(id);
  return (
    <DataTable
      label={t('partners.tab.sessions')}
      rows={data?.sessions}
      problem={error}
      idOf={({ direction, id: session }) => `${direction} ${session}`}
      isOver={({ endedAt }) => endedAt !== null}
      none={t('partners.sessions.none')}
      columns={useColumns()}
    />
  );
}

function useColumns(): readonly Column<PartnerSession>[] {
  const { t, i18n } = useTranslation();
  return [
    {
      head: t('partners.sessions.when'),
      kind: 'main',
      cell: ({ startedAt, id: session }) => (
        <div>
          {dayTime(startedAt, i18n.language)}
          <small>{session}</small>
        </div>
      ),
    },
    { head: t('partners.sessions.where'), cell: ({ direction }) => t(`partners.sessions.${direction}`) },
    { head: t('partners.sessions.location'), cell: ({ locationId }) => locationId ?? dash },
    { head: t('partners.sessions.status'), cell: ({ status }) => <Chip tone={tones[status] ?? 'rest'}>{status}</Chip> },
    { head: t('partners.sessions.energy'), kind: 'number', cell: ({ energyKwh }) => `${energyKwh} kWh` },
    {
      head: t('partners.sessions.total'),
      kind: 'number',
      cell: ({ total, currency }) =>
        total === null || currency === null ? dash : moneyText(total, currency, i18n.language),
    },
  ];
}
