import './partners-texts.ts';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { PartnerDetail } from '#contract/roaming/partner.ts';
import { usePartner } from '../../api/partner-queries.ts';
import { BackLink } from '../../parts/back-link.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { MayNote } from '../../parts/may-note.tsx';
import { OfOne } from '../../parts/of-one.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { ExchangesTab } from './exchanges-tab.tsx';
import { LocationsTab } from './locations-tab.tsx';
import { PartnerActions } from './partner-actions.tsx';
import { partnerTabs } from './partner-tabs.ts';
import { RecordsTab } from './records-tab.tsx';
import { SessionsTab } from './sessions-tab.tsx';
import { StateTab } from './state-tab.tsx';
import { TariffsTab } from './tariffs-tab.tsx';

const route = getRouteApi('/partners/$id');

/** One partner: how it stands, what was said, live sessions and their records, prices, and where our drivers can charge. */
export function PartnerPage() {
  const { t } = useTranslation();
  const { id } = route.useParams();
  return (
    <OfOne
      query={usePartner(id)}
      gone={t('partners.notThere')}
      failed={t('partners.readFailed')}
      back={<ButtonLink to="/partners">{t('partners.back')}</ButtonLink>}
    >
      {(partner) => <Loaded key={id} partner={partner} />}
    </OfOne>
  );
}

function Loaded({ partner }: { partner: PartnerDetail }) {
  const { t } = useTranslation();
  const { tab = 'state' } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <>
      <BackLink to="/partners">{t('partners.back')}</BackLink>
      <PageHead title={partner.name} note={partner.parties.join(', ')}>
        <MayNote scope="partners:change" />
        <PartnerActions partner={partner} />
      </PageHead>
      <Tabs
        label={partner.name}
        tabs={partnerTabs.map((name) => ({ name, title: t(`partners.tab.${name}`) }))}
        chosen={tab}
        onChoose={(name) => void navigate({ search: name === 'state' ? {} : { tab: name } })}
      />
      <div id="tab-panel" role="tabpanel" aria-labelledby={`tab-${tab}`}>
        {tab === 'state' && <StateTab partner={partner} />}
        {tab === 'exchanges' && <ExchangesTab id={partner.id} />}
        {tab === 'sessions' && <SessionsTab id={partner.id} />}
        {tab === 'tariffs' && <TariffsTab id={partner.id} />}
        {tab === 'records' && <RecordsTab id={partner.id} />}
        {tab === 'locations' && <LocationsTab id={partner.id} />}
      </div>
    </>
  );
}
