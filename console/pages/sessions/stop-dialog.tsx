import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sessionApi } from '#contract/api/sessions.ts';
import type { SessionDetail } from '#contract/sessions/detail.ts';
import { call } from '../../live/call.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { OrderSteps } from './order-steps.tsx';
import { useSessionWords } from './session-words.ts';

type Props = { session: SessionDetail; isOpen: boolean; onClose: () => void };

/** Asks once, then shows what the station answered, and after it the effect: the session's real end. */
export function StopDialog({ session, isOpen, onClose }: Props) {
  const { t } = useTranslation();
  const words = useSessionWords();
  const queries = useQueryClient();
  const [why, setWhy] = useState('');
  const stop = useMutation({
    mutationFn: () =>
      call(sessionApi.stop, { params: { id: session.id }, body: why.trim() === '' ? {} : { why: why.trim() } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['session', session.id] }),
  });
  const hasEnded = session.state !== 'running';
  const station = session.stationId;

  function close() {
    onClose();
    stop.reset();
    setWhy('');
  }

  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={t(stop.isSuccess ? 'stop.titleAsked' : 'stop.title', { station })}
      centered
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      {stop.isSuccess ? (
        <Stack gap="md">
          <OrderSteps
            order={stop.data}
            waiting={t('stop.accepted')}
            effect={
              hasEnded ? t('stop.ended', { reason: words.reason(session.stopReason) ?? t('session.unknown') }) : null
            }
          />
          <Group justify="flex-end">
            <Button onClick={close} data-autofocus>
              {t('stop.close')}
            </Button>
          </Group>
        </Stack>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            stop.mutate();
          }}
        >
          <Stack gap="md">
            <Text size="sm">{t('stop.explain')}</Text>
            <TextInput
              label={t('stop.why')}
              maxLength={300}
              value={why}
              onChange={({ currentTarget }) => setWhy(currentTarget.value)}
            />
            {stop.error !== null && <ProblemNote problem={stop.error} />}
            <Group justify="flex-end" gap="sm">
              <Button variant="default" onClick={close}>
                {t('stop.cancel')}
              </Button>
              <Button type="submit" color="red" loading={stop.isPending} data-autofocus>
                {t('stop.submit')}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  );
}
