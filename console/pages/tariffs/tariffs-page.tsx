import { Checkbox } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Tariff } from '#contract/billing/tariff.ts';
import { useAssignments, useTariffs } from '../../api/tariff-queries.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import '../../parts/chip.css';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { MayNote } from '../../parts/may-note.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { useAssignmentWords } from './assignment-words.ts';
import { usePriceWords } from './price-words.ts';

export function TariffsPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { data, error } = useTariffs();
  const [withRetired, setWithRetired] = useState(false);
  const shown = data?.tariffs.filter(({ retiredAt }) => withRetired || retiredAt === null);
  const hasRetired = data?.tariffs.some(({ retiredAt }) => retiredAt !== null) ?? false;
  return (
    <>
      <PageHead title={t('tariffs.title')} note={t('tariffs.help')}>
        <MayNote scope="tariffs:change" />
        {hasRetired && (
          <Checkbox
            label={t('tariffs.withRetired')}
            checked={withRetired}
            onChange={({ currentTarget }) => setWithRetired(currentTarget.checked)}
          />
        )}
        <ActionButton scope="tariffs:change" onClick={() => void navigate({ to: '/tariffs/new' })}>
          {t('tariffs.add')}
        </ActionButton>
      </PageHead>
      <DataTable
        label={t('tariffs.title')}
        columns={useColumns()}
        rows={shown}
        problem={error}
        failed={t('tariffs.readFailed')}
        file="tariffs"
        idOf={({ id }) => id}
        isOver={({ retiredAt }) => retiredAt !== null}
        none={t('tariffs.none')}
      />
    </>
  );
}

function useColumns(): readonly Column<Tariff>[] {
  const { t } = useTranslation();
  const words = usePriceWords();
  const places = useAssignmentWords();
  const assignments = useAssignments().data?.assignments ?? [];
  return [
    {
      head: t('tariffs.column.name'),
      value: ({ id }) => id,
      kind: 'main',
      cell: ({ id }) => (
        <Link to="/tariffs/$id" params={{ id }} className="row-link">
          {id}
        </Link>
      ),
    },
    {
      head: t('tariffs.column.prices'),
      cell: ({ current }) => (current === null ? t('tariff.begins') : words.brief(current.terms)),
    },
    {
      head: t('tariffs.column.where'),
      cell: ({ id, retiredAt }) => {
        if (retiredAt !== null) return <span className="chip tone-rest">{t('tariff.retired')}</span>;
        const held = assignments.filter(({ tariffId }) => tariffId === id).map(places.place);
        return held.length === 0 ? <span className="none">{t('tariff.holdsNowhere')}</span> : held.join(', ');
      },
    },
    {
      head: t('tariffs.column.versions'),
      value: ({ versionCount }) => versionCount,
      kind: 'number',
      cell: ({ versionCount }) => versionCount,
    },
  ];
}
