import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deviceApi } from '#contract/api/devices.ts';
import type { AddedServer, DeviceDetail } from '#contract/devices/device.ts';
import type { DevicePlace } from '#contract/stations/site.ts';
import { call } from '../../api/call.ts';
import { useSites } from '../../api/queries.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { Card } from '../../parts/card.tsx';
import { Fact } from '../../parts/facts.tsx';
import { TextLink } from '../../parts/links.tsx';
import { Moment } from '../../parts/moment.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { DeviceChip } from './device-chip.tsx';
import { PlaceDialog } from './place-dialog.tsx';
import { AddressDialog } from './server-dialog.tsx';

/** Where it stands, how it is reached, and what it says it is. */
export function DeviceFacts({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation();
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
            {activatedBy !== null && <small>{t('form.by', { who: activatedBy })}</small>}
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
          <TextLink to="/equipment" search={{ search: place.stationId }} fz="inherit">
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
