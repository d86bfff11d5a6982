import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { sessionApi } from '#contract/api/sessions.ts';
import type { SessionDetail } from '#contract/sessions/detail.ts';
import { call } from '../../api/call.ts';
import { Dialog, FormDialog } from '../../parts/form-dialog.tsx';
import { useChange } from '../../parts/use-change.ts';
import { useDraft } from '../../parts/use-draft.ts';
import { OrderSteps } from './order-steps.tsx';
import { useSessionWords } from './session-words.ts';

/** Asks once, then shows what the station answered, and after it the effect: the session's real end. */
export function StopDialog({ session, onClose }: { session: SessionDetail; onClose: () => void }) {
  const { t } = useTranslation();
  const words = useSessionWords();
  const { draft, text } = useDraft({ why: '' });
  const why = draft.why.trim();
  const station = session.stationId;
  const stop = useChange({
    send: () => call(sessionApi.stop, { params: { id: session.id }, body: why === '' ? {} : { why } }),
    touches: ['session'],
  });
  if (stop.data === undefined) {
    return (
      <FormDialog
        title={t('stop.title', { station })}
        submit={t('stop.submit')}
        save={stop}
        onClose={onClose}
        explain={t('stop.explain')}
        isGrave
        cancel={t('stop.cancel')}
      >
        <TextInput label={t('stop.why')} maxLength={300} {...text('why')} />
      </FormDialog>
    );
  }
  const reason = words.reason(session.stopReason) ?? t('session.unknown');
  const effect = session.state === 'running' ? null : t('stop.ended', { reason });
  return (
    <Dialog title={t('stop.titleAsked', { station })} onClose={onClose}>
      <Stack gap="md">
        <OrderSteps order={stop.data} waiting={t('stop.accepted')} effect={effect} />
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            {t('stop.close')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
