import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { stationApi } from '#contract/api/stations.ts';
import type { Station } from '#contract/stations/station.ts';
import { call } from '../../api/call.ts';
import { usePrincipal } from '../../api/principal.ts';
import { unlessBlocked } from '../../parts/blocked.ts';
import { useAcceptRefusal } from './accept-button.tsx';
import { EachDialog } from './each-dialog.tsx';
import { isArchived } from './equipment-filter.ts';
import { notAllowed } from './why-not-accept.ts';

type ButtonProps = { stations: readonly Station[]; onArchive: (ids: readonly string[]) => void };

/** The dialog is the page's: what is archived goes out of sight, and the button with it. */
export function ArchiveButton({ stations, onArchive }: ButtonProps) {
  const { t } = useTranslation();
  const refusal = useAcceptRefusal();
  const reason = notAllowed(usePrincipal());
  const ids = stations.filter((station) => !isArchived(station)).map(({ id }) => id);
  const whyNot = reason === null ? (ids.length === 0 ? t('archive.allAre') : undefined) : refusal(reason);
  return (
    <Button variant="default" size="compact-md" fz="sm" {...unlessBlocked(whyNot, () => onArchive(ids))}>
      {t('archive.button')}
    </Button>
  );
}

/** Takes stations that were decommissioned out of sight: they are rejected until somebody accepts them again. */
export function ArchiveDialog({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation();
  const [why, setWhy] = useState('');
  const body = why.trim() === '' ? {} : { why: why.trim() };
  return (
    <EachDialog
      ids={ids}
      title={t('archive.title', { count: ids.length, station: ids[0] ?? '' })}
      help={t('archive.help')}
      done={t('archive.done')}
      submit={t('archive.submit')}
      doneOne={t('archive.doneOne')}
      isGrave
      send={async (id) => ({ station: await call(stationApi.reject, { params: { id }, body }) })}
      onClose={onClose}
    >
      <Textarea
        label={t('now.rejectWhy')}
        maxLength={300}
        autosize
        minRows={2}
        value={why}
        onChange={({ currentTarget }) => setWhy(currentTarget.value)}
      />
    </EachDialog>
  );
}
