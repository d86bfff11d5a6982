import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Group } from '#contract/access/group.ts';
import { groupApi } from '#contract/api/groups.ts';
import { useRead } from '../../api/queries.ts';
import { ActionButton, RowButton } from '../../parts/action-button.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { TextLink } from '../../parts/links.tsx';
import type { TabProps } from './access-page.tsx';
import { GroupDialog } from './group-dialog.tsx';
import { usePlacesText } from './places-text.ts';
import { standingOf } from './standing.ts';
import { StandingChip } from './standing-chip.tsx';

/** Rules that several drivers share. */
export function GroupsTab({ filter, onChange }: TabProps) {
  const { t } = useTranslation();
  const { data, error } = useRead(['groups'], groupApi.list, {});
  const [chosen, setChosen] = useState<Group | 'new' | null>(null);
  const linked = filter.group === undefined ? null : (data?.groups.find(({ id }) => id === filter.group) ?? null);
  const open = chosen ?? linked;
  return (
    <>
      <div className="tab-bar">
        <p className="quiet">{t('groups.help')}</p>
        <ActionButton scope="tokens:change" onClick={() => setChosen('new')}>
          {t('groups.add')}
        </ActionButton>
      </div>
      <DataTable
        label={t('access.tab.groups')}
        columns={useColumns(setChosen)}
        rows={data?.groups}
        problem={error}
        failed={t('groups.readFailed')}
        file="groups"
        idOf={({ id }) => id}
        isOver={(group) => standingOf(group) !== 'good'}
        none={t('groups.none')}
      />
      {open !== null && (
        <GroupDialog
          group={open === 'new' ? null : open}
          onClose={() => {
            setChosen(null);
            onChange({ group: undefined });
          }}
        />
      )}
    </>
  );
}

function useColumns(onEdit: (group: Group) => void): readonly Column<Group>[] {
  const { t } = useTranslation();
  const placesText = usePlacesText();
  return [
    {
      head: t('groups.column.name'),
      value: ({ name }) => name,
      kind: 'main',
      cell: ({ name, isMasterPass, oneAtATime }) => (
        <div>
          <strong>{name}</strong>
          {isMasterPass && <small>{t('groups.masterPass')}</small>}
          {oneAtATime && <small>{t('access.oneOnly')}</small>}
        </div>
      ),
    },
    { head: t('access.places'), value: ({ places }) => placesText(places), cell: ({ places }) => placesText(places) },
    {
      head: t('access.tab.drivers'),
      value: ({ driverCount }) => driverCount,
      kind: 'number',
      cell: ({ id, driverCount }) =>
        driverCount === 0 ? (
          0
        ) : (
          <TextLink to="/access" search={{ group: id }} fz="inherit">
            {driverCount}
          </TextLink>
        ),
    },
    {
      head: t('access.tab.tokens'),
      value: ({ tokenCount }) => tokenCount,
      kind: 'number',
      cell: ({ id, tokenCount }) =>
        tokenCount === 0 ? (
          0
        ) : (
          <TextLink to="/access" search={{ tab: 'tokens', group: id }} fz="inherit">
            {tokenCount}
          </TextLink>
        ),
    },
    { head: t('tokens.column.state'), cell: (group) => <StandingChip standing={standingOf(group)} /> },
    {
      head: '',
      kind: 'actions',
      cell: (group) => (
        <RowButton
          scope="tokens:change"
          aria-label={t('groups.editNamed', { name: group.name })}
          onClick={() => onEdit(group)}
        >
          {t('form.edit')}
        </RowButton>
      ),
    },
  ];
}
