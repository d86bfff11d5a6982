import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { siteApi } from '#contract/api/sites.ts';
import type { SiteDetail, StationPlace } from '#contract/stations/site.ts';
import { useGroups } from '../../api/access-queries.ts';
import { call, send } from '../../api/call.ts';
import { useBoard } from '../../live/live-provider.tsx';
import { ActionButton, RowButton } from '../../parts/action-button.tsx';
import { Card } from '../../parts/card.tsx';
import { type Column, DataTable, dash } from '../../parts/data-table.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { LinkChip } from '../../parts/link-chip.tsx';
import { TextLink } from '../../parts/links.tsx';
import { StationField } from '../../parts/station-field.tsx';
import { useChange } from '../../parts/use-change.ts';
import { typedOrNull, useDraft } from '../../parts/use-draft.ts';
import { AdmitsField } from './site-fields.tsx';

/** The stations that stand there. */
export function SiteStations({ site }: { site: SiteDetail }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<StationPlace | 'new' | null>(null);
  return (
    <Card
      title={t('access.stations')}
      actions={
        <ActionButton scope="sites:change" onClick={() => setOpen('new')}>
          {t('sites.addStation')}
        </ActionButton>
      }
    >
      <DataTable
        label={t('access.stations')}
        columns={useColumns(setOpen)}
        rows={site.stations}
        idOf={({ stationId }) => stationId}
        none={t('sites.noStations')}
      />
      {open !== null && <PlaceDialog site={site} place={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
    </Card>
  );
}

function useColumns(onEdit: (place: StationPlace) => void): readonly Column<StationPlace>[] {
  const { t } = useTranslation();
  const { stations } = useBoard();
  const groups = useGroups().data?.groups;
  return [
    {
      head: t('form.station'),
      kind: 'main',
      cell: ({ stationId, note }) => (
        <div>
          <TextLink to="/equipment/$id" params={{ id: stationId }} fw={600}>
            {stationId}
          </TextLink>
          {note !== null && <small>{note}</small>}
        </div>
      ),
    },
    {
      head: t('equipment.column.link'),
      cell: ({ stationId }) => {
        const link = stations.find(({ id }) => id === stationId)?.link;
        return link === undefined ? dash : <LinkChip link={link} />;
      },
    },
    {
      head: t('sites.field.admits'),
      cell: ({ admits }) => {
        if (admits === null) return t('sites.admitsAsSite');
        if (admits === 'everyone') return t('sites.admitsEveryone');
        return admits.map((id) => groups?.find((group) => group.id === id)?.name ?? id).join(', ');
      },
    },
    {
      head: '',
      kind: 'actions',
      cell: (place) => (
        <RowButton
          scope="sites:change"
          aria-label={t('sites.editStation', { station: place.stationId })}
          onClick={() => onEdit(place)}
        >
          {t('form.edit')}
        </RowButton>
      ),
    },
  ];
}

type DialogProps = { site: SiteDetail; place: StationPlace | null; onClose: () => void };

/** Puts a station to a site, with where exactly it stands and who may use it there. */
function PlaceDialog({ site, place, onClose }: DialogProps) {
  const { t } = useTranslation();
  const { stations } = useBoard();
  const { draft, change, text } = useDraft({
    stationId: place?.stationId ?? '',
    note: place?.note ?? '',
    admits: place?.admits ?? null,
  });
  const { admits } = draft;
  const stationId = draft.stationId.trim();
  const isKnown = place !== null || stations.some(({ id }) => id === stationId);
  const params = { id: site.id, stationId };
  const said = { station: stationId, site: site.name };
  const save = useChange({
    send: () => call(siteApi.placeStation, { params, body: { note: typedOrNull(draft.note), admits } }),
    touches: ['sites'],
    said: () => t('sites.stationPlaced', said),
    onDone: onClose,
  });
  const remove = useChange({
    send: () => send(siteApi.takeStation, { params }),
    touches: ['sites'],
    said: () => t('sites.stationTaken', said),
    onDone: onClose,
  });
  const isChoosing = Array.isArray(admits) && admits.length === 0;
  return (
    <FormDialog
      title={place === null ? t('sites.addStationTitle', { site: site.name }) : place.stationId}
      submit={t(place === null ? 'sites.addStation' : 'form.save')}
      save={{ ...save, error: save.error ?? remove.error }}
      onClose={onClose}
      whyNot={isKnown ? (isChoosing ? t('sites.whyNot.admits') : undefined) : t('sites.whyNot.station')}
    >
      {place === null && (
        <StationField
          value={draft.stationId}
          except={new Set(site.stations.map((each) => each.stationId))}
          onChange={(id) => change({ stationId: id })}
        />
      )}
      {place === null && <Text size="sm">{t('sites.addStationHelp')}</Text>}
      <TextInput
        label={t('sites.field.note')}
        placeholder={t('sites.field.noteHint')}
        maxLength={200}
        {...text('note')}
      />
      <AdmitsField admits={admits} mayInherit onChange={(chosen) => change({ admits: chosen })} />
      {place !== null && (
        <ActionButton
          scope="sites:change"
          variant="outline"
          color="red"
          w="fit-content"
          loading={remove.isPending}
          onClick={() => remove.mutate()}
        >
          {t('sites.takeStation')}
        </ActionButton>
      )}
    </FormDialog>
  );
}
