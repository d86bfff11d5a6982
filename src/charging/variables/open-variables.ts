import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { NetworkProfile, NetworkProfileList, NetworkSlots } from '#contract/stations/network-profiles.ts';
import type {
  AttributeType,
  NewTemplate,
  StationVariable,
  VariableAttribute,
  VariableCharacteristics,
  VariablePlace,
  VariableQuery,
  VariableView,
} from '#contract/stations/variables.ts';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import type { Actor } from '#principals/actor.ts';
import { readRows, tableProjection } from '../rows.ts';
import { mustBeKnown } from '../stations/known-station.ts';
import type { StationRegister } from '../stations/station-register.ts';
import { keyOfPlace } from './configuration-keys.ts';
import { type ReportPart, readLastReport } from './device-reports.ts';
import { placeName, resolvePlace, vendorComponent } from './place.ts';
import { type PlaceColumns, placeKey, placeNames, splitPlace } from './place-columns.ts';
import {
  expectReport,
  type ReportedVariable,
  recordReport,
  recordValues,
  type VariableValue,
} from './record-variables.ts';
import { deleteTemplate, differencesTo, getTemplate, readTemplates, saveTemplate } from './templates.ts';

export type Variables = ReturnType<typeof openVariables>;

export type VariablesNeeds = { pool: Pool; ledger: Ledger; clock: Clock; register: StationRegister };

/** The device model of every station, whatever it speaks: component, variable, attribute. */
export function openVariables(needs: VariablesNeeds) {
  const { pool, register } = needs;
  return {
    // What stations tell.
    expectReport: (asked: { stationId: string; requestId: number; isWhole: boolean }) => expectReport(needs, asked),
    recordReport: (part: ReportPart & { variables: readonly ReportedVariable[] }) => recordReport(needs, part),
    recordRead: (stationId: string, values: readonly VariableValue[]) =>
      recordValues(needs, { stationId, values, learnedBy: 'read' }),
    recordSet: (stationId: string, values: readonly VariableValue[]) =>
      recordValues(needs, { stationId, values, learnedBy: 'set' }),
    recordNetworkProfile: (stationId: string, profile: TakenProfile) => recordNetworkProfile(needs, stationId, profile),
    // What people ask.
    view: (stationId: string, query: VariableQuery) => viewOf(needs, stationId, query),
    /** A positive number the station once told, such as how many variables fit one message. */
    numberOf: (stationId: string, place: VariablePlace) => readNumber(pool, stationId, place),
    async networkProfiles(stationId: string): Promise<NetworkProfileList> {
      await mustBeKnown(register, stationId);
      return readNetworkProfiles(pool, stationId);
    },
    networkSlots: (stationId: string) => readNetworkSlots(needs, stationId),
    saveTemplate: (name: string, { variables }: NewTemplate, actor: Actor) =>
      saveTemplate(needs, { name, variables, actor }),
    deleteTemplate: (name: string, actor: Actor) => deleteTemplate(needs, name, actor),
    getTemplate: (name: string) => getTemplate(pool, name),
    templates: () => readTemplates(pool),
  };
}

async function viewOf(
  { pool, clock, register }: VariablesNeeds,
  stationId: string,
  { name, component, template: templateName }: VariableQuery,
): Promise<VariableView> {
  await mustBeKnown(register, stationId);
  const template = templateName === undefined ? undefined : await getTemplate(pool, templateName);
  const [all, lastReport] = await Promise.all([
    readVariables(pool, { stationId, now: clock.now() }),
    readLastReport(pool, stationId, 'variables'),
  ]);
  const wanted = name === undefined ? undefined : placeKey(resolvePlace({ name }));
  return {
    variables: all.filter(
      (variable) =>
        (wanted === undefined || placeKey(variable) === wanted) &&
        (component === undefined || variable.component === component),
    ),
    lastReport,
    template: template?.name ?? null,
    differences: template === undefined ? [] : differencesTo(template, all),
  };
}

/** What a station took as the way to a server, without the secrets it was given. */
type TakenProfile = Omit<NetworkProfile, 'setAt' | 'rank'>;

type ProfileRow = TakenProfile & { stationId: string; setAt: Date };

const networkProfiles = tableProjection<ProfileRow>({
  name: 'network profiles',
  table: 'network_profile',
  key: ['stationId', 'slot'],
});

async function recordNetworkProfile(
  { ledger, clock }: { ledger: Ledger; clock: Clock },
  stationId: string,
  profile: TakenProfile,
): Promise<void> {
  const setAt = clock.now();
  await ledger.commit({
    events: [{ kind: 'network-profile-set', stationId, happenedAt: setAt, body: profile }],
    writes: [write(networkProfiles, { ...profile, stationId, setAt })],
    whenRefused: 'set-aside',
  });
}

/** Profiles with the rank the station gives them: the variables that say so belong to the device model. */
async function readNetworkProfiles(pool: Pool, stationId: string): Promise<NetworkProfileList> {
  const [profiles, settings] = await Promise.all([
    readRows<Omit<NetworkProfile, 'rank'>>(
      pool,
      `select slot, url, version, interface, security_profile, message_timeout_seconds, identity, apn, vpn_server, set_at
       from network_profile where station_id = $1 order by slot`,
      [stationId],
    ),
    pool.query<{ variable: string; value: string | null }>(
      `select variable, value from variable where station_id = $1 and component = 'OCPPCommCtrlr'
         and variable in ('NetworkConfigurationPriority', 'ActiveNetworkProfile') and attribute = 'actual'`,
      [stationId],
    ),
  ]);
  const setting = (name: string) => settings.rows.find(({ variable }) => variable === name)?.value ?? '';
  const priority = setting('NetworkConfigurationPriority')
    .split(',')
    .map((slot) => slot.trim());
  const active = setting('ActiveNetworkProfile');
  return {
    profiles: profiles.map((profile) => ({ ...profile, rank: priority.indexOf(String(profile.slot)) + 1 || null })),
    activeSlot: /^\d{1,9}$/.test(active) ? Number(active) : null,
  };
}

async function readNetworkSlots({ pool, clock }: VariablesNeeds, stationId: string): Promise<NetworkSlots> {
  const [{ profiles }, variables] = await Promise.all([
    readNetworkProfiles(pool, stationId),
    readVariables(pool, { stationId, now: clock.now() }),
  ]);
  const priority = variables.find(
    ({ component, variable }) => component === 'OCPPCommCtrlr' && variable === 'NetworkConfigurationPriority',
  );
  return {
    known: (priority?.characteristics?.values ?? []).filter((slot) => /^\d{1,9}$/.test(slot)).map(Number),
    given: profiles.toSorted((one, other) => Date.parse(other.setAt) - Date.parse(one.setAt)),
  };
}

type Row = PlaceColumns &
  Omit<VariableAttribute, 'type' | 'ageSeconds'> &
  Omit<VariableCharacteristics, 'values'> & { attribute: AttributeType; valuesList: string | null };

async function readVariables(
  pool: Pool,
  { stationId, now }: { stationId: string; now: Date },
): Promise<StationVariable[]> {
  const rows = await readRows<Row>(
    pool,
    `select ${placeNames}, attribute, value, mutability, is_persistent, is_constant, learned_by, learned_at, unit, data_type, min_limit, max_limit, max_elements, values_list, can_be_monitored,
       awaits_reboot and (booted_at is null or booted_at < learned_at) as awaits_reboot
     from variable
     join station on station.id = station_id
     left join variable_characteristics using (station_id, ${placeNames})
     where station_id = $1
     order by component collate "C", component_instance, evse_id, connector_id, variable collate "C", variable_instance,
       array_position('{actual,target,min-set,max-set}'::text[], attribute)`,
    [stationId],
  );
  const byPlace = Map.groupBy(rows, (row) => placeKey(splitPlace(row).place));
  return [...byPlace.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [toVariable(first, [first, ...others], now)],
  );
}

/** A number that limits what we may ask, such as how many variables fit a message; null: the station never told. */
async function readNumber(pool: Pool, stationId: string, place: VariablePlace): Promise<number | null> {
  const { rows } = await pool.query<{ value: string | null }>(
    `select value from variable where station_id = $1 and component = $2 and variable = $3 and variable_instance = $4
       and component_instance = '' and evse_id = 0 and attribute = 'actual'`,
    [stationId, place.component, place.variable, place.variableInstance ?? ''],
  );
  const number = Number(rows[0]?.value ?? Number.NaN);
  return Number.isInteger(number) && number > 0 ? number : null;
}

function toVariable(first: Row, rows: readonly Row[], now: Date): StationVariable {
  const { place } = splitPlace(first);
  const { dataType, unit, minLimit, maxLimit, maxElements, valuesList, canBeMonitored } = first;
  const values = valuesList === null ? null : valuesList.split(',').map((value) => value.trim());
  const limits = { unit, dataType, minLimit, maxLimit, maxElements };
  return {
    ...place,
    name: placeName(place),
    key: keyOfPlace(place) ?? (place.component === vendorComponent ? place.variable : null),
    attributes: rows.map((row) => toAttribute(row, now)),
    characteristics: dataType === null ? null : { ...limits, values, canBeMonitored },
  };
}

function toAttribute(row: Row, now: Date): VariableAttribute {
  const { attribute, value, mutability, isPersistent, isConstant, awaitsReboot, learnedBy, learnedAt } = row;
  const ageSeconds = Math.max(0, Math.round((now.getTime() - Date.parse(learnedAt)) / 1000));
  return {
    type: attribute,
    value,
    mutability,
    isPersistent,
    isConstant,
    awaitsReboot,
    learnedBy,
    learnedAt,
    ageSeconds,
  };
}
