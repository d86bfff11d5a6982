import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PageHead } from '../../parts/page-head.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { useAdministers } from '../../parts/use-administers.ts';
import { KeysTab } from './keys-tab.tsx';
import { PeopleTab } from './people-tab.tsx';

const route = getRouteApi('/settings');

/** Who may come in, and with what. */
export function SettingsPage() {
  const { t } = useTranslation();
  const { tab = 'people' } = route.useSearch();
  const navigate = route.useNavigate();
  const may = useAdministers();
  const tabs = (['people', 'keys'] as const).map((name) => ({ name, title: t(`settings.tab.${name}`) }));
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
        {may ? tab === 'people' ? <PeopleTab /> : <KeysTab /> : <p className="quiet">{t('settings.administrators')}</p>}
      </div>
    </>
  );
}
