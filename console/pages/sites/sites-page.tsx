import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Site } from '#contract/stations/site.ts';
import { useSites } from '../../live/queries.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { MayNote } from '../../parts/may-note.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
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
      {error !== null && <ProblemNote title={t('sites.readFailed')} problem={error} />}
      <DataTable
        label={t('sites.title')}
        columns={useColumns()}
        rows={error === null ? data?.sites : (data?.sites ?? [])}
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
  const none = <span className="none">–</span>;
  return [
    {
      name: 'name',
      head: t('sites.column.name'),
      kind: 'main',
      cell: ({ id, name }) => (
        <Link to="/sites/$id" params={{ id }} className="row-link">
          {name}
        </Link>
      ),
    },
    { name: 'address', head: t('sites.column.address'), cell: ({ address }) => addressText(address) ?? none },
    { name: 'zone', head: t('sites.field.timeZone'), cell: ({ timeZone }) => timeZone },
    { name: 'currency', head: t('sites.field.currency'), cell: ({ currency }) => currency },
    {
      name: 'stations',
      head: t('access.stations'),
      kind: 'number',
      cell: ({ stationCount }) => stationCount,
    },
  ];
}
