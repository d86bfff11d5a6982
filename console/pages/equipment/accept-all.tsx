import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { stationApi } from '#contract/api/stations.ts';
import { call } from '../../api/call.ts';
import { usePrincipal } from '../../api/principal.ts';
import { unlessBlocked } from '../../parts/blocked.ts';
import { numberText } from '../../text/quantities.ts';
import { useAcceptRefusal } from './accept-button.tsx';
import { EachDialog } from './each-dialog.tsx';
import { notAllowed } from './why-not-accept.ts';

/** Where several wait. The ids are those that were seen when it was asked: a stranger who comes meanwhile is not among them. */
export function AcceptAllButton({ ids }: { ids: readonly string[] }) {
  const { t, i18n } = useTranslation();
  const refusal = useAcceptRefusal();
  const reason = notAllowed(usePrincipal());
  const [asked, setAsked] = useState<readonly string[] | null>(null);
  return (
    <span className="pending-actions">
      {ids.length > 1 && (
        <Button
          size="compact-sm"
          {...unlessBlocked(reason === null ? undefined : refusal(reason), () => setAsked(ids))}
        >
          {t('now.acceptAll', { formatted: numberText(ids.length, i18n.language, 0) })}
        </Button>
      )}
      {asked !== null && (
        <EachDialog
          ids={asked}
          title={t('now.acceptAllTitle', { count: asked.length })}
          help={t('now.acceptAllHelp')}
          done={t('now.acceptAllDone')}
          submit={t('now.acceptThem')}
          doneOne={t('now.acceptedOne')}
          send={(id) => call(stationApi.accept, { params: { id }, body: {} })}
          onClose={() => setAsked(null)}
        />
      )}
    </span>
  );
}
