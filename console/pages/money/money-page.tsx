import './money-texts.ts';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMoneyProviders } from '../../api/money-queries.ts';
import { MayNote } from '../../parts/may-note.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { AccountsTab } from './accounts-tab.tsx';
import { DaysTab } from './days-tab.tsx';
import { InvoicesTab } from './invoices-tab.tsx';
import { moneyTabs } from './money-tabs.ts';
import { OpenItemsTab } from './open-items-tab.tsx';
import { PaymentsTab } from './payments-tab.tsx';

const route = getRouteApi('/money');

/** Money: payments and what goes back, what is open, the comparison with the statements, invoices, and the accounts. */
export function MoneyPage() {
  const { t } = useTranslation();
  const { tab = 'payments' } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <>
      <PageHead title={t('section.money')} note={t('money.help')}>
        <MayNote scope="payments:change" />
      </PageHead>
      <Providers />
      <Tabs
        label={t('section.money')}
        tabs={moneyTabs.map((name) => ({ name, title: t(`money.tab.${name}`) }))}
        chosen={tab}
        onChoose={(name) => void navigate({ search: name === 'payments' ? {} : { tab: name } })}
      />
      <div id="tab-panel" role="tabpanel" aria-labelledby={`tab-${tab}`}>
        {tab === 'payments' && <PaymentsTab />}
        {tab === 'open' && <OpenItemsTab />}
        {tab === 'days' && <DaysTab />}
        {tab === 'invoices' && <InvoicesTab />}
        {tab === 'accounts' && <AccountsTab />}
      </div>
    </>
  );
}

function Providers() {
  const { t } = useTranslation();
  const providers = useMoneyProviders().data?.providers;
  if (providers === undefined) return null;
  const trials = providers.filter(({ isTrial }) => isTrial).map(({ name }) => name);
  if (providers.length === 0) return <p className="quiet">{t('money.noProvider')}</p>;
  return trials.length === 0 ? null : <p className="quiet">{t('money.trial', { names: trials.join(', ') })}</p>;
}
