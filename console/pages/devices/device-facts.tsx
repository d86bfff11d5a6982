import { Group, NumberInput, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deviceApi } from '#contract/api/devices.ts';
import type { AddedServer, DeviceDetail } from '#contract/devices/device.ts';
import type { DevicePlace } from '#contract/stations/site.ts';
import { call, send } from '../../api/call.ts';
import { useSites } from '../../api/site-queries.ts';
import { useWho } from '../../api/use-who.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { Card } from '../../parts/card.tsx';
import { byName, Choice } from '../../parts/choice.tsx';
import { Fact } from '../../parts/facts.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { TextLink } from '../../parts/links.tsx';
import { Moment } from '../../parts/moment.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { StationField } from '../../parts/station-field.tsx';
import { useChange } from '../../parts/use-change.ts';
import { typedOrNull, useDraft } from '../../parts/use-draft.ts';
import { DeviceChip } from './device-chip.tsx';
import { AddressDialog } from './server-dialog.tsx';

/** Where it stands, how it is reached, and what it says it is. */
export function DeviceFacts({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation();
  const who = useWho();
  const { link, activatedAt, activatedBy } = device;
  return (
    <Card title={t('session.facts')}>
      <dl className="facts">
        <Fact name={t('devices.column.state')}>
          <DeviceChip device={device} />
          {device.isProofAwaited && <small>{t('devices.proofAwaitedShort')}</small>}
          {link.since !== null && device.state === 'active' && (
            <small>
              <Moment time={link.since} says="for" />
            </small>
          )}
        </Fact>
        <Fact name={t('devices.column.place')}>
          <Place device={device} />
        </Fact>
        <Fact name={t('devices.field.id')}>{device.id}</Fact>
        {link.transport !== null && (
          <Fact name={t('devices.field.transport')}>{t(`devices.transport.${link.transport}`)}</Fact>
        )}
        <Fact name={t('devices.column.board')}>{device.board}</Fact>
        <Fact name={t('devices.field.firmware')}>{device.firmware}</Fact>
        {device.serialNumber !== null && <Fact name={t('devices.field.serial')}>{device.serialNumber}</Fact>}
        <Fact name={t('devices.column.seen')}>
          <Moment time={device.lastSeenAt} says="ago" />
        </Fact>
        {activatedAt !== null && (
          <Fact name={t('devices.field.activated')}>
            <Moment time={activatedAt} says="ago" />
            {activatedBy !== null && <small>{t('form.by', { who: who(activatedBy) })}</small>}
          </Fact>
        )}
      </dl>
      {device.kind === 'server' && <RenewAddress id={device.id} />}
    </Card>
  );
}

function Place({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation();
  const { place } = device;
  const [isPlacing, setIsPlacing] = useState(false);
  return (
    <>
      {place === null ? <span className="none">{t('devices.noPlace')}</span> : <Stands place={place} />}
      <ActionButton scope="sites:change" variant="default" size="compact-sm" mt={6} onClick={() => setIsPlacing(true)}>
        {t(place === null ? 'devices.placeIt' : 'form.edit')}
      </ActionButton>
      {isPlacing && <PlaceDialog device={device} onClose={() => setIsPlacing(false)} />}
    </>
  );
}

function Stands({ place }: { place: DevicePlace }) {
  const { t } = useTranslation();
  const site = useSites().data?.sites.find(({ id }) => id === place.siteId);
  return (
    <>
      <TextLink to="/sites/$id" params={{ id: place.siteId }} fz="inherit">
        {site?.name ?? place.siteId}
      </TextLink>
      {place.stationId !== null && (
        <small>
          <TextLink to="/equipment/$id" params={{ id: place.stationId }} fz="inherit">
            {place.stationId}
          </TextLink>
          {place.evseId !== null && ` · ${t('devices.evse', { number: place.evseId })}`}
          {place.connectorId !== null && ` · ${t('devices.connector', { number: place.connectorId })}`}
        </small>
      )}
      {place.note !== null && <small>{place.note}</small>}
    </>
  );
}

/** Whoever has lost the address gets another; the old one ends. */
function RenewAddress({ id }: { id: string }) {
  const { t } = useTranslation();
  const [server, setServer] = useState<AddedServer | null>(null);
  const renew = useMutation({
    mutationFn: () => call(deviceApi.renewAddress, { params: { id } }),
    onSuccess: setServer,
  });
  return (
    <>
      {renew.error !== null && <ProblemNote problem={renew.error} />}
      <ActionButton
        scope="devices:change"
        variant="default"
        mt="md"
        loading={renew.isPending}
        onClick={() => renew.mutate()}
      >
        {t('devices.renewAddress')}
      </ActionButton>
      {server !== null && <AddressDialog server={server} onClose={() => setServer(null)} />}
    </>
  );
}

const touches = ['devices', 'sites'];

/** Where a device stands: agents and rules find it by its site, station and connector. */
function PlaceDialog({ device, onClose }: { device: DeviceDetail; onClose: () => void }) {
  const { t } = useTranslation();
  const { id, name, place } = device;
  const sites = useSites().data?.sites ?? [];
  const { draft, change, text, choice } = useDraft({
    siteId: place?.siteId ?? '',
    stationId: place?.stationId ?? '',
    note: place?.note ?? '',
    evseId: place?.evseId ?? null,
    connectorId: place?.connectorId ?? null,
  });
  const siteId = draft.siteId || (sites[0]?.id ?? '');
  const save = useChange({
    send: () => {
      const { evseId, connectorId } = draft;
      const texts = { stationId: typedOrNull(draft.stationId), note: typedOrNull(draft.note) };
      return call(deviceApi.place, { params: { id }, body: { siteId, ...texts, evseId, connectorId } });
    },
    touches,
    said: () => t('devices.placed', { name }),
    onDone: onClose,
  });
  const take = useChange({ send: () => send(deviceApi.takeAway, { params: { id } }), touches, onDone: onClose });
  const isHalf = draft.stationId.trim() === '' && (draft.evseId !== null || draft.connectorId !== null);
  const count = (field: 'evseId' | 'connectorId') => ({
    min: 1,
    allowDecimal: false,
    value: draft[field] ?? '',
    onChange: (typed: string | number) => change({ [field]: typeof typed === 'number' ? typed : null }),
  });
  return (
    <FormDialog
      title={t('devices.placeTitle', { name })}
      submit={t('form.save')}
      save={{ ...save, error: save.error ?? take.error }}
      onClose={onClose}
      explain={t('devices.placeHelp')}
      whyNot={siteId === '' ? t('devices.whyNot.site') : isHalf ? t('devices.whyNot.station') : undefined}
    >
      <Choice label={t('devices.field.site')} options={byName(sites)} {...choice('siteId')} value={siteId} />
      <StationField {...choice('stationId')} />
      <Group grow>
        <NumberInput label={t('devices.field.evse')} {...count('evseId')} />
        <NumberInput label={t('devices.field.connector')} {...count('connectorId')} />
      </Group>
      <TextInput
        label={t('sites.field.note')}
        placeholder={t('sites.field.noteHint')}
        maxLength={200}
        {...text('note')}
      />
      {place !== null && (
        <ActionButton
          scope="sites:change"
          variant="outline"
          color="red"
          w="fit-content"
          loading={take.isPending}
          onClick={() => take.mutate()}
        >
          {t('devices.unplace')}
        </ActionButton>
      )}
    </FormDialog>
  );
}
