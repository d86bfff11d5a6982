import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { variableApi } from '#contract/api/variables.ts';
import type { DesiredSetting } from '#contract/stations/desired-setting.ts';
import type { Station } from '#contract/stations/station.ts';
import type { StationVariable, VariableDifference } from '#contract/stations/variables.ts';
import { call } from '../../api/call.ts';
import { mayRead } from '../../api/may-read.ts';
import { usePrincipal } from '../../api/principal.ts';
import { useRead } from '../../api/queries.ts';
import { useDesiredSettings, useStationVariables } from '../../api/station-queries.ts';
import { Card } from '../../parts/card.tsx';
import { Chip } from '../../parts/chip.tsx';
import { Choice } from '../../parts/choice.tsx';
import { type Column, DataTable, dash } from '../../parts/data-table.tsx';
import { Moment } from '../../parts/moment.tsx';
import { SearchBox } from '../../parts/search-box.tsx';
import { PlainCommandButton } from './commands/plain-command-button.tsx';
import { SettingDialog } from './setting-dialog.tsx';

const route = getRouteApi('/equipment/$id');
const shownAtOnce = 100;

/** How the station is set: what we want of it, how it differs from a template, and every variable that it told. */
export function ConfigurationTab({ station }: { station: Station }) {
  return (
    <>
      <Desired station={station} />
      <Differences station={station} />
      <Variables station={station} />
    </>
  );
}

const stateTones = {
  'in-sync': 'good',
  'awaits-reboot': 'held',
  pending: 'door',
  refused: 'bad',
  'unknown-to-station': 'bad',
  'not-in-version': 'rest',
} as const;

function Desired({ station }: { station: Station }) {
  const { t } = useTranslation();
  const [setting, setSetting] = useState<Wanted | null>(null);
  const { data, error } = useDesiredSettings(station.id);
  return (
    <Card title={t('station.configuration.desired')}>
      <p className="quiet">{t('station.configuration.desiredHelp')}</p>
      <DataTable<DesiredSetting>
        label={t('station.configuration.desired')}
        rows={data?.settings}
        idOf={({ name }) => name}
        none={t('station.configuration.desiredNone')}
        problem={error}
        columns={useDesiredColumns(setSetting)}
      />
      {setting !== null && (
        <SettingDialog station={station} name={setting.name} first={setting.value} onClose={() => setSetting(null)} />
      )}
    </Card>
  );
}

function useDesiredColumns(onApply: (wanted: Wanted) => void): Column<DesiredSetting>[] {
  const { t } = useTranslation();
  return [
    {
      head: t('station.configuration.setting'),
      kind: 'main',
      cell: ({ name, variable }) => (
        <>
          {t(`station.configuration.name.${name}`)}
          {variable !== null && <small className="mono">{variable}</small>}
        </>
      ),
    },
    { head: t('station.configuration.wanted'), cell: ({ wanted }) => (wanted === '' ? dash : wanted) },
    {
      head: t('station.configuration.state'),
      cell: ({ state, said }) => (
        <>
          <Chip tone={stateTones[state]}>{t(`station.configuration.states.${state}`)}</Chip>
          {said !== null && <small>{said}</small>}
        </>
      ),
    },
    {
      head: t('station.configuration.since'),
      cell: ({ since }) => (since === null ? dash : <Moment time={since} says="for" />),
    },
    {
      head: '',
      kind: 'actions',
      cell: ({ name, variable, wanted, state }) =>
        state === 'refused' &&
        variable !== null &&
        name !== 'master-pass' && ( // it is wanted by the id of its group, which no station knows
          <button type="button" className="link-button" onClick={() => onApply({ name: variable, value: wanted })}>
            {t('station.configuration.apply')}
          </button>
        ),
    },
  ];
}

/** Where the station differs from a template, if there are templates at all. */
function Differences({ station }: { station: Station }) {
  const { t } = useTranslation();
  const [template, setTemplate] = useState('');
  const [setting, setSetting] = useState<Wanted | null>(null);
  const columns = useDifferenceColumns(setSetting);
  const enabled = mayRead(usePrincipal(), variableApi.listTemplates);
  const templates = useRead(['templates'], variableApi.listTemplates, {}, { enabled }).data?.templates ?? [];
  const { data, error } = useQuery({
    queryKey: ['station-variables', station.id, 'template', template],
    queryFn: () => call(variableApi.list, { params: { id: station.id }, query: { template } }),
    enabled: template !== '',
  });
  if (templates.length === 0) return null;
  return (
    <Card title={t('station.configuration.differences')}>
      <Choice
        label={t('station.configuration.template')}
        none={t('station.place.choose')}
        value={template}
        options={templates.map(({ name }) => ({ value: name, label: name }))}
        onChange={setTemplate}
      />
      {template !== '' && (
        <DataTable<VariableDifference>
          label={t('station.configuration.differences')}
          rows={data?.differences}
          idOf={({ name, attribute }) => `${name} ${attribute}`}
          none={t('station.configuration.noDifferences')}
          problem={error}
          columns={columns}
        />
      )}
      {setting !== null && (
        <SettingDialog station={station} name={setting.name} first={setting.value} onClose={() => setSetting(null)} />
      )}
    </Card>
  );
}

type Wanted = { name: string; value: string };

function useDifferenceColumns(onApply: (wanted: Wanted) => void): Column<VariableDifference>[] {
  const { t } = useTranslation();
  return [
    {
      head: t('station.configuration.setting'),
      kind: 'main',
      cell: ({ name }) => <span className="mono">{name}</span>,
    },
    { head: t('station.configuration.expected'), cell: ({ expected }) => expected },
    { head: t('station.configuration.actual'), cell: ({ actual }) => actual ?? dash },
    {
      head: '',
      kind: 'actions',
      cell: ({ name, expected }) => (
        <button type="button" className="link-button" onClick={() => onApply({ name, value: expected })}>
          {t('station.configuration.apply')}
        </button>
      ),
    },
  ];
}

function Variables({ station }: { station: Station }) {
  const { t } = useTranslation();
  const { search = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const [editedName, setEditedName] = useState<string | null>(null);
  const [isAll, setIsAll] = useState(false);
  const { data, error } = useStationVariables(station.id);
  const wanted = search.trim().toLowerCase();
  const fitting = data?.variables.filter(({ name, key, attributes }) =>
    [name, key, ...attributes.map(({ value }) => value)].some((text) => text?.toLowerCase().includes(wanted)),
  );
  const edited = data?.variables.find(({ name }) => name === editedName);
  const shown = isAll ? fitting : fitting?.slice(0, shownAtOnce);
  const report = data?.lastReport ?? null;
  return (
    <Card
      title={t('station.configuration.variables')}
      actions={
        <PlainCommandButton
          station={station}
          command="get-report"
          input={{ base: 'full' }}
          touches={['station-variables']}
        >
          {t('station.configuration.fetch')}
        </PlainCommandButton>
      }
    >
      <div className="filter-row">
        <SearchBox
          value={search}
          label={t('station.configuration.search')}
          hint={t('station.configuration.search')}
          onChange={(text) =>
            void navigate({
              search: (before) => ({ ...before, search: text === '' ? undefined : text }),
              replace: true,
            })
          }
        />
        <span className="quiet">
          {fitting !== undefined && t('station.configuration.count', { count: fitting.length })}
          {report?.completedAt !== null && report?.completedAt !== undefined && (
            <>
              {' · '}
              {t('station.configuration.reported')} <Moment time={report.completedAt} says="ago" />
            </>
          )}
        </span>
      </div>
      <DataTable<StationVariable>
        label={t('station.configuration.variables')}
        rows={shown}
        idOf={({ name }) => name}
        none={wanted === '' ? t('station.configuration.none') : t('station.configuration.noMatch')}
        problem={error}
        columns={useVariableColumns(setEditedName)}
        more={{
          hasNextPage: (fitting?.length ?? 0) > (shown?.length ?? 0),
          isFetchingNextPage: false,
          fetchNextPage: () => setIsAll(true),
        }}
      />
      {editedName !== null && (
        <SettingDialog
          station={station}
          name={editedName}
          variable={edited}
          first={valueOf(edited) ?? ''}
          onClose={() => setEditedName(null)}
        />
      )}
    </Card>
  );
}

const actualOf = (variable: StationVariable) => variable.attributes.find(({ type }) => type === 'actual');
const valueOf = (variable: StationVariable | undefined) => variable && actualOf(variable)?.value;

function useVariableColumns(onEdit: (name: string) => void): Column<StationVariable>[] {
  const { t } = useTranslation();
  return [
    {
      head: t('station.configuration.setting'),
      kind: 'main',
      cell: ({ name, key }) => (
        <>
          <span className="mono wrap">{name}</span>
          {key !== null && key !== name && <small className="mono">{key}</small>}
        </>
      ),
    },
    {
      head: t('station.configuration.value'),
      cell: (variable) => {
        const { value = null, awaitsReboot = false } = actualOf(variable) ?? {};
        const unit = variable.characteristics?.unit ?? null;
        return (
          <>
            <span className="wrap">{value ?? dash}</span>
            {unit !== null && value !== null && ` ${unit}`}
            {awaitsReboot && <Chip tone="held">{t('station.configuration.states.awaits-reboot')}</Chip>}
          </>
        );
      },
    },
    {
      head: t('station.configuration.known'),
      cell: (variable) => {
        const actual = actualOf(variable);
        return actual === undefined ? dash : <Moment time={actual.learnedAt} says="ago" />;
      },
    },
    {
      head: '',
      kind: 'actions',
      cell: (variable) =>
        actualOf(variable)?.mutability === 'read-only' ? (
          <span className="none">{t('station.configuration.readOnly')}</span>
        ) : (
          <button type="button" className="link-button" onClick={() => onEdit(variable.name)}>
            {t('form.edit')}
          </button>
        ),
    },
  ];
}
