import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { stationApi } from '#contract/api/stations.ts';
import { call } from '../../api/call.ts';
import { usePrincipal } from '../../api/principal.ts';
import { useLive } from '../../live/live-provider.tsx';
import { unlessBlocked } from '../../parts/blocked.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useChange } from '../../parts/use-change.ts';
import { useDraft } from '../../parts/use-draft.ts';
import { useAcceptRefusal } from './accept-button.tsx';
import { notAllowed } from './why-not-accept.ts';

export function RejectButton({ stationId }: { stationId: string }) {
  const { t } = useTranslation();
  const refusal = useAcceptRefusal();
  const reason = notAllowed(usePrincipal());
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button
        variant="default"
        size="compact-md"
        fz="sm"
        aria-label={t('now.rejectFor', { station: stationId })}
        {...unlessBlocked(reason === null ? undefined : refusal(reason), () => setIsAsking(true))}
      >
        {t('now.reject')}
      </Button>
      {isAsking && <RejectDialog stationId={stationId} onClose={() => setIsAsking(false)} />}
    </>
  );
}

/** Turns a station away for as long as nobody accepts it. */
export function RejectDialog({ stationId, onClose }: { stationId: string; onClose: () => void }) {
  const { t } = useTranslation();
  const { board } = useLive();
  const { draft, text } = useDraft({ why: '' });
  const why = draft.why.trim();
  const reject = useChange({
    send: () => call(stationApi.reject, { params: { id: stationId }, body: why === '' ? {} : { why } }),
    touches: ['attention'],
    said: () => t('now.rejected', { station: stationId }),
    onDone: (station) => {
      board.put(station);
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('now.rejectTitle', { station: stationId })}
      explain={t('now.rejectHelp')}
      submit={t('now.reject')}
      save={reject}
      isGrave
      onClose={onClose}
    >
      <Textarea label={t('now.rejectWhy')} maxLength={300} autosize minRows={2} data-autofocus {...text('why')} />
    </FormDialog>
  );
}
