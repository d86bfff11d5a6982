import { useTranslation } from 'react-i18next';
import { partnerApi } from '#contract/api/roaming.ts';
import type { PartnerRecord } from '#contract/roaming/partner.ts';
import { send } from '../../api/call.ts';
import { usePartnerRecords } from '../../api/partner-queries.ts';
import { RowButton } from '../../parts/action-button.tsx';
import { Chip } from '../../parts/chip.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import type { Tone } from '../../parts/tones.ts';
import { useChange } from '../../parts/use-change.ts';
import { moneyText } from '../../text/money.ts';
import { dayTime } from '../../text/time.ts';

const tones = {
  waiting: 'held',
  delivered: 'good',
  received: 'good',
  disputed: 'bad',
  settled: 'rest',
} as const satisfies Record<PartnerRecord['state'], Tone>;

/** Records of sessions (CDRs), sent and received. One that differs from our own calculation waits for a person. */
export function RecordsTab({ id }: { id: string }) {
  const { t } = useTranslation();
  const { data, error } = usePartnerRecords(id);
  const settle = useChange({
    send: (recordId: string) => send(partnerApi.settle, { params: { id, recordId } }),
    touches: ['partners'],
    said: () => t('partners.records.settled'),
  });
  return (
    <>
      {settle.error !== null && <ProblemNote problem={settle.error} />}
      <DataTable
        label={t('partners.tab.records')}
        rows={data?.records}
        problem={error}
        idOf={({ direction, id: record }) => `${direction} ${record}`}
        none={t('partners.records.none')}
        columns={useColumns((record) => settle.mutate(record))}
      />
    </>
  );
}

function useColumns(settle: (recordId: string) => void): readonly Column<PartnerRecord>[] {
  const { t, i18n } = useTranslation();
  const why = ({ failure, credits, doubts }: PartnerRecord) =>
    [
      failure,
      credits !== null && t('partners.records.credit'),
      ...doubts.map(({ code, told, ours }) =>
        told === undefined || ours === undefined ? code : t('partners.records.compared', { code, told, ours }),
      ),
    ]
      .filter(Boolean)
      .join('; ');
  return [
    {
      head: t('partners.records.when'),
      kind: 'main',
      cell: ({ startedAt, id: record }) => (
        <div>
          {dayTime(startedAt, i18n.language)}
          <small>{record}</small>
        </div>
      ),
    },
    { head: t('partners.records.way'), cell: ({ direction }) => t(`partners.records.${direction}`) },
    { head: t('partners.records.energy'), kind: 'number', cell: ({ energyKwh }) => `${energyKwh} kWh` },
    {
      head: t('partners.records.total'),
      kind: 'number',
      cell: ({ total, currency }) => moneyText(total, currency, i18n.language),
    },
    {
      head: t('partners.records.state'),
      cell: ({ state }) => <Chip tone={tones[state]}>{t(`partners.records.states.${state}`)}</Chip>,
    },
    { head: t('partners.records.why'), cell: why },
    {
      head: '',
      kind: 'actions',
      cell: ({ id: record, state }) =>
        state === 'disputed' && (
          <RowButton scope="partners:change" onClick={() => settle(record)}>
            {t('partners.records.settle')}
          </RowButton>
        ),
    },
  ];
}
