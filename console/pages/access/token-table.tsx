import { useTranslation } from 'react-i18next';
import type { Token } from '#contract/access/token.ts';
import { useBlockedDrivers, useDriverNames, useGroups } from '../../api/access-queries.ts';
import { RowButton } from '../../parts/action-button.tsx';
import { type Column, DataTable, dash } from '../../parts/data-table.tsx';
import { ButtonLink, TextLink } from '../../parts/links.tsx';
import { Moment } from '../../parts/moment.tsx';
import { standingOf } from './standing.ts';
import { StandingChip } from './standing-chip.tsx';

type Props = {
  tokens: readonly Token[] | undefined;
  none: string;
  /** Whose they are; left out on the page of a driver. */
  withDriver?: boolean;
  problem?: Error | null;
  more?: Parameters<typeof DataTable>[0]['more'];
  onEdit: (token: Token) => void;
};

/** Tokens by their last characters: all that is ever shown of one. */
export function TokenTable({ tokens, none, withDriver = false, problem = null, more, onEdit }: Props) {
  const { t } = useTranslation();
  return (
    <DataTable
      label={t('access.tab.tokens')}
      columns={useColumns(withDriver, onEdit)}
      rows={tokens}
      idOf={({ id }) => id}
      isOver={(token) => standingOf(token) !== 'good'}
      none={none}
      problem={problem}
      failed={t('tokens.readFailed')}
      {...(more === undefined ? {} : { more })}
    />
  );
}

function useColumns(withDriver: boolean, onEdit: Props['onEdit']): readonly Column<Token>[] {
  const { t } = useTranslation();
  const groups = useGroups().data?.groups;
  const names = useDriverNames();
  const blocked = useBlockedDrivers();
  const driver: Column<Token> = {
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
      head: t('tokens.column.token'),
      value: ({ label }) => label,
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
      head: t('access.group'),
      value: ({ groupId }) => groups?.find(({ id }) => id === groupId)?.name,
      cell: ({ groupId }) => groups?.find(({ id }) => id === groupId)?.name ?? dash,
    },
    {
      head: t('tokens.column.state'),
      cell: (token) => <StandingChip standing={standingOf(token, blocked.has(token.driverId ?? ''))} />,
    },
    {
      head: t('tokens.column.used'),
      value: ({ lastUsedAt }) => lastUsedAt,
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
          <RowButton
            scope="tokens:change"
            aria-label={t('tokens.editNamed', { label: token.label })}
            onClick={() => onEdit(token)}
          >
            {t('form.edit')}
          </RowButton>
        </>
      ),
    },
  ];
}
