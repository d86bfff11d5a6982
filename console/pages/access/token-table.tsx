import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Token } from '#contract/access/token.ts';
import { useBlockedDrivers, useDriverNames, useGroups } from '../../live/queries.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { ButtonLink, TextLink } from '../../parts/links.tsx';
import { Moment } from '../../parts/moment.tsx';
import { standingOf } from './standing.ts';
import { StandingChip } from './standing-chip.tsx';

type Props = {
  tokens: readonly Token[] | undefined;
  none: string;
  /** Whose they are; left out on the page of a driver. */
  withDriver?: boolean;
  more?: { hasMore: boolean; isLoading: boolean; onMore: () => void };
  onEdit: (token: Token) => void;
};

/** Tokens by their last characters: all that is ever shown of one. */
export function TokenTable({ tokens, none, withDriver = false, more, onEdit }: Props) {
  const { t } = useTranslation();
  const columns = useColumns(withDriver, onEdit);
  return (
    <DataTable
      label={t('access.tab.tokens')}
      columns={columns}
      rows={tokens}
      idOf={({ id }) => id}
      isOver={(token) => standingOf(token) !== 'good'}
      none={none}
      {...(more === undefined ? {} : { more })}
    />
  );
}

function useColumns(withDriver: boolean, onEdit: Props['onEdit']): readonly Column<Token>[] {
  const { t } = useTranslation();
  const groups = useGroups().data?.groups;
  const names = useDriverNames();
  const blocked = useBlockedDrivers();
  return useMemo(() => {
    const dash = <span className="none">–</span>;
    const driver: Column<Token> = {
      name: 'driver',
      head: t('tokens.column.driver'),
      cell: ({ driverId }) =>
        driverId === null ? (
          dash
        ) : (
          <TextLink to="/access/drivers/$id" params={{ id: driverId }} fz="inherit">
            {names?.get(driverId) ?? t('tokens.itsDriver')}
          </TextLink>
        ),
    };
    return [
      {
        name: 'token',
        head: t('tokens.column.token'),
        kind: 'main',
        cell: ({ label, type, note }) => (
          <div>
            <span className="token-label mono">{label}</span>
            <small>{note ?? t(`tokens.type.${type}`)}</small>
          </div>
        ),
      },
      ...(withDriver ? [driver] : []),
      {
        name: 'group',
        head: t('access.group'),
        cell: ({ groupId }) => groups?.find(({ id }) => id === groupId)?.name ?? dash,
      },
      {
        name: 'state',
        head: t('tokens.column.state'),
        cell: (token) => <StandingChip standing={standingOf(token, blocked.has(token.driverId ?? ''))} />,
      },
      {
        name: 'used',
        head: t('tokens.column.used'),
        cell: ({ lastUsedAt, lastUsedStationId }) =>
          lastUsedAt === null ? (
            <span className="none">{t('time.never')}</span>
          ) : (
            <span>
              <Moment time={lastUsedAt} says="ago" />
              {lastUsedStationId !== null && ` · ${lastUsedStationId}`}
            </span>
          ),
      },
      {
        name: 'actions',
        head: '',
        kind: 'actions',
        cell: (token) => (
          <>
            <ButtonLink
              to="/access"
              search={{ tab: 'try', token: token.id }}
              variant="default"
              size="compact-sm"
              aria-label={t('tokens.tryNamed', { label: token.label })}
            >
              {t('tokens.try')}
            </ButtonLink>
            <ActionButton
              scope="tokens:change"
              variant="default"
              size="compact-sm"
              aria-label={t('tokens.editNamed', { label: token.label })}
              onClick={() => onEdit(token)}
            >
              {t('form.edit')}
            </ActionButton>
          </>
        ),
      },
    ];
  }, [t, groups, names, blocked, withDriver, onEdit]);
}
