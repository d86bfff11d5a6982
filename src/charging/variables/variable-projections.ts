import type {
  AttributeType,
  LearnedBy,
  Mutability,
  VariableCharacteristics,
  VariablePlace,
} from '#contract/stations/variables.ts';
import type { Projection } from '#ledger/ledger-types.ts';
import { listsOf, tableProjection } from '../rows.ts';
import { inColumns, placeKeys } from './place-columns.ts';

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

/** The newest knowledge wins. Whether it can be changed is told by reports alone; a value that cannot be read is not kept. */
export const variableAttributes = tableProjection<AttributeRow>({
  name: 'variable attributes',
  table: 'variable',
  key: ['stationId', ...placeKeys, 'attribute'],
  merge: (earlier, later) => ({
    ...later,
    mutability: later.mutability ?? earlier.mutability,
    isPersistent: later.isPersistent ?? earlier.isPersistent,
    isConstant: later.isConstant ?? earlier.isConstant,
  }),
  columns: ({ place, ...row }) => ({ ...inColumns(place), ...row }),
  set: {
    value:
      "case when coalesce(excluded.mutability, known.mutability) = 'write-only' then null else excluded.value end",
    mutability: 'coalesce(excluded.mutability, known.mutability)',
    isPersistent: 'coalesce(excluded.is_persistent, known.is_persistent)',
    isConstant: 'coalesce(excluded.is_constant, known.is_constant)',
  },
  where: 'known.learned_at <= excluded.learned_at',
});

/** Reports always tell both. */
export type ReportedCharacteristics = VariableCharacteristics & {
  dataType: NonNullable<VariableCharacteristics['dataType']>;
  canBeMonitored: boolean;
};
export type CharacteristicsRow = { stationId: string; place: VariablePlace; characteristics: ReportedCharacteristics };

export const variableCharacteristics = tableProjection<CharacteristicsRow>({
  name: 'variable characteristics',
  table: 'variable_characteristics',
  key: ['stationId', ...placeKeys],
  columns: ({ stationId, place, characteristics: { values, ...told } }) => ({
    ...inColumns(place),
    stationId,
    ...told,
    valuesList: values?.join(','),
  }),
});

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
      listsOf(rows, 'stationId', 'before'),
    );
  },
};
