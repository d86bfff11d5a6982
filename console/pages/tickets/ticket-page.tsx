import { TextInput } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ticketApi } from '#contract/api/tickets.ts';
import {
  type ChangeTicket,
  type TicketDetails,
  ticketCause,
  ticketSeverity,
  ticketState,
} from '#contract/tickets/ticket.ts';
import { call } from '../../api/call.ts';
import { useTicket } from '../../api/campaign-queries.ts';
import { useWho } from '../../api/use-who.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { BackLink } from '../../parts/back-link.tsx';
import { Card } from '../../parts/card.tsx';
import { Choice } from '../../parts/choice.tsx';
import { Fact } from '../../parts/facts.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { ButtonLink, TextLink } from '../../parts/links.tsx';
import { MayNote } from '../../parts/may-note.tsx';
import { Moment } from '../../parts/moment.tsx';
import { OfOne } from '../../parts/of-one.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { useChange } from '../../parts/use-change.ts';
import { typedOrNull, useDraft } from '../../parts/use-draft.ts';
import '../campaigns/campaign-texts.ts';
import { SeverityChip } from './severity-chip.tsx';
import { TicketEvidence } from './ticket-evidence.tsx';
import { TicketNotes } from './ticket-notes.tsx';
import { TicketParts } from './ticket-parts.tsx';
import './tickets.css';

const route = getRouteApi('/tickets/$id');

/** One piece of work: what is wrong, what it stands on, what was changed, and what was said about it. */
export function TicketPage() {
  const { t } = useTranslation();
  const { id } = route.useParams();
  return (
    <OfOne
      query={useTicket(id)}
      gone={t('tickets.notThere')}
      failed={t('tickets.readFailed')}
      back={<ButtonLink to="/tickets">{t('tickets.title')}</ButtonLink>}
    >
      {(ticket) => <Loaded key={id} ticket={ticket} />}
    </OfOne>
  );
}

function Loaded({ ticket }: { ticket: TicketDetails }) {
  const { t } = useTranslation();
  const who = useWho();
  const [isChanging, setIsChanging] = useState(false);
  const { number, title, state, severity, stationId, evseId, connectorId, mrec, cause, assignedTo } = ticket;
  const place = [
    stationId,
    evseId !== null && evseId > 0 && t('tickets.evse', { evseId }),
    connectorId !== null && t('tickets.connector', { connectorId }),
  ]
    .filter(Boolean)
    .join(' · ');
  return (
    <>
      <BackLink to="/tickets">{t('tickets.title')}</BackLink>
      <PageHead title={title} note={t('tickets.number', { number })}>
        <MayNote scope="tickets:change" />
        <ActionButton scope="tickets:change" onClick={() => setIsChanging(true)}>
          {t('tickets.change')}
        </ActionButton>
      </PageHead>
      <div className="columns-two">
        <div>
          <TicketNotes ticket={ticket} />
          <TicketEvidence ticket={ticket} />
          <TicketParts ticket={ticket} />
        </div>
        <Card title={t('tickets.facts')}>
          <dl className="facts">
            <Fact name={t('campaigns.column.state')}>{t(`tickets.state.${state}`)}</Fact>
            <Fact name={t('tickets.severity')}>
              <SeverityChip severity={severity} />
            </Fact>
            <Fact name={t('form.station')}>
              <TextLink to="/equipment/$id" params={{ id: stationId }}>
                {place}
              </TextLink>
            </Fact>
            <Fact name={t('tickets.column.assigned')}>{assignedTo ?? t('tickets.nobody')}</Fact>
            <Fact name={t('tickets.column.cause')}>
              {cause === null ? t('tickets.unknownCause') : t(`tickets.cause.${cause}`)}
            </Fact>
            {mrec !== null && <Fact name={t('tickets.mrec')}>{mrec}</Fact>}
            <Fact name={t('tickets.column.opened')}>
              <Moment time={ticket.openedAt} says="ago" /> · {who(ticket.openedBy)}
            </Fact>
            {ticket.resolvedAt !== null && (
              <Fact name={t('tickets.state.resolved')}>
                <Moment time={ticket.resolvedAt} says="ago" />
              </Fact>
            )}
          </dl>
        </Card>
      </div>
      {isChanging && <ChangeDialog ticket={ticket} onClose={() => setIsChanging(false)} />}
    </>
  );
}

function ChangeDialog({ ticket, onClose }: { ticket: TicketDetails; onClose: () => void }) {
  const { t } = useTranslation();
  const cause: NonNullable<TicketDetails['cause']> | '' = ticket.cause ?? '';
  const { draft, text, choice } = useDraft({
    title: ticket.title,
    state: ticket.state,
    severity: ticket.severity,
    cause,
    assignedTo: ticket.assignedTo ?? '',
    mrec: ticket.mrec ?? '',
  });
  const save = useChange({
    send: () => {
      const body: ChangeTicket = {
        title: draft.title.trim(),
        state: draft.state,
        severity: draft.severity,
        cause: draft.cause === '' ? null : draft.cause,
        assignedTo: typedOrNull(draft.assignedTo),
        mrec: typedOrNull(draft.mrec.toUpperCase()),
      };
      return call(ticketApi.change, { params: { id: ticket.id }, body });
    },
    touches: ['tickets'],
    said: ({ state }) => t('tickets.changed', { state: t(`tickets.state.${state}`) }),
    onDone: onClose,
  });
  return (
    <FormDialog
      title={t('tickets.number', { number: ticket.number })}
      submit={t('tickets.save')}
      save={save}
      whyNot={draft.title.trim().length < 3 ? t('tickets.needTitle') : undefined}
      onClose={onClose}
    >
      <TextInput label={t('tickets.column.title')} maxLength={150} {...text('title')} />
      <div className="form-row">
        <Choice
          label={t('campaigns.column.state')}
          options={ticketState.options.map((value) => ({ value, label: t(`tickets.state.${value}`) }))}
          {...choice('state')}
        />
        <Choice
          label={t('tickets.severity')}
          options={ticketSeverity.options.map((value) => ({ value, label: t(`tickets.severities.${value}`) }))}
          {...choice('severity')}
        />
      </div>
      <div className="form-row">
        <Choice
          label={t('tickets.column.cause')}
          none={t('tickets.unknownCause')}
          options={ticketCause.options.map((value) => ({ value, label: t(`tickets.cause.${value}`) }))}
          {...choice('cause')}
        />
        <TextInput label={t('tickets.mrec')} placeholder="CX014" maxLength={5} {...text('mrec')} />
      </div>
      <TextInput label={t('tickets.column.assigned')} maxLength={100} {...text('assignedTo')} />
    </FormDialog>
  );
}
