import { byStatus, lossOf, type Translator } from '../../command.ts';
import { componentOf, variableOf } from '../device-model.ts';
import type { Messages } from '../messages.generated.ts';
import { wireMonitorType } from '../monitoring-words.ts';
import { monitorsOutcome, notSupported, wantedMonitors } from '../set-monitors.ts';
import { componentVariable } from './variables.ts';

const wireBase = {
  all: 'All',
  'factory-default': 'FactoryDefault',
  'hard-wired-only': 'HardWiredOnly',
} as const;

/** N03 */
export const setMonitoringBase: Translator<Messages, 'set-monitoring-base'> = async ({ base }, context) => {
  const outcome = byStatus(await context.call('SetMonitoringBase', { monitoringBase: wireBase[base] }));
  if (outcome.status === 'accepted') await context.charging.monitoring.recordBase(context.stationId, base);
  return outcome;
};

/** N05 */
export const setMonitoringLevel: Translator<Messages, 'set-monitoring-level'> = async ({ severity }, context) => {
  const outcome = byStatus(await context.call('SetMonitoringLevel', { severity }));
  if (outcome.status === 'accepted') await context.charging.monitoring.recordLevel(context.stationId, severity);
  return outcome;
};

/** N04. OCPP 2.0.1 has no streams and does not compare with a target. */
export const setMonitors: Translator<Messages, 'set-monitors'> = async (input, context) => {
  const wanted = wantedMonitors(input);
  const losses = wanted.flatMap((monitor, index) => [
    ...lossOf(monitor, { stream: 'OCPP 2.0.1 has no streams: each value is reported by itself' }).map((loss) => ({
      ...loss,
      field: `monitors.${index}.stream`,
    })),
    ...(hasType(monitor)
      ? []
      : [{ field: `monitors.${index}.type`, why: `OCPP 2.0.1 has no monitor ${monitor.type}` }]),
  ]);
  const sayable = wanted.filter(hasType);
  const response =
    sayable.length === 0
      ? { setMonitoringResult: [] }
      : await context.call('SetVariableMonitoring', {
          setMonitoringData: sayable.map(({ place, type, id, value, severity, onlyDuringSession }) => ({
            component: componentOf(place),
            variable: variableOf(place),
            type: wireMonitorType[type],
            value,
            severity,
            transaction: onlyDuringSession,
            ...(id !== undefined && { id }),
          })),
        });
  const refused = wanted.filter((monitor) => !hasType(monitor)).map(notSupported);
  const outcome = await monitorsOutcome(context, {
    wanted: sayable,
    told: response.setMonitoringResult,
    refused,
    losses,
  });
  return sayable.length === 0 ? { ...outcome, status: 'not-sent' } : outcome;
};

type MonitorRequest = ReturnType<typeof wantedMonitors>[number];
type Sayable = MonitorRequest & { type: Exclude<MonitorRequest['type'], 'target-delta' | 'target-delta-relative'> };

function hasType(monitor: MonitorRequest): monitor is Sayable {
  return monitor.type !== 'target-delta' && monitor.type !== 'target-delta-relative';
}

const clearedStatus = { Accepted: 'accepted', Rejected: 'rejected', NotFound: 'not-found' } as const;

/** N06: a monitor that the station does not have is gone for us too. */
export const clearMonitors: Translator<Messages, 'clear-monitors'> = async ({ ids }, context) => {
  const { clearMonitoringResult } = await context.call('ClearVariableMonitoring', { id: ids });
  const results = clearMonitoringResult.map(({ id, status }) => ({ id, status: clearedStatus[status] }));
  const gone = results.filter(({ status }) => status !== 'rejected').map(({ id }) => id);
  await context.charging.monitoring.recordCleared(context.stationId, gone);
  const refused = clearMonitoringResult.find(({ status }) => status !== 'Accepted');
  return byStatus(refused ?? { status: 'Accepted' }, ['Accepted'], { answer: { results } });
};

const wireCriterion = {
  threshold: 'ThresholdMonitoring',
  delta: 'DeltaMonitoring',
  periodic: 'PeriodicMonitoring',
} as const;

/** N02 */
export const getMonitoringReport: Translator<Messages, 'get-monitoring-report'> = async (
  { criteria, components },
  { stationId, requestId, charging, call },
) => {
  const isWhole = criteria === undefined && components === undefined;
  await charging.monitoring.expectReport({ stationId, requestId, isWhole });
  const response = await call('GetMonitoringReport', {
    requestId,
    ...(criteria && { monitoringCriteria: criteria.map((criterion) => wireCriterion[criterion]) }),
    ...(components && { componentVariable: components.map(componentVariable) }),
  });
  return byStatus(response, ['Accepted'], { answer: { requestId } });
};
