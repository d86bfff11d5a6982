import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Driver } from '#contract/access/driver.ts';
import { useCardsByDriver, useDrivers, useGroups } from '../../live/queries.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { SearchBox } from '../../parts/search-box.tsx';
import type { TabProps } from './access-page.tsx';
import { AddDriverDialog } from './add-driver-dialog.tsx';
import { standingOfDriver } from './standing.ts';
import { StandingChip } from './standing-chip.tsx';

/** The people who charge. */
export function DriversTab({ filter, onChange }: TabProps) {
  const { t } = useTranslation();
  const [isAdding, setIsAdding] = useState(false);
  const drivers = useDrivers({ search: filter.search, groupId: filter.group });
  const columns = useColumns();
  const rows = drivers.data?.pages.flatMap((page) => page.drivers);
  const isNarrowed = filter.search !== undefined || filter.group !== undefined;
  return (
    <>
      <div className="tab-bar">
        <SearchBox
          value={filter.search ?? ''}
          label={t('drivers.search')}
          hint={t('drivers.searchHint')}
          onChange={(search) => onChange({ search: search === '' ? undefined : search })}
        />
        <ActionButton scope="drivers:change" onClick={() => setIsAdding(true)}>
          {t('drivers.add')}
        </ActionButton>
      </div>
      {drivers.error !== null && <ProblemNote title={t('drivers.readFailed')} problem={drivers.error} />}
      <DataTable
        label={t('access.tab.drivers')}
        columns={columns}
        rows={drivers.error === null ? rows : (rows ?? [])}
        idOf={({ id }) => id}
        isOver={({ isBlocked, forgottenAt }) => isBlocked || forgottenAt !== null}
        none={t(isNarrowed ? 'drivers.noMatch' : 'drivers.none')}
        more={{
          hasMore: drivers.hasNextPage,
          isLoading: drivers.isFetchingNextPage,
          onMore: () => void drivers.fetchNextPage(),
        }}
      />
      <AddDriverDialog isOpen={isAdding} onClose={() => setIsAdding(false)} />
    </>
  );
}

function useColumns(): readonly Column<Driver>[] {
  const { t } = useTranslation();
  const groups = useGroups().data?.groups;
  const cards = useCardsByDriver();
  return useMemo(
    () => [
      {
        name: 'name',
        head: t('drivers.column.name'),
        kind: 'main',
        cell: ({ id, name, email }) => (
          <div>
            <Link to="/access/drivers/$id" params={{ id }} className="row-link">
              {name ?? t('drivers.forgotten')}
            </Link>
            {email !== null && <small>{email}</small>}
          </div>
        ),
      },
      {
        name: 'group',
        head: t('drivers.column.group'),
        cell: ({ groupId }) => groups?.find(({ id }) => id === groupId)?.name ?? <span className="none">–</span>,
      },
      { name: 'cards', head: t('drivers.column.cards'), kind: 'number', cell: ({ tokenCount }) => tokenCount },
      { name: 'note', head: t('drivers.column.note'), cell: ({ note }) => note ?? <span className="none">–</span> },
      {
        name: 'state',
        head: t('drivers.column.state'),
        cell: (driver) => <StandingChip standing={standingOfDriver(driver, cards.get(driver.id))} />,
      },
    ],
    [t, groups, cards],
  );
}
