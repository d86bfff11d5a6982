import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CompositeSchedule, StoredChargingProfile } from '#contract/energy/charging-profile.ts';
import type { Station } from '#contract/stations/station.ts';
import { useChargingProfiles, useCompositeSchedules } from '../../api/station-queries.ts';
import { unlessBlocked } from '../../parts/blocked.ts';
import { Card } from '../../parts/card.tsx';
import { Chip } from '../../parts/chip.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { Moment } from '../../parts/moment.tsx';
import { numberText } from '../../text/quantities.ts';
import { CommandDialog } from './commands/command-dialog.tsx';
import { PlainCommandButton } from './commands/plain-command-button.tsx';
import { SchemaCommandDialog } from './commands/schema-command.tsx';
import { useWhyNotCommand } from './commands/use-why-not-command.ts';

/** What limits the station: profiles of ours, those it holds, and what they come to. */
export function ProfilesTab({ station }: { station: Station }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<'limit' | 'profile' | null>(null);
  const profiles = useChargingProfiles(station.id);
  const composites = useCompositeSchedules(station.id);
  const whyNot = useWhyNotCommand(station);
  const evses = [...new Set(station.connectors.map(({ evseId }) => evseId).filter((evseId) => evseId > 0))];
  const button = { size: 'compact-md', fz: 'sm' } as const;
  return (
    <>
      <Card
        title={t('station.tab.profiles')}
        actions={
          <div className="command-buttons">
            <Button {...button} {...unlessBlocked(whyNot, () => setOpened('limit'))}>
              {t('station.command.limit.button')}
            </Button>
            <Button {...button} variant="default" {...unlessBlocked(whyNot, () => setOpened('profile'))}>
              {t('station.profiles.set')}
            </Button>
            <PlainCommandButton station={station} command="get-charging-profiles" touches={['charging-profiles']}>
              {t('station.profiles.ask')}
            </PlainCommandButton>
          </div>
        }
      >
        <DataTable<StoredChargingProfile>
          label={t('station.tab.profiles')}
          rows={profiles.data?.chargingProfiles}
          idOf={({ chargingProfileId, source, since }) => `${chargingProfileId} ${source} ${since}`}
          isOver={({ state }) => state === 'cleared'}
          none={t('station.profiles.none')}
          problem={profiles.error}
          columns={useProfileColumns(station)}
        />
      </Card>
      <Card
        title={t('station.profiles.composite')}
        actions={
          <div className="command-buttons">
            {[0, ...evses].map((evseId) => (
              <PlainCommandButton
                key={evseId}
                station={station}
                command="get-composite-schedule"
                input={{ evseId }}
                touches={['charging-profiles']}
              >
                {evseId === 0 ? t('connector.whole') : t('station.place.evse', { evse: evseId })}
              </PlainCommandButton>
            ))}
          </div>
        }
      >
        <p className="quiet">{t('station.profiles.compositeHelp')}</p>
        <DataTable<CompositeSchedule>
          label={t('station.profiles.composite')}
          rows={composites.data?.compositeSchedules}
          idOf={({ evseId }) => String(evseId)}
          none={t('station.profiles.compositeNone')}
          problem={composites.error}
          columns={useCompositeColumns()}
        />
      </Card>
      {opened === 'limit' && <CommandDialog station={station} row="limit" place={{}} onClose={() => setOpened(null)} />}
      {opened === 'profile' && (
        <SchemaCommandDialog station={station} command="set-charging-profile" onClose={() => setOpened(null)} />
      )}
    </>
  );
}

const stateTones = { planned: 'held', active: 'good', cleared: 'rest' } as const;

function useProfileColumns(station: Station): Column<StoredChargingProfile>[] {
  const { t } = useTranslation();
  const limits = useLimits();
  return [
    {
      head: t('station.profiles.purpose'),
      kind: 'main',
      cell: ({ purpose, evseId, chargingProfileId, stackLevel }) => (
        <>
          {t(`station.profiles.purposes.${purpose}`)}
          <small>
            {evseId === 0 ? t('connector.whole') : t('station.place.evse', { evse: evseId })} ·{' '}
            {t('station.profiles.number', { id: chargingProfileId, level: stackLevel })}
          </small>
        </>
      ),
    },
    { head: t('station.profiles.limits'), cell: (profile) => limits(profile) },
    {
      head: t('station.configuration.state'),
      cell: ({ state, since }) => (
        <>
          <Chip tone={stateTones[state]}>{t(`station.profiles.states.${state}`)}</Chip>
          <small>
            <Moment time={since} says="for" />
          </small>
        </>
      ),
    },
    { head: t('station.profiles.source'), cell: ({ source }) => source },
    {
      head: '',
      kind: 'actions',
      cell: ({ state, chargingProfileId }) =>
        state === 'active' && (
          <PlainCommandButton
            station={station}
            command="clear-charging-profiles"
            input={{ chargingProfileId }}
            touches={['charging-profiles']}
          >
            {t('station.profiles.clear')}
          </PlainCommandButton>
        ),
    },
  ];
}

function useCompositeColumns(): Column<CompositeSchedule>[] {
  const { t } = useTranslation();
  const limits = useLimits();
  return [
    {
      head: t('station.field.place'),
      kind: 'main',
      cell: ({ evseId }) => (evseId === 0 ? t('connector.whole') : t('station.place.evse', { evse: evseId })),
    },
    { head: t('station.profiles.limits'), cell: (schedule) => limits(schedule) },
    { head: t('station.configuration.known'), cell: ({ readAt }) => <Moment time={readAt} says="ago" /> },
  ];
}

type Schedule = Pick<StoredChargingProfile, 'unit' | 'periods'>;
const shownPeriods = 4;

/** "11.0 kW, from 1:00 h 7.4 kW": the first periods of a schedule. */
function useLimits(): (schedule: Schedule) => string {
  const { t, i18n } = useTranslation();
  return ({ unit, periods }) => {
    const said = periods.slice(0, shownPeriods).map(({ startSeconds, limit = null }) => {
      const value = limit === null ? '–' : numberText(unit === 'W' ? limit / 1000 : limit, i18n.language, 1);
      const text = `${value} ${unit === 'W' ? 'kW' : 'A'}`;
      const hours = `${Math.floor(startSeconds / 3600)}:${String(Math.floor(startSeconds / 60) % 60).padStart(2, '0')}`;
      return startSeconds === 0 ? text : t('station.profiles.from', { hours, limit: text });
    });
    return [...said, ...(periods.length > shownPeriods ? ['…'] : [])].join(', ');
  };
}
