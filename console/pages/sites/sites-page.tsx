import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Site } from '#contract/stations/site.ts';
import { useSites } from '../../api/site-queries.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { type Column, DataTable, dash } from '../../parts/data-table.tsx';
import { MayNote } from '../../parts/may-note.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { addressText } from './address-text.ts';
import { SiteDialog } from './site-dialog.tsx';

export function SitesPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { data, error } = useSites();
  const [isAdding, setIsAdding] = useState(false);
  return (
    <>
      <PageHead title={t('sites.title')} note={t('sites.help')}>
        <MayNote scope="sites:change" />
        <ActionButton scope="sites:change" onClick={() => setIsAdding(true)}>
          {t('sites.add')}
        </ActionButton>
      </PageHead>
      <DataTable
        label={t('sites.title')}
        columns={useColumns()}
        rows={data?.sites}
        problem={error}
        failed={t('sites.readFailed')}
        file="sites"
        idOf={({ id }) => id}
        none={t('sites.none')}
      />
      {isAdding && (
        <SiteDialog
          site={null}
          onClose={() => setIsAdding(false)}
          onSaved={(id) => void navigate({ to: '/sites/$id', params: { id } })}
        />
      )}
    </>
  );
}

function useColumns(): readonly Column<Site>[] {
  const { t } = useTranslation();
  return [
    {
      head: t('sites.column.name'),
      value: ({ name }) => name,
      kind: 'main',
      cell: ({ id, name }) => (
        <Link to="/sites/$id" params={{ id }} className="row-link">
          {name}
        </Link>
      ),
    },
    {
      head: t('sites.column.address'),
      value: ({ address }) => addressText(address),
      cell: ({ address }) => addressText(address) ?? dash,
    },
    { head: t('sites.field.timeZone'), value: ({ timeZone }) => timeZone, cell: ({ timeZone }) => timeZone },
    { head: t('sites.field.currency'), value: ({ currency }) => currency, cell: ({ currency }) => currency },
    {
      head: t('access.stations'),
      value: ({ stationCount }) => stationCount,
      kind: 'number',
      cell: ({ stationCount }) => stationCount,
    },
  ];
}
