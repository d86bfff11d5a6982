import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { present } from '#base/present.ts';
import type {
  AttributeType,
  LearnedBy,
  Mutability,
  VariableCharacteristics,
  VariablePlace,
} from '#contract/stations/variables.ts';
import { type DerivedWrite, type Ledger, type NewEvent, write } from '#ledger/ledger-types.ts';
import { statementProjection, tableProjection } from '../rows.ts';
import { askedReport, deviceReports, type ReportPart, readProgress, withPart } from './device-reports.ts';
import { inColumns, placeKeys } from './place-columns.ts';

export type RecordNeeds = { pool: Pool; ledger: Ledger; clock: Clock };

export type ReportedVariable = {
  place: VariablePlace;
  attributes: readonly {
    type: AttributeType;
    value: string | null;
    mutability: Mutability | null;
    isPersistent: boolean | null;
    isConstant: boolean | null;
  }[];
  characteristics: ReportedCharacteristics | null;
};

export type VariableValue = {
  place: VariablePlace;
  attribute: AttributeType;
  value: string | null;
  awaitsReboot?: boolean;
};

/** Written down before the station is asked: its report may come before its answer is handled. */
export async function expectReport(
  { ledger, clock }: RecordNeeds,
  asked: { stationId: string; requestId: number; isWhole: boolean },
): Promise<void> {
  await ledger.commit({
    writes: [write(deviceReports, askedReport({ ...asked, subject: 'variables', askedAt: clock.now() }))],
  });
}

export async function recordReport(
  { pool, ledger }: RecordNeeds,
  part: ReportPart & { variables: readonly ReportedVariable[] },
): Promise<void> {
  const { stationId, requestId, seqNo, isLast, generatedAt, receivedAt, variables } = part;
  const before = await readProgress(pool, { stationId, requestId, subject: 'variables' });
  const progress = withPart(before, part);
  const isCompletedNow = before.completedAt === null && progress.completedAt !== null;
  const isOutdating = isCompletedNow && progress.isWhole && progress.firstPartAt !== null;
  await ledger.commit({
    events: [
      {
        kind: 'variables-reported',
        stationId,
        key: `variables-reported:${requestId}:${seqNo}`,
        happenedAt: generatedAt,
        body: { requestId, seqNo, isLast, variables: variables.map(compact) },
      },
      ...(isCompletedNow ? [reportCompleted({ ...part, subject: 'variables', parts: progress.received.length })] : []),
    ],
    writes: [
      ...variables.flatMap((variable) => reportedWrites(stationId, variable, receivedAt)),
      write(deviceReports, { stationId, requestId, subject: 'variables', askedAt: null, generatedAt, progress }),
      ...(isOutdating && progress.firstPartAt
        ? [write(outdatedVariables, { stationId, before: progress.firstPartAt })]
        : []),
    ],
    whenRefused: 'set-aside',
  });
}

export function reportCompleted(report: {
  stationId: string;
  requestId: number;
  receivedAt: Date;
  subject: string;
  parts: number;
}): NewEvent {
  const { stationId, requestId, receivedAt, subject, parts } = report;
  return {
    kind: 'report-completed',
    stationId,
    key: `report-completed:${subject}:${requestId}`,
    happenedAt: receivedAt,
    body: { requestId, subject, parts },
  };
}

export async function recordValues(
  { ledger, clock }: RecordNeeds,
  { stationId, values, learnedBy }: { stationId: string; values: readonly VariableValue[]; learnedBy: 'read' | 'set' },
): Promise<void> {
  if (values.length === 0) return;
  const at = clock.now();
  await ledger.commit({
    events: [
      {
        kind: learnedBy === 'read' ? 'variables-read' : 'variables-set',
        stationId,
        happenedAt: at,
        body: { variables: values.map(({ place, ...value }) => ({ ...named(place), ...value })) },
      },
    ],
    writes: values.map((value) => valueWrite({ stationId, value, learnedBy, at })),
    whenRefused: 'set-aside',
  });
}

export function valueWrite({
  stationId,
  value: { place, attribute, value, awaitsReboot = false },
  learnedBy,
  at,
}: {
  stationId: string;
  value: VariableValue;
  learnedBy: LearnedBy;
  at: Date;
}): DerivedWrite {
  return write(variableAttributes, {
    stationId,
    place,
    attribute,
    value,
    mutability: null,
    isPersistent: null,
    isConstant: null,
    awaitsReboot,
    learnedBy,
    learnedAt: at,
  });
}

function reportedWrites(stationId: string, variable: ReportedVariable, at: Date): DerivedWrite[] {
  const { place, attributes, characteristics } = variable;
  return [
    ...attributes.map(({ type, ...attribute }) =>
      write(variableAttributes, {
        stationId,
        place,
        attribute: type,
        ...attribute,
        awaitsReboot: false,
        learnedBy: 'report',
        learnedAt: at,
      }),
    ),
    ...(characteristics === null ? [] : [write(variableCharacteristics, { stationId, place, characteristics })]),
  ];
}

/** What is not there is not written: a full report has hundreds of variables. */
function compact({ place, attributes, characteristics }: ReportedVariable): Record<string, unknown> {
  return {
    ...named(place),
    attributes: attributes.map(present),
    ...(characteristics !== null && { characteristics: present(characteristics) }),
  };
}

export function named(place: VariablePlace): { [Name in keyof VariablePlace]?: NonNullable<VariablePlace[Name]> } {
  return present(place);
}

type AttributeRow = {
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
const variableAttributes = tableProjection<AttributeRow>({
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
    value: "case when coalesce(excluded.mutability, known.mutability) = 'write-only' then null else excluded.value end",
    mutability: 'coalesce(excluded.mutability, known.mutability)',
    isPersistent: 'coalesce(excluded.is_persistent, known.is_persistent)',
    isConstant: 'coalesce(excluded.is_constant, known.is_constant)',
  },
  where: 'known.learned_at <= excluded.learned_at',
});

/** Reports always tell both. */
type ReportedCharacteristics = VariableCharacteristics & {
  dataType: NonNullable<VariableCharacteristics['dataType']>;
  canBeMonitored: boolean;
};
type CharacteristicsRow = { stationId: string; place: VariablePlace; characteristics: ReportedCharacteristics };

const variableCharacteristics = tableProjection<CharacteristicsRow>({
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
type OutdatedRow = { stationId: string; before: Date };

const outdatedVariables = statementProjection<OutdatedRow>({
  name: 'outdated variables',
  key: ['stationId'],
  statement: `delete from variable using unnest($1::text[], $2::timestamptz[]) as report (station_id, since)
     where variable.station_id = report.station_id and learned_at < report.since`,
  fields: ['stationId', 'before'],
});
