import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import type { balanceList } from '#contract/money/payment.ts';
import { useBalances } from '../../api/money-queries.ts';
import { type Column, DataTable, dash } from '../../parts/data-table.tsx';
import { TextLink } from '../../parts/links.tsx';
import { moneyText } from '../../text/money.ts';

type Balance = z.infer<typeof balanceList>['balances'][number];

const known = {
  receivable: true,
  clearing: true,
  revenue: true,
  tax: true,
  fees: true,
  deposits: true,
  rounding: true,
  'partner-receivable': true,
  'partner-payable': true,
  'refunds-due': true,
  disputes: true,
  purchases: true,
};

/** What the accounts of the money ledger come to. */
export function AccountsTab() {
  const { t } = useTranslation();
  const { data, error } = useBalances();
  return (
    <>
      <p className="quiet">{t('money.accountsHelp')}</p>
      <DataTable
        label={t('money.tab.accounts')}
        rows={data?.balances}
        problem={error}
        failed={t('money.readFailed')}
        idOf={({ account, party, currency }) => `${account} ${party} ${currency}`}
        none={t('money.noAccounts')}
        columns={useColumns()}
      />
    </>
  );
}

function useColumns(): readonly Column<Balance>[] {
  const { t, i18n } = useTranslation();
  return [
    {
      head: t('money.account'),
      kind: 'main',
      cell: ({ account }) => (account in known ? t(`money.accounts.${account as keyof typeof known}`) : account),
    },
    { head: t('money.party'), cell: ({ party }) => <Party party={party} /> },
    {
      head: t('money.balance'),
      kind: 'number',
      cell: ({ amount, currency }) => moneyText(amount, currency, i18n.language),
    },
  ];
}

/** A session and a payment by their own pages; the first letters of an id are enough to tell them apart. */
function Party({ party }: { party: string }) {
  const { t } = useTranslation();
  const [kind = '', id = ''] = party.split(':', 2);
  if (kind === 'session')
    return (
      <TextLink to="/sessions/$id" params={{ id }} fz="sm">
        {t('session.panel.label')} {id.slice(0, 8)}
      </TextLink>
    );
  if (kind === 'payment')
    return (
      <TextLink to="/money/$id" params={{ id }} fz="sm">
        {t('money.payment')} {id.slice(0, 8)}
      </TextLink>
    );
  return party === '' ? dash : party;
}
