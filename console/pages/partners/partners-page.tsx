import './partners-texts.ts';
import { Stack } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Partner } from '#contract/roaming/partner.ts';
import { isGone } from '../../api/call.ts';
import { usePartners } from '../../api/partner-queries.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { CopyLine } from '../../parts/copy-line.tsx';
import { type Column, DataTable, dash } from '../../parts/data-table.tsx';
import { MayNote } from '../../parts/may-note.tsx';
import { Moment } from '../../parts/moment.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { AddDialog } from './add-dialog.tsx';
import { PartnerState } from './partner-state.tsx';

/** Networks whose drivers charge here, and where ours charge. */
export function PartnersPage() {
  const { t } = useTranslation();
  const { data, error } = usePartners();
  const [isAdding, setIsAdding] = useState(false);
  const navigate = useNavigate();
  const columns = useColumns();
  if (isGone(error))
    return (
      <>
        <PageHead title={t('section.partners')} note={t('partners.help')} />
        <p>{t('partners.off')}</p>
      </>
    );
  return (
    <>
      <PageHead title={t('section.partners')} note={t('partners.help')}>
        <MayNote scope="partners:change" />
        <ActionButton scope="partners:change" onClick={() => setIsAdding(true)}>
          {t('partners.add')}
        </ActionButton>
      </PageHead>
      {data !== undefined && (
        <Stack gap={4} maw="32rem" mb="md">
          <p className="quiet">{t('partners.address')}</p>
          <CopyLine value={data.versionsUrl} what={t('partners.versionsUrl')} />
        </Stack>
      )}
      <DataTable
        label={t('section.partners')}
        columns={columns}
        rows={data?.partners}
        problem={error}
        failed={t('partners.readFailed')}
        idOf={({ id }) => id}
        isOver={({ state }) => state === 'left'}
        none={t('partners.none')}
      />
      {isAdding && (
        <AddDialog
          onClose={() => setIsAdding(false)}
          onDone={(id) => void navigate({ to: '/partners/$id', params: { id } })}
        />
      )}
    </>
  );
}

function useColumns(): readonly Column<Partner>[] {
  const { t } = useTranslation();
  const ago = (time: string | null) => (time === null ? dash : <Moment time={time} says="ago" />);
  return [
    {
      head: t('partners.name'),
      kind: 'main',
      cell: ({ id, name, parties }) => (
        <div>
          <Link to="/partners/$id" params={{ id }} className="row-link">
            {name}
          </Link>
          <small>{parties.join(', ')}</small>
        </div>
      ),
    },
    { head: t('partners.state'), cell: (each) => <PartnerState {...each} /> },
    { head: t('partners.version'), cell: ({ version }) => version ?? dash },
    { head: t('partners.waiting'), kind: 'number', cell: ({ waiting }) => waiting },
    { head: t('partners.lastSuccess'), cell: ({ lastSuccessAt }) => ago(lastSuccessAt) },
    { head: t('partners.lastHeard'), cell: ({ lastHeardAt }) => ago(lastHeardAt) },
    { head: t('partners.lastFailure'), cell: ({ lastFailureAt }) => ago(lastFailureAt) },
  ];
}
