import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeviceList } from '#contract/devices/device.ts';
import { useSites } from '../../live/queries.ts';
import { useDevices } from '../../live/use-devices.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { MayNote } from '../../parts/may-note.tsx';
import { Moment } from '../../parts/moment.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { ActivateDialog } from './activate-dialog.tsx';
import { DeviceChip } from './device-chip.tsx';
import './devices.css';
import { ServerDialog } from './server-dialog.tsx';

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
      {error !== null && <ProblemNote title={t('devices.readFailed')} problem={error} />}
      {waiting > 0 && <p className="devices-waiting">{t('devices.waitingHelp', { count: waiting })}</p>}
      <DataTable
        label={t('devices.title')}
        columns={useColumns()}
        rows={error === null ? data?.devices : (data?.devices ?? [])}
        idOf={({ id }) => id}
        isOver={({ state }) => state === 'blocked'}
        none={t('devices.none')}
      />
      {open === 'activate' && <ActivateDialog onClose={() => setOpen(null)} />}
      {open === 'server' && <ServerDialog onClose={() => setOpen(null)} />}
    </>
  );
}

function useColumns(): readonly Column<DeviceList['devices'][number]>[] {
  const { t } = useTranslation();
  const siteNames = new Map(useSites().data?.sites.map(({ id, name }) => [id, name]));
  const none = <span className="none">–</span>;
  return [
    {
      name: 'name',
      head: t('devices.column.name'),
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
    { name: 'state', head: t('devices.column.state'), cell: (device) => <DeviceChip device={device} /> },
    {
      name: 'place',
      head: t('devices.column.place'),
      cell: ({ place }) =>
        place === null ? (
          none
        ) : (
          <div>
            {siteNames.get(place.siteId) ?? place.siteId}
            {place.stationId !== null && <small>{place.stationId}</small>}
          </div>
        ),
    },
    {
      name: 'board',
      head: t('devices.column.board'),
      cell: ({ board, firmware }) => boardText(board, firmware) ?? none,
    },
    {
      name: 'tools',
      head: t('devices.column.tools'),
      cell: ({ toolCount, waitingToolCount }) => (
        <>
          {toolCount}
          {waitingToolCount > 0 && <small>{t('devices.toolsWaiting', { count: waitingToolCount })}</small>}
        </>
      ),
    },
    { name: 'seen', head: t('devices.column.seen'), cell: ({ lastSeenAt }) => <Moment time={lastSeenAt} says="ago" /> },
  ];
}

export function boardText(board: string | null, firmware: string | null): string | null {
  return [board, firmware].filter((part) => part !== null).join(' · ') || null;
}
