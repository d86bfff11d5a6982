import { Alert, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Driver } from '#contract/access/driver.ts';
import { driverApi } from '#contract/api/drivers.ts';
import { tokenApi } from '#contract/api/tokens.ts';
import { call } from '../../live/call.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useTell } from '../../parts/told.tsx';
import { type DriverDraft, DriverFields, driverOf, noDriver } from './driver-fields.tsx';

type Props = { isOpen: boolean; onClose: () => void };

/** A person and, if they have one, their first card, in one go. */
export function AddDriverDialog({ isOpen, onClose }: Props) {
  const { t } = useTranslation();
  const tell = useTell();
  const queries = useQueryClient();
  const [draft, setDraft] = useState<DriverDraft>(noDriver);
  const [card, setCard] = useState('');
  /** Added already, while their card could not be: only the card is sent again. */
  const [added, setAdded] = useState<Driver | null>(null);

  const save = useMutation({
    mutationFn: async () => {
      const driver = added ?? (await call(driverApi.add, { body: driverOf(draft) }));
      setAdded(driver);
      const value = card.trim();
      if (value !== '') await call(tokenApi.add, { body: { value, driverId: driver.id } });
      return { name: driver.name ?? '', hasCard: value !== '' };
    },
    onSuccess: ({ name, hasCard }) => {
      tell(t(hasCard ? 'drivers.addedWithCard' : 'drivers.added', { name }));
      close();
    },
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: ['drivers'] });
      await queries.invalidateQueries({ queryKey: ['tokens'] });
    },
  });

  function close() {
    onClose();
    setDraft(noDriver);
    setCard('');
    setAdded(null);
    save.reset();
  }

  return (
    <FormDialog
      title={t('drivers.addTitle')}
      isOpen={isOpen}
      onClose={close}
      onSubmit={() => save.mutate()}
      submit={t(added === null ? 'drivers.submit' : 'drivers.submitCard')}
      isSending={save.isPending}
      problem={save.error}
      whyNot={draft.name.trim() === '' ? t('drivers.needName') : undefined}
    >
      {added !== null && save.isError && (
        <Alert color="copper" variant="light" title={t('drivers.added', { name: added.name ?? '' })}>
          {t('drivers.cardFailed')}
        </Alert>
      )}
      {added === null ? (
        <DriverFields draft={draft} onChange={(part) => setDraft({ ...draft, ...part })}>
          <CardField value={card} onChange={setCard} />
        </DriverFields>
      ) : (
        <CardField value={card} onChange={setCard} />
      )}
    </FormDialog>
  );
}

function CardField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation();
  return (
    <TextInput
      label={t('drivers.field.card')}
      description={t('drivers.field.cardHelp')}
      maxLength={255}
      autoComplete="off"
      spellCheck={false}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
