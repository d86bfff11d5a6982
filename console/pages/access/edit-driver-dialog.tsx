import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Driver } from '#contract/access/driver.ts';
import { driverApi } from '#contract/api/drivers.ts';
import { call } from '../../live/call.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useTell } from '../../parts/told.tsx';
import { DriverFields, draftOf, driverOf } from './driver-fields.tsx';

type Props = { driver: Driver; isOpen: boolean; onClose: () => void };

export function EditDriverDialog({ driver, isOpen, onClose }: Props) {
  return isOpen ? <Form key={driver.id} driver={driver} isOpen onClose={onClose} /> : null;
}

function Form({ driver, isOpen, onClose }: Props) {
  const { t } = useTranslation();
  const tell = useTell();
  const queries = useQueryClient();
  const [draft, setDraft] = useState(() => draftOf(driver));
  const save = useMutation({
    mutationFn: () => call(driverApi.change, { params: { id: driver.id }, body: driverOf(draft) }),
    onSuccess: () => {
      tell(t('form.saved'));
      onClose();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['drivers'] }),
  });
  return (
    <FormDialog
      title={t('driver.edit', { name: driver.name ?? '' })}
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={() => save.mutate()}
      submit={t('form.save')}
      isSending={save.isPending}
      problem={save.error}
      whyNot={draft.name.trim() === '' ? t('drivers.needName') : undefined}
    >
      <DriverFields draft={draft} onChange={(part) => setDraft({ ...draft, ...part })} />
    </FormDialog>
  );
}
