import { NumberInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ticketApi } from '#contract/api/tickets.ts';
import type { TicketDetails } from '#contract/tickets/ticket.ts';
import { call } from '../../api/call.ts';
import { RowButton } from '../../parts/action-button.tsx';
import { Card } from '../../parts/card.tsx';
import { type Column, DataTable, dash } from '../../parts/data-table.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { useChange } from '../../parts/use-change.ts';
import { typedOrNull, useDraft } from '../../parts/use-draft.ts';

type Part = TicketDetails['parts'][number];
type Props = { ticket: TicketDetails };

/** What was built in, or is waited for. */
export function TicketParts({ ticket: { id, parts } }: Props) {
  const { t } = useTranslation();
  const [isAdding, setIsAdding] = useState(false);
  const keep = useChange({
    send: (wanted: Part[]) => call(ticketApi.change, { params: { id }, body: { parts: wanted } }),
    touches: ['tickets'],
  });
  return (
    <Card
      title={t('tickets.parts')}
      actions={
        <RowButton scope="tickets:change" onClick={() => setIsAdding(true)}>
          {t('tickets.addPart')}
        </RowButton>
      }
    >
      {keep.error !== null && <ProblemNote problem={keep.error} />}
      <DataTable
        label={t('tickets.parts')}
        rows={parts}
        idOf={(part) => JSON.stringify(part)}
        none={t('tickets.noParts')}
        columns={usePartColumns((part) => keep.mutate(parts.filter((each) => each !== part)))}
      />
      {isAdding && <AddDialog id={id} parts={parts} onClose={() => setIsAdding(false)} />}
    </Card>
  );
}

function usePartColumns(remove: (part: Part) => void): Column<Part>[] {
  const { t } = useTranslation();
  return [
    { head: t('tickets.part'), kind: 'main', cell: ({ name }) => name },
    { head: t('tickets.partNumber'), cell: ({ number }) => number ?? dash },
    { head: t('tickets.partCount'), kind: 'number', cell: ({ count }) => count },
    {
      head: '',
      kind: 'actions',
      cell: (part) => (
        <RowButton
          scope="tickets:change"
          aria-label={t('tickets.removeNamed', { name: part.name })}
          onClick={() => remove(part)}
        >
          {t('tickets.remove')}
        </RowButton>
      ),
    },
  ];
}

function AddDialog({ id, parts, onClose }: { id: string; parts: Part[]; onClose: () => void }) {
  const { t } = useTranslation();
  const { draft, text, change } = useDraft({ name: '', number: '', count: 1 });
  const save = useChange({
    send: () => {
      const added = { name: draft.name.trim(), number: typedOrNull(draft.number), count: draft.count };
      return call(ticketApi.change, { params: { id }, body: { parts: [...parts, added] } });
    },
    touches: ['tickets'],
    onDone: onClose,
  });
  return (
    <FormDialog
      title={t('tickets.addPart')}
      submit={t('tickets.addPart')}
      save={save}
      whyNot={draft.name.trim() === '' ? t('tickets.needPart') : undefined}
      onClose={onClose}
    >
      <TextInput label={t('tickets.part')} maxLength={100} {...text('name')} />
      <div className="form-row">
        <TextInput label={t('tickets.partNumber')} maxLength={60} {...text('number')} />
        <NumberInput
          label={t('tickets.partCount')}
          min={1}
          max={1000}
          allowDecimal={false}
          value={draft.count}
          onChange={(count) => change({ count: Number(count) || 1 })}
        />
      </div>
    </FormDialog>
  );
}
