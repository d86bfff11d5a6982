import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Station } from '#contract/stations/station.ts';
import { ApiProblem } from '../../../api/call.ts';
import { Dialog, FormDialog } from '../../../parts/form-dialog.tsx';
import { unknownCard } from '../../access/find-card.ts';
import { CommandFields, type Typed } from './command-fields.tsx';
import { commandRows, type Field, numberOf, type Place, type RowName } from './command-rows.ts';
import { CommandSteps } from './command-steps.tsx';
import { useAsk } from './use-ask.ts';
import { useWhyNotCommand } from './use-why-not-command.ts';

type Props = {
  station: Station;
  row: RowName;
  place: Place;
  /** The session that is to be stopped. */
  sessionId?: string | undefined;
  onClose: () => void;
};

/** Asks one thing of a station: first the fields of its row, then how far it is. What was typed stays for another try. */
export function CommandDialog({ station, row, place, sessionId, onClose }: Props) {
  const { t } = useTranslation();
  const { command, fields, input, ...rest } = commandRows[row];
  const rows: readonly Field[] = fields;
  const [typed, setTyped] = useState<Typed>(() => firstOf(rows, place));
  const [why, setWhy] = useState('');
  const { ask, forget, isPending, data, error, effect, variables } = useAsk(station.id);
  const whyNotCommand = useWhyNotCommand(station);
  const missing = useMissing(rows, typed);
  const cardField = rows.find((field) => field.kind === 'card');
  const number = typed.card.trim();
  const card =
    typed.chosen === null
      ? cardField?.isKnown === true || number === ''
        ? {}
        : { token: number }
      : { tokenId: typed.chosen };
  const submit = () =>
    ask({
      name: command,
      input: input({ draft: typed.draft, place: typed.place, card, sessionId, now: new Date() }),
      why: why.trim() === '' ? undefined : why.trim(),
      cardNumber: cardField?.isKnown === true && typed.chosen === null ? number : undefined,
    });
  const title = t(`station.command.${row}.title`, { station: station.id });

  if (isPending || data !== undefined) {
    const hasFailed = data !== undefined && data.outcome?.status !== 'accepted' && effect === null;
    return (
      <Dialog title={title} onClose={onClose}>
        <Stack gap="md">
          <CommandSteps name={variables?.name ?? command} record={data} effect={effect} />
          <Group justify="flex-end">
            {hasFailed && (
              <Button variant="default" onClick={forget}>
                {t('station.command.again')}
              </Button>
            )}
            <Button onClick={onClose} data-autofocus>
              {t('station.command.close')}
            </Button>
          </Group>
        </Stack>
      </Dialog>
    );
  }
  const isUnknownCard = error instanceof ApiProblem && error.code === unknownCard;
  return (
    <FormDialog
      title={title}
      submit={t(`station.command.${row}.submit`)}
      save={{ mutate: submit, isPending, error: isUnknownCard ? null : error }}
      onClose={onClose}
      whyNot={whyNotCommand ?? missing}
      isGrave={'isGrave' in rest && rest.isGrave}
    >
      <Text size="sm">{t(`station.command.${row}.explain`)}</Text>
      <CommandFields
        station={station}
        fields={rows}
        typed={typed}
        cardProblem={isUnknownCard ? t('tokens.notFound') : null}
        onChange={(part) => setTyped((before) => ({ ...before, ...part }))}
      />
      <TextInput
        label={t('station.command.why')}
        maxLength={300}
        autoComplete="off"
        value={why}
        onChange={({ currentTarget }) => setWhy(currentTarget.value)}
      />
    </FormDialog>
  );
}

function firstOf(fields: readonly Field[], place: Place): Typed {
  const draft: Record<string, string> = {};
  for (const field of fields) {
    if (field.kind === 'choice') draft[field.name] = field.options[0] ?? '';
    if (field.kind === 'number') draft[field.name] = field.first;
  }
  const reach = fields.find((field) => field.kind === 'place')?.reach;
  const { connectorId: _, ...evse } = place;
  return { draft, place: reach === 'connector' ? place : evse, chosen: null, card: '' };
}

/** What has to be filled in before it can be sent; undefined: all is there. */
function useMissing(fields: readonly Field[], { draft, place, chosen, card }: Typed): string | undefined {
  const { t } = useTranslation();
  for (const field of fields) {
    if (field.kind === 'card' && chosen === null && card.trim() === '') return t('station.missing.card');
    if (field.kind === 'place' && !field.isWholeOffered && place.evseId === undefined)
      return t('station.missing.place');
    if (field.kind === 'number') {
      const text = (draft[field.name] ?? '').trim();
      if (text === '' && field.isOptional === true) continue;
      const value = numberOf(text);
      if (text === '' || !Number.isFinite(value) || value < field.min || value > field.max) {
        return t('station.missing.number', { field: t(`station.field.${field.name}`), min: field.min, max: field.max });
      }
    }
  }
  return undefined;
}
