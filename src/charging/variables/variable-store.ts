import type { Pool } from 'pg';
import type {
  AttributeType,
  StationVariable,
  VariableAttribute,
  VariableCharacteristics,
  VariablePlace,
} from '#contract/stations/variables.ts';
import { readRows } from '../rows.ts';
import { keyOfPlace } from './configuration-keys.ts';
import { placeName, vendorComponent } from './place.ts';
import { type PlaceColumns, placeKey, placeNames, splitPlace } from './place-columns.ts';

type Row = PlaceColumns &
  Omit<VariableAttribute, 'type' | 'ageSeconds'> &
  Omit<VariableCharacteristics, 'values'> & { attribute: AttributeType; valuesList: string | null };

/** Every variable of a station with its attributes, in the order of their names. */
export async function readVariables(
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
export async function readNumber(pool: Pool, stationId: string, place: VariablePlace): Promise<number | null> {
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
  return { type: attribute, value, mutability, isPersistent, isConstant, awaitsReboot, learnedBy, learnedAt, ageSeconds };
}
