import type {
  AttributeType,
  LearnedBy,
  Mutability,
  VariableCharacteristics,
  VariablePlace,
} from '#contract/stations/variables.ts';
import type { Projection } from '#ledger/ledger-types.ts';
import { parameters, placeColumns, placeKey, placeNames, placeTypes } from './place-columns.ts';

export type AttributeRow = {
  stationId: string;
  place: VariablePlace;
  attribute: AttributeType;
  value: string | null;
  mutability: Mutability | null;
  isPersistent: boolean | null;
  isConstant: boolean | null;
  awaitsReboot: boolean;
  learnedBy: LearnedBy;
  learnedAt: Date;
};

const attributeColumns = `station_id, ${placeNames}, attribute, value, mutability, is_persistent, is_constant, awaits_reboot, learned_by, learned_at`;
const attributeTypes = [
  'text',
  ...placeTypes,
  ...['text', 'text', 'text', 'boolean', 'boolean', 'boolean', 'text', 'timestamptz'],
];

/** The newest knowledge wins. Whether it can be changed is told by reports alone; a value that cannot be read is not kept. */
export const variableAttributes: Projection<AttributeRow> = {
  name: 'variable attributes',
  identity: (row) => `${row.stationId}\n${placeKey(row.place)}\n${row.attribute}`,
  merge: (earlier, later) => ({
    ...later,
    mutability: later.mutability ?? earlier.mutability,
    isPersistent: later.isPersistent ?? earlier.isPersistent,
    isConstant: later.isConstant ?? earlier.isConstant,
  }),
  async write(client, rows) {
    await client.query(
      `insert into variable as known (${attributeColumns})
       select * from unnest(${parameters(attributeTypes)})
       on conflict (station_id, ${placeNames}, attribute) do update
         set value = case when coalesce(excluded.mutability, known.mutability) = 'write-only' then null else excluded.value end,
           mutability = coalesce(excluded.mutability, known.mutability),
           is_persistent = coalesce(excluded.is_persistent, known.is_persistent),
           is_constant = coalesce(excluded.is_constant, known.is_constant),
           awaits_reboot = excluded.awaits_reboot, learned_by = excluded.learned_by, learned_at = excluded.learned_at
         where known.learned_at <= excluded.learned_at`,
      [
        rows.map((row) => row.stationId),
        ...placeColumns(rows),
        rows.map((row) => row.attribute),
        rows.map((row) => row.value),
        rows.map((row) => row.mutability),
        rows.map((row) => row.isPersistent),
        rows.map((row) => row.isConstant),
        rows.map((row) => row.awaitsReboot),
        rows.map((row) => row.learnedBy),
        rows.map((row) => row.learnedAt.toISOString()),
      ],
    );
  },
};

/** Reports always tell both. */
export type ReportedCharacteristics = VariableCharacteristics & {
  dataType: NonNullable<VariableCharacteristics['dataType']>;
  canBeMonitored: boolean;
};
export type CharacteristicsRow = { stationId: string; place: VariablePlace; characteristics: ReportedCharacteristics };

const characteristicsColumns = `station_id, ${placeNames}, unit, data_type, min_limit, max_limit, max_elements, values_list, can_be_monitored`;
const characteristicsTypes = [
  'text',
  ...placeTypes,
  ...['text', 'text', 'double precision', 'double precision', 'integer', 'text', 'boolean'],
];

export const variableCharacteristics: Projection<CharacteristicsRow> = {
  name: 'variable characteristics',
  identity: (row) => `${row.stationId}\n${placeKey(row.place)}`,
  merge: (_earlier, later) => later,
  async write(client, rows) {
    const all = rows.map((row) => row.characteristics);
    await client.query(
      `insert into variable_characteristics (${characteristicsColumns})
       select * from unnest(${parameters(characteristicsTypes)})
       on conflict (station_id, ${placeNames}) do update
         set unit = excluded.unit, data_type = excluded.data_type, min_limit = excluded.min_limit,
           max_limit = excluded.max_limit, max_elements = excluded.max_elements, values_list = excluded.values_list,
           can_be_monitored = excluded.can_be_monitored`,
      [
        rows.map((row) => row.stationId),
        ...placeColumns(rows),
        all.map(({ unit }) => unit),
        all.map(({ dataType }) => dataType),
        all.map(({ minLimit }) => minLimit),
        all.map(({ maxLimit }) => maxLimit),
        all.map(({ maxElements }) => maxElements),
        all.map(({ values }) => values?.join(',') ?? null),
        all.map(({ canBeMonitored }) => canBeMonitored),
      ],
    );
  },
};

/** After a whole report: what it did not name, the station no longer has. */
export type OutdatedRow = { stationId: string; before: Date };

export const outdatedVariables: Projection<OutdatedRow> = {
  name: 'outdated variables',
  identity: (row) => row.stationId,
  merge: (_earlier, later) => later,
  async write(client, rows) {
    await client.query(
      `delete from variable using unnest($1::text[], $2::timestamptz[]) as report (station_id, since)
       where variable.station_id = report.station_id and learned_at < report.since`,
      [rows.map((row) => row.stationId), rows.map((row) => row.before.toISOString())],
    );
  },
};
