import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { present } from '#base/present.ts';
import type { AttributeType, LearnedBy, Mutability, VariablePlace } from '#contract/stations/variables.ts';
import { type DerivedWrite, type Ledger, type NewEvent, write } from '#ledger/ledger-types.ts';
import { askedReport, deviceReports, type ReportPart, readProgress, withPart } from './device-reports.ts';
import {
  outdatedVariables,
  type ReportedCharacteristics,
  variableAttributes,
  variableCharacteristics,
} from './variable-projections.ts';

export type RecordNeeds = { pool: Pool; ledger: Ledger; clock: Clock };

/** A variable as a report tells it. */
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

/** One value, as it was read or set. */
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

/** What a station answered when its variables were read, or took when they were set. */
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
