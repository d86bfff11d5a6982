import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { MadeInvitation } from '#contract/agents/person.ts';
import { CopyLine } from '../../parts/copy-line.tsx';
import { Dialog } from '../../parts/form-dialog.tsx';

/** The link, shown this once. No mail leaves: whoever invited hands it over. */
export function LinkDialog({ made: { invitation, link }, onClose }: { made: MadeInvitation; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog title={t('people.linkTitle', { email: invitation.email })} onClose={onClose} size="lg" isKept>
      <Stack gap="md">
        <Text size="sm">{t('people.linkHelp')}</Text>
        <CopyLine value={link} what={t('people.link')} />
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('shell.close')}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
