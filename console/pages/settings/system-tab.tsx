import { Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Installation, ShownSetting } from '#contract/installation.ts';
import { useKillSwitch } from '../../api/use-kill-switch.ts';
import { Card } from '../../parts/card.tsx';
import { Chip } from '../../parts/chip.tsx';
import { type Column, DataTable, dash } from '../../parts/data-table.tsx';
import { Fact } from '../../parts/facts.tsx';
import { KillSwitchDialog } from '../../parts/kill-switch-dialog.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { Moment } from '../../parts/moment.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { SearchBox } from '../../parts/search-box.tsx';
import { useServerTexts } from '../../text/use-server-texts.ts';
import './settings.css';
import { useInstallation } from './use-installation.ts';

/** What holds for the whole installation: the kill switch, how long things are kept, and every setting of the process. */
export function SystemTab() {
  const { data, error } = useInstallation();
  return (
    <>
      <div className="settings-pair">
        <KillSwitchCard />
        {data !== undefined && <RetentionCard retention={data.retention} />}
        <SitesCard />
      </div>
      {error !== null && <ProblemNote problem={error} />}
      {data === undefined && error === null && <Skeleton height={300} radius={12} />}
      {data !== undefined && <SettingList settings={data.settings} />}
    </>
  );
}

function KillSwitchCard() {
  const { t } = useTranslation();
  const state = useKillSwitch();
  const [isAsking, setIsAsking] = useState(false);
  if (state === undefined) return null;
  return (
    <Card title={t('settings.system.killSwitch')}>
      <p>
        <Chip tone={state.isOn ? 'bad' : 'good'}>{t(state.isOn ? 'settings.packs.on' : 'settings.packs.off')}</Chip>
      </p>
      <p className="settings-note">{t(state.isOn ? 'killSwitch.isOn' : 'settings.system.killSwitchOff')}</p>
      {state.isOn && state.since !== null && (
        <p className="settings-note">
          {t('killSwitch.by', { name: state.byName ?? state.by ?? '' })}, <Moment time={state.since} says="ago" />
        </p>
      )}
      <Button
        size="compact-md"
        fz="sm"
        {...(state.isOn ? { variant: 'default' } : { variant: 'outline', color: 'red' })}
        onClick={() => setIsAsking(true)}
      >
        {t(state.isOn ? 'killSwitch.lift' : 'killSwitch.open')}
      </Button>
      {isAsking && <KillSwitchDialog isOn={!state.isOn} onClose={() => setIsAsking(false)} />}
    </Card>
  );
}

function RetentionCard({ retention }: { retention: Installation['retention'] }) {
  const { t } = useTranslation();
  const { meterValuesDays, messagesDays } = retention;
  return (
    <Card title={t('settings.system.retention')}>
      <dl className="facts">
        <Fact name={t('settings.system.meterValues')}>
          {meterValuesDays === 0 ? t('settings.system.ever') : t('settings.system.days', { count: meterValuesDays })}
          <small>METER_VALUES_KEEP_DAYS</small>
        </Fact>
        <Fact name={t('settings.system.messages')}>{t('settings.system.days', { count: messagesDays })}</Fact>
        <Fact name={t('settings.system.sessions')}>{t('settings.system.ever')}</Fact>
      </dl>
    </Card>
  );
}

function SitesCard() {
  const { t } = useTranslation();
  return (
    <Card title={t('sites.title')}>
      <p className="settings-note">{t('settings.system.sitesHelp')}</p>
      <ButtonLink to="/sites" variant="default" size="compact-md" fz="sm">
        {t('settings.system.toSites')}
      </ButtonLink>
    </Card>
  );
}

function SettingList({ settings }: { settings: readonly ShownSetting[] }) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const texts = useServerTexts();
  const inLanguage = settings.map((setting) => ({ ...setting, about: texts.setting(setting) }));
  const shown = inLanguage.filter(({ name, about }) => `${name} ${about}`.toLowerCase().includes(wanted));
  return (
    <>
      <h2 className="section-heading">{t('settings.system.settings')}</h2>
      <p className="settings-note">{t('settings.system.settingsHelp')}</p>
      <div className="settings-search">
        <SearchBox
          value={search}
          label={t('settings.system.search')}
          hint={t('settings.system.search')}
          onChange={setSearch}
        />
      </div>
      <DataTable
        label={t('settings.system.settings')}
        columns={useSettingColumns()}
        rows={shown}
        idOf={({ name }) => name}
        none={t('settings.system.noneFit')}
      />
    </>
  );
}

function useSettingColumns(): readonly Column<ShownSetting>[] {
  const { t } = useTranslation();
  return [
    {
      head: t('settings.system.name'),
      kind: 'main',
      cell: ({ name, about }) => (
        <div className="settings-rule">
          <code>{name}</code>
          <small>{about}</small>
        </div>
      ),
    },
    {
      head: t('settings.system.value'),
      cell: ({ value }) => (value === '' ? dash : <code className="settings-value">{value}</code>),
    },
    {
      head: t('people.state'),
      cell: ({ isDefault, isSecret }) => (
        <>
          {t(isDefault ? 'settings.system.default' : 'settings.system.set')}
          {isSecret && <small> · {t('settings.system.secret')}</small>}
        </>
      ),
    },
  ];
}
