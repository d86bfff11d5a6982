import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ticketApi } from '#contract/api/tickets.ts';
import type { TicketDetails } from '#contract/tickets/ticket.ts';
import { call } from '../../api/call.ts';
import { useWho } from '../../api/use-who.ts';
import { unlessBlocked } from '../../parts/blocked.ts';
import { Card } from '../../parts/card.tsx';
import { Moment } from '../../parts/moment.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { useChange } from '../../parts/use-change.ts';
import { useMay } from '../../parts/use-may.ts';

/** What people wrote about it, and a line to write more. */
export function TicketNotes({ ticket: { id, notes } }: { ticket: TicketDetails }) {
  const { t } = useTranslation();
  const who = useWho();
  const may = useMay('tickets:change');
  const [text, setText] = useState('');
  const add = useChange({
    send: () => call(ticketApi.change, { params: { id }, body: { note: text.trim() } }),
    touches: ['tickets'],
    onDone: () => setText(''),
  });
  return (
    <Card title={t('tickets.notes')}>
      {notes.length === 0 && <p className="quiet">{t('tickets.noNotes')}</p>}
      <ul className="ticket-notes">
        {notes.map((note) => (
          <li key={`${note.at} ${note.text}`}>
            {note.text}
            <small>
              {who(note.writtenBy)} · <Moment time={note.at} says="ago" />
            </small>
          </li>
        ))}
      </ul>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() !== '' && may.told === undefined) add.mutate();
        }}
      >
        <Group gap="sm" wrap="nowrap" mt="sm">
          <TextInput
            flex={1}
            aria-label={t('tickets.note')}
            placeholder={t('tickets.note')}
            maxLength={2000}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          <Button
            type="submit"
            variant="default"
            loading={add.isPending}
            {...unlessBlocked(may.told ?? (text.trim() === '' ? t('tickets.needNote') : undefined))}
          >
            {t('tickets.addNote')}
          </Button>
        </Group>
      </form>
      {add.error !== null && <ProblemNote problem={add.error} />}
    </Card>
  );
}
