import { Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { siteApi } from '#contract/api/sites.ts';
import type { SiteDetail, StationPlace } from '#contract/stations/site.ts';
import { call, send } from '../../live/call.ts';
import { useBoard } from '../../live/live-provider.tsx';
import { useGroups } from '../../live/queries.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { LinkChip } from '../../parts/link-chip.tsx';
import { TextLink } from '../../parts/links.tsx';
import { StationField } from '../../parts/station-field.tsx';
import { useTell } from '../../parts/told.tsx';
import { AdmitsField } from './site-fields.tsx';

/** The stations that stand there. */
export function SiteStations({ site }: { site: SiteDetail }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<StationPlace | 'new' | null>(null);
  return (
    <section className="card" aria-labelledby="site-stations">
      <div className="card-head">
        <h2 id="site-stations">{t('access.stations')}</h2>
        <ActionButton scope="sites:change" onClick={() => setOpen('new')}>
          {t('sites.addStation')}
        </ActionButton>
      </div>
      <DataTable
        label={t('access.stations')}
        columns={useColumns(setOpen)}
        rows={site.stations}
        idOf={({ stationId }) => stationId}
        none={t('sites.noStations')}
      />
      {open !== null && <PlaceDialog site={site} place={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
    </section>
  );
}

function useColumns(onEdit: (place: StationPlace) => void): readonly Column<StationPlace>[] {
  const { t } = useTranslation();
  const { stations } = useBoard();
  const groups = useGroups().data?.groups;
  const none = <span className="none">–</span>;
  return [
    {
      name: 'station',
      head: t('form.station'),
      kind: 'main',
      cell: ({ stationId, note }) => (
        <div>
          <TextLink to="/equipment" search={{ search: stationId }} fw={600}>
            {stationId}
          </TextLink>
          {note !== null && <small>{note}</small>}
        </div>
      ),
    },
    {
      name: 'link',
      head: t('equipment.column.link'),
      cell: ({ stationId }) => {
        const link = stations.find(({ id }) => id === stationId)?.link;
        return link === undefined ? none : <LinkChip link={link} />;
      },
    },
    {
      name: 'admits',
      head: t('sites.field.admits'),
      cell: ({ admits }) => {
        if (admits === null) return t('sites.admitsAsSite');
        if (admits === 'everyone') return t('sites.admitsEveryone');
        return admits.map((id) => groups?.find((group) => group.id === id)?.name ?? id).join(', ');
      },
    },
    {
      name: 'actions',
      head: '',
      kind: 'actions',
      cell: (place) => (
        <ActionButton
          scope="sites:change"
          variant="default"
          size="compact-sm"
          aria-label={t('sites.editStation', { station: place.stationId })}
          onClick={() => onEdit(place)}
        >
          {t('form.edit')}
        </ActionButton>
      ),
    },
  ];
}

type DialogProps = { site: SiteDetail; place: StationPlace | null; onClose: () => void };

/** Puts a station to a site, with where exactly it stands and who may use it there. */
function PlaceDialog({ site, place, onClose }: DialogProps) {
  const { t } = useTranslation();
  const tell = useTell();
  const queries = useQueryClient();
  const { stations } = useBoard();
  const [stationId, setStationId] = useState(place?.stationId ?? '');
  const [note, setNote] = useState(place?.note ?? '');
  const [admits, setAdmits] = useState<'everyone' | string[] | null>(place?.admits ?? null);
  const isKnown = place !== null || stations.some(({ id }) => id === stationId.trim());
  const readAgain = () => queries.invalidateQueries({ queryKey: ['sites'] });
  const save = useMutation({
    mutationFn: () =>
      call(siteApi.placeStation, {
        params: { id: site.id, stationId: stationId.trim() },
        body: { note: note.trim() === '' ? null : note.trim(), admits },
      }),
    onSuccess: () => {
      tell(t('sites.stationPlaced', { station: stationId.trim(), site: site.name }));
      onClose();
    },
    onSettled: readAgain,
  });
  const remove = useMutation({
    mutationFn: () => send(siteApi.takeStation, { params: { id: site.id, stationId } }),
    onSuccess: () => {
      tell(t('sites.stationTaken', { station: stationId, site: site.name }));
      onClose();
    },
    onSettled: readAgain,
  });
  const isChoosing = Array.isArray(admits) && admits.length === 0;
  const whyNot = !isKnown ? t('sites.whyNot.station') : isChoosing ? t('sites.whyNot.admits') : undefined;
  return (
    <FormDialog
      title={place === null ? t('sites.addStationTitle', { site: site.name }) : place.stationId}
      isOpen
      onClose={onClose}
      onSubmit={() => save.mutate()}
      submit={t(place === null ? 'sites.addStation' : 'form.save')}
      isSending={save.isPending}
      problem={save.error ?? remove.error}
      whyNot={whyNot}
    >
      {place === null && (
        <StationField
          value={stationId}
          except={new Set(site.stations.map((each) => each.stationId))}
          onChange={setStationId}
        />
      )}
      {place === null && <Text size="sm">{t('sites.addStationHelp')}</Text>}
      <TextInput
        label={t('sites.field.note')}
        placeholder={t('sites.field.noteHint')}
        maxLength={200}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      <AdmitsField admits={admits} mayInherit onChange={setAdmits} />
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
