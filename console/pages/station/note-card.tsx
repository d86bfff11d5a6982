import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { siteApi } from '#contract/api/sites.ts';
import { call } from '../../api/call.ts';
import { useStationSite } from '../../api/station-queries.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { Card } from '../../parts/card.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useChange } from '../../parts/use-change.ts';

/** Where it stands, and what else whoever goes there has to know. */
export function NoteCard({ stationId }: { stationId: string }) {
  const { t } = useTranslation();
  const [isEditing, setIsEditing] = useState(false);
  const { data } = useStationSite(stationId);
  const siteId = data?.site?.id;
  return (
    <Card
      title={t('station.note.title')}
      actions={
        <ActionButton
          scope="sites:change"
          variant="default"
          whyNot={siteId === undefined ? t('station.note.noSite') : undefined}
          onClick={() => setIsEditing(true)}
        >
          {t('form.edit')}
        </ActionButton>
      }
    >
      <p className={data?.note ? undefined : 'quiet'}>{data?.note ?? t('station.note.none')}</p>
      {isEditing && siteId !== undefined && (
        <NoteDialog
          stationId={stationId}
          siteId={siteId}
          first={data?.note ?? ''}
          onClose={() => setIsEditing(false)}
        />
      )}
    </Card>
  );
}

type Props = { stationId: string; siteId: string; first: string; onClose: () => void };

function NoteDialog({ stationId, siteId, first, onClose }: Props) {
  const { t } = useTranslation();
  const [note, setNote] = useState(first);
  const save = useChange({
    send: async () => {
      // Whom the station admits is kept with its place, and stays as it is.
      const { stations } = await call(siteApi.get, { params: { id: siteId } });
      const admits = stations.find((place) => place.stationId === stationId)?.admits ?? null;
      const body = { note: note.trim() === '' ? null : note.trim(), admits };
      return call(siteApi.placeStation, { params: { id: siteId, stationId }, body });
    },
    touches: ['station-site', 'sites'],
    said: () => t('form.saved'),
    onDone: onClose,
  });
  return (
    <FormDialog title={t('station.note.title')} submit={t('form.save')} save={save} onClose={onClose}>
      <Textarea
        label={t('station.note.title')}
        description={t('station.note.help')}
        maxLength={200}
        autosize
        minRows={2}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
    </FormDialog>
  );
}
