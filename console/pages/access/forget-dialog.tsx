import { Button, Group, List, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Driver, Forgotten } from '#contract/access/driver.ts';
import { driverApi } from '#contract/api/drivers.ts';
import { call } from '../../live/call.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { RunningSessions, runningOf } from './running-sessions.tsx';

type Props = { driver: Driver; isOpen: boolean; onClose: () => void };

/** Nobody can undo it, so whoever asks for it types the name first; then it is said what is gone and what stays. */
export function ForgetDialog({ driver, isOpen, onClose }: Props) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [typed, setTyped] = useState('');
  const [name, setName] = useState(driver.name ?? ''); // after forgetting, nobody knows it but this dialog
  const forget = useMutation({
    mutationFn: () => call(driverApi.forget, { params: { id: driver.id } }),
    onMutate: () => setName(driver.name ?? ''),
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: ['drivers'] });
      await queries.invalidateQueries({ queryKey: ['tokens'] });
      await queries.invalidateQueries({ queryKey: ['refusals'] });
    },
  });

  function close() {
    onClose();
    setTyped('');
    setName('');
    forget.reset();
  }

  if (forget.isSuccess) return <Gone name={name} forgotten={forget.data} isOpen={isOpen} onClose={close} />;
  const running = runningOf(forget.error);
  const isSame = typed.trim() === (driver.name ?? '').trim();
  return (
    <FormDialog
      title={t('driver.forgetTitle', { name: driver.name ?? '' })}
      isOpen={isOpen}
      onClose={close}
      onSubmit={() => forget.mutate()}
      submit={t('driver.forgetSubmit')}
      isSending={forget.isPending}
      problem={running === null ? forget.error : null}
      isGrave
      whyNot={isSame ? undefined : t('driver.forgetTypeFirst')}
    >
      <Text size="sm">{t('driver.forgetExplain')}</Text>
      <TextInput
        label={t('driver.forgetType', { name: driver.name ?? '' })}
        value={typed}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {running !== null && <RunningSessions sessions={running} />}
    </FormDialog>
  );
}

function Gone({ name, forgotten, isOpen, onClose }: { name: string; forgotten: Forgotten } & Omit<Props, 'driver'>) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('driver.forgotten', { name })}
      centered
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <Stack gap="md">
        <List size="sm" spacing="xs">
          <List.Item>{t('driver.goneTokens', { count: forgotten.tokens })}</List.Item>
          <List.Item>{t('driver.goneSigned', { count: forgotten.signedValues })}</List.Item>
          <List.Item>{t('driver.keptSessions', { count: forgotten.sessionsKept })}</List.Item>
          <List.Item>{t('driver.toldStations', { count: forgotten.stationsToTell })}</List.Item>
        </List>
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            {t('accept.close')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
