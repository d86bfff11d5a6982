import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ticketApi } from '#contract/api/tickets.ts';
import { mrec, type OpenTicket, type Ticket, ticketSeverity } from '#contract/tickets/ticket.ts';
import { call } from '../../api/call.ts';
import { Choice } from '../../parts/choice.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { StationField } from '../../parts/station-field.tsx';
import { useChange } from '../../parts/use-change.ts';
import { typedOrNull, useDraft } from '../../parts/use-draft.ts';

type Props = {
  /** What is known already, such as the finding that it is about. */
  from?: Partial<Pick<OpenTicket, 'stationId' | 'evseId' | 'connectorId' | 'title' | 'severity' | 'evidence'>>;
  onClose: () => void;
  onOpened: (ticket: Ticket) => void;
};

export function OpenTicketDialog({ from = {}, onClose, onOpened }: Props) {
  const { t } = useTranslation();
  const { draft, text, choice } = useDraft({
    stationId: from.stationId ?? '',
    title: from.title ?? '',
    severity: from.severity ?? 'medium',
    mrec: '',
    assignedTo: '',
    note: '',
  });
  const code = typedOrNull(draft.mrec.toUpperCase());
  const note = typedOrNull(draft.note);
  const save = useChange({
    send: () =>
      call(ticketApi.open, {
        body: {
          ...from,
          stationId: draft.stationId.trim(),
          title: draft.title.trim(),
          severity: draft.severity,
          mrec: code,
          assignedTo: typedOrNull(draft.assignedTo),
          ...(note !== null && { note }),
        },
      }),
    touches: ['tickets'],
    said: ({ number }) => t('tickets.opened', { number }),
    onDone: onOpened,
  });
  const isCode = code === null || mrec.safeParse(code).success;
  const isWhole = draft.stationId.trim() !== '' && draft.title.trim().length >= 3;
  const whyNot = isWhole ? (isCode ? undefined : t('tickets.needCode')) : t('tickets.needTitle');
  return (
    <FormDialog title={t('tickets.open')} submit={t('tickets.open')} save={save} onClose={onClose} whyNot={whyNot}>
      <StationField {...choice('stationId')} />
      <TextInput label={t('tickets.column.title')} maxLength={150} {...text('title')} />
      <div className="form-row">
        <Choice
          label={t('tickets.severity')}
          options={ticketSeverity.options.map((value) => ({ value, label: t(`tickets.severities.${value}`) }))}
          {...choice('severity')}
        />
        <TextInput
          label={t('tickets.mrec')}
          placeholder="CX014"
          maxLength={5}
          error={isCode ? undefined : t('tickets.needCode')}
          {...text('mrec')}
        />
      </div>
      <TextInput label={t('tickets.column.assigned')} maxLength={100} {...text('assignedTo')} />
      <TextInput label={t('tickets.note')} maxLength={2000} {...text('note')} />
    </FormDialog>
  );
}
