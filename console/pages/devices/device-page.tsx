import { TextInput } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deviceApi } from '#contract/api/devices.ts';
import type { Device, DeviceDetail } from '#contract/devices/device.ts';
import { call, send } from '../../api/call.ts';
import { useDevice } from '../../api/device-queries.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { BackLink } from '../../parts/back-link.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { MayNote } from '../../parts/may-note.tsx';
import { OfOne } from '../../parts/of-one.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { useChange } from '../../parts/use-change.ts';
import { useDraft } from '../../parts/use-draft.ts';
import { DeviceEvents } from './device-events.tsx';
import { DeviceFacts } from './device-facts.tsx';
import { DeviceTools } from './device-tools.tsx';

const route = getRouteApi('/devices/$id');

export function DevicePage() {
  const { t } = useTranslation();
  const { id } = route.useParams();
  return (
    <OfOne
      query={useDevice(id)}
      gone={t('devices.notThere')}
      back={<ButtonLink to="/devices">{t('devices.back')}</ButtonLink>}
    >
      {(device) => <Loaded key={id} device={device} />}
    </OfOne>
  );
}

function Loaded({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<'rename' | 'block' | 'remove' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <BackLink to="/devices">{t('devices.back')}</BackLink>
      <PageHead title={device.name}>
        <MayNote scope="devices:change" />
        <ActionButton scope="devices:change" variant="default" onClick={() => setOpen('rename')}>
          {t('devices.rename')}
        </ActionButton>
        <ActionButton scope="devices:change" variant="default" onClick={() => setOpen('block')}>
          {t(device.state === 'blocked' ? 'devices.unblock' : 'devices.block')}
        </ActionButton>
        <ActionButton scope="devices:change" variant="outline" color="red" onClick={() => setOpen('remove')}>
          {t('devices.remove')}
        </ActionButton>
      </PageHead>
      <div className="columns-two">
        <DeviceTools device={device} />
        <div>
          <DeviceFacts device={device} />
          <DeviceEvents id={device.id} />
        </div>
      </div>
      {open === 'rename' && <RenameDialog device={device} onClose={close} />}
      {open === 'block' && <BlockDialog device={device} onClose={close} />}
      {open === 'remove' && <RemoveDialog device={device} onClose={close} />}
    </>
  );
}

type Props = { device: Device; onClose: () => void };

function RenameDialog({ device, onClose }: Props) {
  const { t } = useTranslation();
  const { draft, text } = useDraft({ name: device.name });
  const name = draft.name.trim();
  const save = useChange({
    send: () => call(deviceApi.change, { params: { id: device.id }, body: { name } }),
    touches: ['devices'],
    said: (saved) => t('form.savedNamed', { name: saved.name }),
    onDone: onClose,
  });
  return (
    <FormDialog
      title={t('devices.rename')}
      submit={t('form.save')}
      save={save}
      onClose={onClose}
      whyNot={name === '' ? t('devices.whyNot.name') : undefined}
    >
      <TextInput
        label={t('devices.field.name')}
        description={t('devices.renameHelp')}
        maxLength={60}
        {...text('name')}
      />
    </FormDialog>
  );
}

function BlockDialog({ device: { id, name, state }, onClose }: Props) {
  const { t } = useTranslation();
  const isBlocked = state === 'blocked';
  const change = useChange({
    send: () => call(deviceApi.change, { params: { id }, body: { isBlocked: !isBlocked } }),
    touches: ['devices'],
    said: () => t(isBlocked ? 'devices.unblocked' : 'devices.blocked', { name }),
    onDone: onClose,
  });
  return (
    <FormDialog
      title={name}
      submit={t(isBlocked ? 'devices.unblock' : 'devices.block')}
      save={change}
      onClose={onClose}
      explain={t(isBlocked ? 'devices.unblockExplain' : 'devices.blockExplain')}
      isGrave={!isBlocked}
    />
  );
}

function RemoveDialog({ device: { id, name }, onClose }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const remove = useChange({
    send: () => send(deviceApi.remove, { params: { id } }),
    touches: ['devices'],
    said: () => t('devices.removed', { name }),
    onDone: () => navigate({ to: '/devices' }),
  });
  return (
    <FormDialog
      title={t('devices.removeTitle', { name })}
      submit={t('devices.remove')}
      save={remove}
      onClose={onClose}
      explain={t('devices.removeExplain')}
      isGrave
    />
  );
}
