import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSignOutCount } from '../../api/principal.ts';
import { PageHead } from '../../parts/page-head.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { useAdministers } from '../../parts/use-administers.ts';
import { AboutTab } from './about-tab.tsx';
import { AgentsTab } from './agents-tab.tsx';
import { KeysTab } from './keys-tab.tsx';
import { ModelTab } from './model-tab.tsx';
import { PacksTab } from './packs-tab.tsx';
import { PeopleTab } from './people-tab.tsx';
import { QuirksTab } from './quirks-tab.tsx';
import { settingsTabs } from './settings-tabs.ts';
import { SystemTab } from './system-tab.tsx';

const route = getRouteApi('/settings');

const tabContent = {
  people: <PeopleTab />,
  keys: <KeysTab />,
  agents: <AgentsTab />,
  model: <ModelTab />,
  packs: <PacksTab />,
  quirks: <QuirksTab />,
  system: <SystemTab />,
  about: <AboutTab />,
};

/** Who may come in and with what, who answers, and what runs here. */
export function SettingsPage() {
  const { t } = useTranslation();
  const { tab = 'people' } = route.useSearch();
  const navigate = route.useNavigate();
  const { may, isShown } = useOpened();
  const tabs = settingsTabs.map((name) => ({ name, title: t(`settings.tab.${name}`) }));
  return (
    <>
      <PageHead title={t('settings.title')} note={t('settings.help')} />
      <Tabs
        label={t('settings.title')}
        tabs={tabs}
        chosen={tab}
        onChoose={(name) => void navigate({ search: name === 'people' ? {} : { tab: name } })}
      />
      <div id="tab-panel" role="tabpanel" aria-labelledby={`tab-${tab}`}>
        {!may && <p className="quiet">{t('settings.administrators')}</p>}
        {isShown && tabContent[tab]}
      </div>
    </>
  );
}

/** What an administrator has opened stays when the session or the role is gone: something may be typed there. It goes when they sign out. */
function useOpened(): { may: boolean; isShown: boolean } {
  const may = useAdministers();
  const signOuts = useSignOutCount();
  const [openedIn, setOpenedIn] = useState<number | null>(null);
  if (may && openedIn !== signOuts) setOpenedIn(signOuts);
  return { may, isShown: may || openedIn === signOuts };
}
