import { Skeleton } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { StoredSiteEnergy } from '#contract/energy/site-energy.ts';
import type { SiteDetail } from '#contract/stations/site.ts';
import { useEnergySites, useSiteEnergy } from '../../api/energy-queries.ts';
import { useSite } from '../../api/site-queries.ts';
import { BackLink } from '../../parts/back-link.tsx';
import { Chip } from '../../parts/chip.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { MayNote } from '../../parts/may-note.tsx';
import { OfOne } from '../../parts/of-one.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { DrawTab } from './draw-tab.tsx';
import './energy.css';
import './energy-texts.ts';
import { modeTone } from './mode-tone.ts';
import { NetworkTab } from './network-tab.tsx';
import { PlanTab } from './plan-tab.tsx';
import { PricesTab } from './prices-tab.tsx';

const route = getRouteApi('/energy/$id');
const tabs = ['plan', 'network', 'draw', 'prices'] as const;

/** The energy of one site. */
export function SiteEnergyPage() {
  const { t } = useTranslation();
  const { id } = route.useParams();
  const back = <ButtonLink to="/energy">{t('energy.back')}</ButtonLink>;
  return (
    <OfOne query={useSite(id)} gone={t('sites.notThere')} back={back}>
      {(site) => <OfSite key={id} site={site} />}
    </OfOne>
  );
}

function OfSite({ site }: { site: SiteDetail }) {
  const { t } = useTranslation();
  const all = useEnergySites();
  const isDrawn = all.data?.sites.some(({ siteId }) => siteId === site.id) ?? false;
  const settings = useSiteEnergy(site.id, isDrawn);
  const error = all.error ?? (isDrawn ? settings.error : null);
  if (all.data === undefined || (isDrawn && settings.data === undefined))
    return error === null ? <Skeleton height={380} radius={12} /> : <ProblemNote problem={error} />;
  if (!isDrawn || settings.data === undefined) {
    return (
      <>
        <BackLink to="/energy">{t('energy.back')}</BackLink>
        <PageHead title={t('energy.of', { name: site.name })} note={t('energy.notDrawnHelp')}>
          <MayNote scope="sites:change" />
        </PageHead>
        <DrawTab key="new" site={site} settings={null} />
      </>
    );
  }
  return <Drawn site={site} settings={settings.data} />;
}

function Drawn({ site, settings }: { site: SiteDetail; settings: StoredSiteEnergy }) {
  const { t } = useTranslation();
  const { tab = 'plan' } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <>
      <BackLink to="/energy">{t('energy.back')}</BackLink>
      <PageHead
        title={t('energy.of', { name: site.name })}
        note={
          <Chip tone={modeTone[settings.mode]} title={t(`energy.mode.${settings.mode}Help`)}>
            {t(`energy.mode.${settings.mode}`)}
          </Chip>
        }
      >
        <MayNote scope="sites:change" />
      </PageHead>
      <Tabs
        label={t('energy.of', { name: site.name })}
        tabs={tabs.map((name) => ({ name, title: t(`energy.tab.${name}`) }))}
        chosen={tab}
        onChoose={(name) => void navigate({ search: name === 'plan' ? {} : { tab: name } })}
      />
      <div id="tab-panel" role="tabpanel" aria-labelledby={`tab-${tab}`}>
        {tab === 'plan' && <PlanTab settings={settings} />}
        {tab === 'network' && <NetworkTab settings={settings} />}
        {tab === 'draw' && <DrawTab key={settings.version} site={site} settings={settings} />}
        {tab === 'prices' && <PricesTab settings={settings} currency={site.currency} />}
      </div>
    </>
  );
}
