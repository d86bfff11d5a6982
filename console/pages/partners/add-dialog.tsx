import { Button, Checkbox, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { partnerApi } from '#contract/api/roaming.ts';
import type { Invitation } from '#contract/roaming/partner.ts';
import { call } from '../../api/call.ts';
import { CopyLine } from '../../parts/copy-line.tsx';
import { Dialog, FormDialog } from '../../parts/form-dialog.tsx';
import { useChange } from '../../parts/use-change.ts';
import { typedOrNull, useDraft } from '../../parts/use-draft.ts';

const partyForm = /^([A-Za-z]{2}-[A-Za-z0-9]{3}|\*)$/;

/** A partner, and the token that it registers with: shown once. */
export function AddDialog({ onClose, onDone }: { onClose: () => void; onDone: (id: string) => void }) {
  const { t } = useTranslation();
  const [made, setMade] = useState<Invitation>();
  const { draft, text } = useDraft({ name: '', parties: '', tariffId: '' });
  const [isHub, setIsHub] = useState(false);
  const parties = draft.parties.split(/[,\s]+/).filter((each) => each !== '');
  const save = useChange({
    send: () =>
      call(partnerApi.add, {
        body: { name: draft.name.trim(), parties, tariffId: typedOrNull(draft.tariffId), isHub },
      }),
    touches: ['partners'],
    said: ({ partner: { name } }) => t('partners.added', { name }),
    onDone: setMade,
  });
  if (made !== undefined) return <TokenDialog made={made} onClose={() => onDone(made.partner.id)} />;
  const isWhole = draft.name.trim() !== '' && parties.length > 0 && parties.every((each) => partyForm.test(each));
  return (
    <FormDialog
      title={t('partners.add')}
      explain={t('partners.addHelp')}
      submit={t('partners.add')}
      save={save}
      onClose={onClose}
      whyNot={isWhole ? undefined : t('partners.needParties')}
    >
      <TextInput label={t('partners.name')} maxLength={60} {...text('name')} />
      <TextInput label={t('partners.parties')} placeholder="DE-ABC" maxLength={500} {...text('parties')} />
      <TextInput label={t('partners.tariff')} maxLength={60} {...text('tariffId')} />
      <Checkbox
        label={t('partners.isHub')}
        checked={isHub}
        onChange={({ currentTarget }) => setIsHub(currentTarget.checked)}
      />
    </FormDialog>
  );
}

function TokenDialog({ made, onClose }: { made: Invitation; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog title={t('partners.tokenTitle', { name: made.partner.name })} onClose={onClose} isKept>
      <Stack gap="md">
        <Text size="sm">{t('partners.tokenHelp')}</Text>
        <CopyLine what={t('partners.versionsUrl')} value={made.versionsUrl} />
        <CopyLine what={t('partners.token')} value={made.token} />
        <Button onClick={onClose}>{t('partners.done')}</Button>
      </Stack>
    </Dialog>
  );
}
