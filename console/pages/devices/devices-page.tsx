import { PasswordInput, TextInput } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deviceApi } from '#contract/api/devices.ts';
import type { DeviceList } from '#contract/devices/device.ts';
import { call } from '../../api/call.ts';
import { useDevices } from '../../api/device-queries.ts';
import { useSites } from '../../api/site-queries.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { type Column, DataTable, dash } from '../../parts/data-table.tsx';
import { FormDialog, MoreFields } from '../../parts/form-dialog.tsx';
import { MayNote } from '../../parts/may-note.tsx';
import { Moment } from '../../parts/moment.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { useChange } from '../../parts/use-change.ts';
import { useDraft } from '../../parts/use-draft.ts';
import { ConnectCard } from './connect-card.tsx';
import { DeviceChip } from './device-chip.tsx';
import { ServerDialog } from './server-dialog.tsx';
import './devices.css';

export function DevicesPage() {
  const { t } = useTranslation();
  const { data, error } = useDevices();
  const [open, setOpen] = useState<'activate' | 'server' | null>(null);
  const waiting = data?.devices.filter(({ state }) => state === 'waiting').length ?? 0;
  return (
    <>
      <PageHead title={t('devices.title')} note={t('devices.help')}>
        <MayNote scope="devices:change" />
        <ActionButton scope="devices:change" variant="default" onClick={() => setOpen('server')}>
          {t('devices.addServer')}
        </ActionButton>
        <ActionButton scope="devices:change" onClick={() => setOpen('activate')}>
          {t('devices.activate')}
        </ActionButton>
      </PageHead>
      {waiting > 0 && <p className="devices-waiting">{t('devices.waitingHelp', { count: waiting })}</p>}
      <DataTable
        label={t('devices.title')}
        columns={useColumns()}
        rows={data?.devices}
        problem={error}
        failed={t('devices.readFailed')}
        file="devices"
        idOf={({ id }) => id}
        isOver={({ state }) => state === 'blocked'}
        none={t('devices.none')}
      />
      <ConnectCard />
      {open === 'activate' && <ActivateDialog onClose={() => setOpen(null)} />}
      {open === 'server' && <ServerDialog onClose={() => setOpen(null)} />}
    </>
  );
}

function useColumns(): readonly Column<DeviceList['devices'][number]>[] {
  const { t } = useTranslation();
  const siteNames = new Map(useSites().data?.sites.map(({ id, name }) => [id, name]));
  return [
    {
      head: t('devices.column.name'),
      value: ({ name, id }) => name ?? id,
      kind: 'main',
      cell: ({ id, name, kind }) => (
        <div>
          <Link to="/devices/$id" params={{ id }} className="row-link">
            {name}
          </Link>
          <small>{kind === 'server' ? t('devices.kind.server') : id}</small>
        </div>
      ),
    },
    { head: t('devices.column.state'), cell: (device) => <DeviceChip device={device} /> },
    {
      head: t('devices.column.place'),
      cell: ({ place }) =>
        place === null ? (
          dash
        ) : (
          <div>
            {siteNames.get(place.siteId) ?? place.siteId}
            {place.stationId !== null && <small>{place.stationId}</small>}
          </div>
        ),
    },
    {
      head: t('devices.column.board'),
      value: ({ board, firmware }) => boardText(board, firmware),
      cell: ({ board, firmware }) => boardText(board, firmware) ?? dash,
    },
    {
      head: t('devices.column.tools'),
      value: ({ toolCount }) => toolCount,
      cell: ({ toolCount, waitingToolCount }) => (
        <>
          {toolCount}
          {waitingToolCount > 0 && <small>{t('devices.toolsWaiting', { count: waitingToolCount })}</small>}
        </>
      ),
    },
    {
      head: t('devices.column.seen'),
      value: ({ lastSeenAt }) => lastSeenAt,
      cell: ({ lastSeenAt }) => <Moment time={lastSeenAt} says="ago" />,
    },
  ];
}

export function boardText(board: string | null, firmware: string | null): string | null {
  return [board, firmware].filter((part) => part !== null).join(' · ') || null;
}

/** Lets a device in by the code on its display: whoever reads it stands before the device. */
function ActivateDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { draft, text } = useDraft({ code: '', name: '', secret: '' });
  const [code, name, secret] = [draft.code.replace(/\s/g, ''), draft.name.trim(), draft.secret.trim()];
  const activate = useChange({
    send: () =>
      call(deviceApi.activate, { body: { code, ...(name !== '' && { name }), ...(secret !== '' && { secret }) } }),
    touches: ['devices'],
    said: (device) => t(device.isProofAwaited ? 'devices.proofAwaited' : 'devices.activated', { name: device.name }),
    onDone: ({ id }) => {
      onClose();
      void navigate({ to: '/devices/$id', params: { id } });
    },
  });
  const isCode = /^\d{6}$/.test(code);
  const isSecret = secret === '' || /^[0-9a-f]{64}$/i.test(secret);
  return (
    <FormDialog
      title={t('devices.activateTitle')}
      submit={t('devices.activate')}
      save={activate}
      onClose={onClose}
      explain={t('devices.activateHelp')}
      whyNot={isCode ? (isSecret ? undefined : t('devices.whyNot.secret')) : t('devices.whyNot.code')}
    >
      <TextInput label={t('devices.field.code')} inputMode="numeric" maxLength={9} {...text('code')} />
      <TextInput
        label={t('devices.field.name')}
        description={t('devices.field.nameHelp')}
        maxLength={60}
        {...text('name')}
      />
      <MoreFields>
        <PasswordInput
          label={t('devices.field.secret')}
          description={t('devices.field.secretHelp')}
          maxLength={64}
          {...text('secret')}
        />
      </MoreFields>
    </FormDialog>
  );
}
