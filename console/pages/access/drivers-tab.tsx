import { Alert, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Driver } from '#contract/access/driver.ts';
import { driverApi } from '#contract/api/drivers.ts';
import { tokenApi } from '#contract/api/tokens.ts';
import { useCardsByDriver, useDrivers, useGroups } from '../../api/access-queries.ts';
import { call } from '../../api/call.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { type Column, DataTable, dash } from '../../parts/data-table.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { SearchBox } from '../../parts/search-box.tsx';
import { useChange } from '../../parts/use-change.ts';
import { useDraft } from '../../parts/use-draft.ts';
import type { TabProps } from './access-page.tsx';
import { DriverFields, driverOf, noDriver } from './driver-fields.tsx';
import { standingOfDriver } from './standing.ts';
import { StandingChip } from './standing-chip.tsx';

/** The people who charge. */
export function DriversTab({ filter, onChange }: TabProps) {
  const { t } = useTranslation();
  const [isAdding, setIsAdding] = useState(false);
  const drivers = useDrivers({ search: filter.search, groupId: filter.group });
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
      <DataTable
        label={t('access.tab.drivers')}
        columns={useColumns()}
        rows={drivers.data?.pages.flatMap((page) => page.drivers)}
        problem={drivers.error}
        failed={t('drivers.readFailed')}
        file="drivers"
        idOf={({ id }) => id}
        isOver={({ isBlocked, forgottenAt }) => isBlocked || forgottenAt !== null}
        none={t(isNarrowed ? 'drivers.noMatch' : 'drivers.none')}
        more={drivers}
      />
      {isAdding && <AddDriverDialog onClose={() => setIsAdding(false)} />}
    </>
  );
}

function useColumns(): readonly Column<Driver>[] {
  const { t } = useTranslation();
  const groups = useGroups().data?.groups;
  const cards = useCardsByDriver();
  return [
    {
      head: t('drivers.column.name'),
      value: ({ name }) => name,
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
      head: t('drivers.column.group'),
      value: ({ groupId }) => groups?.find(({ id }) => id === groupId)?.name,
      cell: ({ groupId }) => groups?.find(({ id }) => id === groupId)?.name ?? dash,
    },
    {
      head: t('drivers.column.cards'),
      value: ({ tokenCount }) => tokenCount,
      kind: 'number',
      cell: ({ tokenCount }) => tokenCount,
    },
    { head: t('drivers.column.note'), value: ({ note }) => note, cell: ({ note }) => note ?? dash },
    {
      head: t('drivers.column.state'),
      cell: (driver) => <StandingChip standing={standingOfDriver(driver, cards.get(driver.id))} />,
    },
  ];
}

/** A person and, if they have one, their first card, in one go. */
function AddDriverDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { draft, change, text } = useDraft({ ...noDriver, card: '' });
  /** Added already, while their card could not be: only the card is sent again. */
  const [added, setAdded] = useState<Driver | null>(null);
  const save = useChange({
    send: async () => {
      const driver = added ?? (await call(driverApi.add, { body: driverOf(draft) }));
      setAdded(driver);
      const value = draft.card.trim();
      if (value !== '') await call(tokenApi.add, { body: { value, driverId: driver.id } });
      return { name: driver.name ?? '', hasCard: value !== '' };
    },
    touches: ['drivers', 'tokens'],
    said: ({ name, hasCard }) => t(hasCard ? 'drivers.addedWithCard' : 'drivers.added', { name }),
    onDone: onClose,
  });
  const card = (
    <TextInput
      label={t('drivers.field.card')}
      description={t('drivers.field.cardHelp')}
      maxLength={255}
      spellCheck={false}
      {...text('card')}
    />
  );
  return (
    <FormDialog
      title={t('drivers.addTitle')}
      submit={t(added === null ? 'drivers.submit' : 'drivers.submitCard')}
      save={save}
      onClose={onClose}
      whyNot={draft.name.trim() === '' ? t('drivers.needName') : undefined}
    >
      {added !== null && save.isError && (
        <Alert color="copper" variant="light" title={t('drivers.added', { name: added.name ?? '' })}>
          {t('drivers.cardFailed')}
        </Alert>
      )}
      {added === null ? (
        <DriverFields draft={draft} onChange={change}>
          {card}
        </DriverFields>
      ) : (
        card
      )}
    </FormDialog>
  );
}
