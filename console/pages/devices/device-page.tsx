import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeviceDetail } from '#contract/devices/device.ts';
import { useDevice } from '../../api/queries.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { BackLink } from '../../parts/back-link.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { MayNote } from '../../parts/may-note.tsx';
import { OfOne } from '../../parts/of-one.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { BlockDialog, RemoveDialog, RenameDialog } from './change-dialogs.tsx';
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
        <DeviceFacts device={device} />
      </div>
      {open === 'rename' && <RenameDialog device={device} onClose={close} />}
      {open === 'block' && <BlockDialog device={device} onClose={close} />}
      {open === 'remove' && <RemoveDialog device={device} onClose={close} />}
    </>
  );
}
