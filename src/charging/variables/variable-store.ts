import type { Pool } from 'pg';
import type {
  AttributeType,
  DataType,
  LearnedBy,
  Mutability,
  StationVariable,
  VariableAttribute,
  VariablePlace,
} from '#contract/stations/variables.ts';
import { keyOfPlace } from './configuration-keys.ts';
import { placeName, vendorComponent } from './place.ts';
import { type PlaceRow, placeKey, placeNames, placeOf } from './place-columns.ts';

type Row = PlaceRow & {
  attribute: AttributeType;
  value: string | null;
  mutability: Mutability | null;
  is_persistent: boolean | null;
  is_constant: boolean | null;
  awaits_reboot: boolean;
  learned_by: LearnedBy;
  learned_at: Date;
  data_type: DataType | null;
  unit: string | null;
  min_limit: number | null;
  max_limit: number | null;
  max_elements: number | null;
  values_list: string | null;
  can_be_monitored: boolean | null;
};

/** Every variable of a station with its attributes, in the order of their names. */
export async function readVariables(
  pool: Pool,
  { stationId, now }: { stationId: string; now: Date },
): Promise<StationVariable[]> {
  const { rows } = await pool.query<Row>(
    `select variable.*, unit, data_type, min_limit, max_limit, max_elements, values_list, can_be_monitored,
       awaits_reboot and (booted_at is null or booted_at < learned_at) as awaits_reboot
     from variable
     join station on station.id = station_id
     left join variable_characteristics using (station_id, ${placeNames})
     where station_id = $1
     order by component collate "C", component_instance, evse_id, connector_id, variable collate "C", variable_instance,
       array_position('{actual,target,min-set,max-set}'::text[], attribute)`,
    [stationId],
  );
  const byPlace = Map.groupBy(rows, (row) => placeKey(placeOf(row)));
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
  const place = placeOf(first);
  return {
    ...place,
    name: placeName(place),
    key: keyOfPlace(place) ?? (place.component === vendorComponent ? place.variable : null),
    attributes: rows.map((row) => toAttribute(row, now)),
    characteristics:
      first.data_type === null
        ? null
        : {
            unit: first.unit,
            dataType: first.data_type,
            minLimit: first.min_limit,
            maxLimit: first.max_limit,
            maxElements: first.max_elements,
            values: first.values_list === null ? null : first.values_list.split(',').map((value) => value.trim()),
            canBeMonitored: first.can_be_monitored,
          },
  };
}

function toAttribute(row: Row, now: Date): VariableAttribute {
  return {
    type: row.attribute,
    value: row.value,
    mutability: row.mutability,
    isPersistent: row.is_persistent,
    isConstant: row.is_constant,
    awaitsReboot: row.awaits_reboot,
    learnedBy: row.learned_by,
    learnedAt: row.learned_at.toISOString(),
    ageSeconds: Math.max(0, Math.round((now.getTime() - row.learned_at.getTime()) / 1000)),
  };
}
