import { getRouteApi } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { Endpoint } from '#contract/api/define-api.ts';
import { driverApi } from '#contract/api/drivers.ts';
import { groupApi } from '#contract/api/groups.ts';
import { tokenApi } from '#contract/api/tokens.ts';
import { mayRead } from '../../api/may-read.ts';
import { usePrincipal } from '../../api/principal.ts';
import { MayNote } from '../../parts/may-note.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { StationFilter } from '../sessions/station-filter.tsx';
import { type AccessFilter, accessTabs } from './access-filter.ts';
import { DriversTab } from './drivers-tab.tsx';
import { GroupsTab } from './groups-tab.tsx';
import { ImportTab } from './import-tab.tsx';
import { RefusalList } from './refusal-list.tsx';
import { TokensTab } from './tokens-tab.tsx';
import { TryTab } from './try-tab.tsx';
import './access.css';

const route = getRouteApi('/access');

export type TabProps = { filter: AccessFilter; onChange: (part: AccessFilter) => void };

const contents = {
  drivers: DriversTab,
  tokens: TokensTab,
  groups: GroupsTab,
  refusals: RefusalsTab,
  try: TryTab,
  import: ImportTab,
};

/** What each tab reads: one that somebody may not read is not offered. */
const readBy: Record<keyof typeof contents, Endpoint> = {
  drivers: driverApi.list,
  tokens: tokenApi.list,
  groups: groupApi.list,
  refusals: tokenApi.refusals,
  try: tokenApi.try,
  import: driverApi.list,
};

export function AccessPage() {
  const { t } = useTranslation();
  const me = usePrincipal();
  const filter = route.useSearch();
  const navigate = route.useNavigate();
  const tab = filter.tab ?? 'drivers';
  const Content = contents[tab];
  const change = useCallback(
    (part: AccessFilter) => void navigate({ search: (before) => ({ ...before, ...part }), replace: true }),
    [navigate],
  );
  return (
    <>
      <PageHead title={t('access.title')}>
        <MayNote scope={tab === 'drivers' || tab === 'import' ? 'drivers:change' : 'tokens:change'} />
      </PageHead>
      <Tabs
        label={t('access.title')}
        tabs={accessTabs
          .filter((name) => name === tab || mayRead(me, readBy[name]))
          .map((name) => ({ name, title: t(`access.tab.${name}`) }))}
        chosen={tab}
        onChoose={(name) => void navigate({ search: name === 'drivers' ? {} : { tab: name } })}
      />
      <div id="tab-panel" role="tabpanel" aria-labelledby={`tab-${tab}`}>
        <Content filter={filter} onChange={change} />
      </div>
    </>
  );
}

/** Who was refused, why, and what to change. */
function RefusalsTab({ filter, onChange }: TabProps) {
  const { t } = useTranslation();
  return (
    <>
      <div className="tab-bar">
        <StationFilter value={filter.station ?? ''} onChange={(station) => onChange({ station })} />
        <p className="quiet">{t('refusals.help')}</p>
      </div>
      <RefusalList asked={{ stationId: filter.station, tokenId: filter.token }} none={t('refusals.none')} />
    </>
  );
}
