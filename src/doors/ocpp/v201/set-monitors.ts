import type { SetMonitoringResultType } from 'typed-ocpp/dist/ocpp21/types.js';
import type { Charging } from '#charging/open-charging.ts';
import { resolvePlace } from '#charging/variables/place.ts';
import type { Loss, Outcome } from '#contract/commands/command.ts';
import type { InputOf } from '#contract/commands/commands.ts';
import type { MonitorResult } from '#contract/commands/monitoring.ts';
import { accepted, rejected } from '../command.ts';
import { namedPlace, placeFrom, reasonFrom } from './device-model.ts';
import { monitorTypeFrom } from './monitoring-words.ts';

export function wantedMonitors({ monitors }: InputOf<'set-monitors'>) {
  return monitors.map(({ id, type, value, severity, onlyDuringSession, stream, ...ref }) => ({
    place: resolvePlace(ref),
    id,
    type,
    value,
    severity,
    onlyDuringSession,
    stream,
  }));
}

type MonitorRequest = ReturnType<typeof wantedMonitors>[number];

const statusFrom = {
  Accepted: 'accepted',
  UnknownComponent: 'unknown-component',
  UnknownVariable: 'unknown-variable',
  UnsupportedMonitorType: 'unsupported-type',
  Rejected: 'rejected',
  Duplicate: 'duplicate',
} satisfies Record<SetMonitoringResultType['status'], MonitorResult['status']>;

/** Keeps what the station took, with the ids it gave, and tells of every monitor how it went. */
export async function monitorsOutcome(
  { stationId, charging }: { stationId: string; charging: Charging },
  answered: {
    wanted: readonly MonitorRequest[];
    told: readonly SetMonitoringResultType[];
    refused?: MonitorResult[];
    losses?: Loss[];
  },
): Promise<Outcome> {
  const { wanted, told, refused = [], losses = [] } = answered;
  const open = [...wanted];
  const pairs = told.map((result) => ({ result: toResult(result), wanted: takeMatching(open, result) }));
  await charging.monitoring.recordMonitors(
    stationId,
    pairs.flatMap(({ result: { status, id }, wanted: monitor }) =>
      status === 'accepted' && id !== null && monitor !== undefined
        ? [{ ...known(monitor), id, origin: 'custom' as const }]
        : [],
    ),
  );
  const results = [...pairs.map(({ result }) => result), ...refused];
  const answer = { results };
  const failed = results.find(({ status }) => status !== 'accepted');
  if (failed === undefined) return accepted({ answer, losses });
  const reason = `${failed.name} is not watched${failed.reason === null ? '' : ` (${failed.reason})`}.`;
  return rejected(failed.status, { reason, answer, losses });
}

/** For a monitor that the version has no word for: it was not asked for. */
export function notSupported({ place, type }: MonitorRequest): MonitorResult {
  return {
    ...namedPlace(place),
    id: null,
    type,
    status: 'unsupported-type',
    reason: 'this version has no such monitor',
  };
}

function known({ place, type, value, severity, onlyDuringSession }: MonitorRequest) {
  return { place, type, value, severity, onlyDuringSession };
}

function toResult({ component, variable, id, type, status, statusInfo }: SetMonitoringResultType): MonitorResult {
  return {
    ...namedPlace(placeFrom(component, variable)),
    id: id ?? null,
    type: monitorTypeFrom[type],
    status: statusFrom[status],
    reason: reasonFrom(statusInfo),
  };
}

/** A result repeats what was asked, except the value: each answers the first open wish that fits. */
function takeMatching(
  open: MonitorRequest[],
  { component, variable, type, severity }: SetMonitoringResultType,
): MonitorRequest | undefined {
  const { name } = namedPlace(placeFrom(component, variable));
  const index = open.findIndex(
    (monitor) =>
      namedPlace(monitor.place).name === name &&
      monitor.type === monitorTypeFrom[type] &&
      monitor.severity === severity,
  );
  return index < 0 ? undefined : open.splice(index, 1)[0];
}
