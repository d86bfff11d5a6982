import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Station } from '#contract/stations/station.ts';
import { useStation } from '../../api/station-queries.ts';
import { BackLink } from '../../parts/back-link.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { OfOne } from '../../parts/of-one.tsx';
import { usePageTitle } from '../../parts/page-head.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { StationSecurity } from '../station-security/station-security.tsx';
import { AccessTab } from './access-tab.tsx';
import { CertificatesCard } from './certificates-card.tsx';
import { CommandsTab } from './commands-tab.tsx';
import { ConfigurationTab } from './configuration-tab.tsx';
import { LiveTab } from './live-tab.tsx';
import { MaintenanceTab } from './maintenance-tab.tsx';
import { MessagesTab } from './messages-tab.tsx';
import { ProfilesTab } from './profiles-tab.tsx';
import './station.css';
import { type StationTab, stationTabs } from './station-filter.ts';
import { StationHead } from './station-head.tsx';
import { TimelineTab } from './timeline-tab.tsx';

const route = getRouteApi('/equipment/$id');

/** Everything about one station; which part is shown stands in the address. */
export function StationPage() {
  const { t } = useTranslation();
  const { id } = route.useParams();
  return (
    <OfOne
      query={useStation(id)}
      gone={t('station.notThere')}
      failed={t('station.readFailed')}
      back={<ButtonLink to="/equipment">{t('station.back')}</ButtonLink>}
    >
      {(station) => <Loaded key={id} station={station} />}
    </OfOne>
  );
}

function Loaded({ station }: { station: Station }) {
  const { t } = useTranslation();
  const { tab = 'live' } = route.useSearch();
  const navigate = route.useNavigate();
  usePageTitle(station.id);
  return (
    <>
      <BackLink to="/equipment">{t('station.back')}</BackLink>
      <StationHead station={station} />
      <Tabs
        label={station.id}
        tabs={stationTabs.map((name) => ({ name, title: t(`station.tab.${name}`) }))}
        chosen={tab}
        onChoose={(name) => void navigate({ search: name === 'live' ? {} : { tab: name } })}
      />
      <div id="tab-panel" role="tabpanel" aria-labelledby={`tab-${tab}`}>
        <Tab name={tab} station={station} />
      </div>
    </>
  );
}

function Tab({ name, station }: { name: StationTab; station: Station }) {
  switch (name) {
    case 'timeline':
      return <TimelineTab station={station} />;
    case 'messages':
      return <MessagesTab station={station} />;
    case 'commands':
      return <CommandsTab station={station} />;
    case 'configuration':
      return <ConfigurationTab station={station} />;
    case 'profiles':
      return <ProfilesTab station={station} />;
    case 'maintenance':
      return <MaintenanceTab station={station} />;
    case 'access':
      return <AccessTab station={station} />;
    case 'security':
      return (
        <>
          <StationSecurity id={station.id} />
          <CertificatesCard station={station} />
        </>
      );
    default:
      return <LiveTab station={station} />;
  }
}
