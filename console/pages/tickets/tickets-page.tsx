import { Button } from '@mantine/core';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ticketApi } from '#contract/api/tickets.ts';
import { type Ticket, ticketSeverity } from '#contract/tickets/ticket.ts';
import { linkTo } from '../../api/call.ts';
import { useTickets } from '../../api/campaign-queries.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { type Column, DataTable, dash } from '../../parts/data-table.tsx';
import { FileLink } from '../../parts/file-link.tsx';
import { MayNote } from '../../parts/may-note.tsx';
import { Moment } from '../../parts/moment.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import '../campaigns/campaign-texts.ts';
import { OpenTicketDialog } from './open-dialog.tsx';
import { RepairTime } from './repair-time.tsx';
import { SeverityChip } from './severity-chip.tsx';

const route = getRouteApi('/tickets');

/** Work that somebody has to do at stations. */
export function TicketsPage() {
  const { t } = useTranslation();
  const isAll = route.useSearch().show === 'all';
  const filter = route.useNavigate();
  const navigate = useNavigate();
  const { data, error } = useTickets(!isAll);
  const [isOpening, setIsOpening] = useState(false);
  return (
    <>
      <PageHead title={t('tickets.title')} note={t('tickets.help')}>
        <MayNote scope="tickets:change" />
        <Button
          variant="default"
          size="compact-md"
          fz="sm"
          onClick={() => void filter({ search: isAll ? {} : { show: 'all' }, replace: true })}
        >
          {t(isAll ? 'tickets.showOpen' : 'tickets.showAll')}
        </Button>
        <FileLink
          href={linkTo(ticketApi.export, { query: { format: 'csv', ...(!isAll && { isOpen: true }) } })}
          isQuiet
        >
          {t('tickets.export')}
        </FileLink>
        <ActionButton scope="tickets:change" onClick={() => setIsOpening(true)}>
          {t('tickets.open')}
        </ActionButton>
      </PageHead>
      <RepairTime />
      <DataTable
        label={t('tickets.title')}
        columns={useColumns()}
        rows={data?.tickets}
        problem={error}
        failed={t('tickets.readFailed')}
        idOf={({ id }) => id}
        isOver={({ resolvedAt }) => resolvedAt !== null}
        none={t(isAll ? 'tickets.noneEver' : 'tickets.none')}
      />
      {isOpening && (
        <OpenTicketDialog
          onClose={() => setIsOpening(false)}
          onOpened={({ id }) => void navigate({ to: '/tickets/$id', params: { id } })}
        />
      )}
    </>
  );
}

function useColumns(): readonly Column<Ticket>[] {
  const { t } = useTranslation();
  return [
    {
      head: t('tickets.column.title'),
      value: ({ title, number }) => `${number} ${title}`,
      kind: 'main',
      cell: ({ id, title, number, mrec, cause }) => (
        <div>
          <Link to="/tickets/$id" params={{ id }} className="row-link">
            {title}
          </Link>
          <small>
            {[t('tickets.number', { number }), mrec, cause && t(`tickets.cause.${cause}`)].filter(Boolean).join(' · ')}
          </small>
        </div>
      ),
    },
    { head: t('form.station'), value: ({ stationId }) => stationId, cell: ({ stationId }) => stationId },
    {
      head: t('tickets.severity'),
      value: ({ severity }) => ticketSeverity.options.indexOf(severity),
      cell: ({ severity }) => <SeverityChip severity={severity} />,
    },
    {
      head: t('campaigns.column.state'),
      value: ({ state }) => t(`tickets.state.${state}`),
      cell: ({ state }) => t(`tickets.state.${state}`),
    },
    {
      head: t('tickets.column.assigned'),
      value: ({ assignedTo }) => assignedTo,
      cell: ({ assignedTo }) => assignedTo ?? dash,
    },
    {
      head: t('tickets.column.opened'),
      value: ({ openedAt }) => openedAt,
      cell: ({ openedAt }) => <Moment time={openedAt} says="ago" />,
    },
  ];
}
