import type {
  MonitorEnumType,
  MonitoringCriterionEnumType,
  SetMonitoringDataType,
  SetMonitoringResultType,
} from 'typed-ocpp/dist/ocpp21/types.js';
import { type Handlers2, type StationControls, withStatus } from './dialect.ts';
import type { SimulatedMonitor } from './monitors.ts';
import { componentOf, covers, placeFrom, unknownPart, variableOf } from './v2-device-model.ts';

export const monitoring2 = {
  SetMonitoringBase: ({ monitoringBase }, { monitors }) => {
    if (monitoringBase !== 'All') monitors.all.clear(); // all it has are custom ones (N03.FR.04)
    return withStatus('Accepted');
  },

  SetMonitoringLevel: ({ severity }, { monitors }) => {
    if (severity > 9) return withStatus('Rejected');
    monitors.level = severity;
    return withStatus('Accepted');
  },

  SetVariableMonitoring: ({ setMonitoringData }, station) => {
    const set = setMonitoringData.map((wanted) => ({ wanted, result: setMonitor(wanted, station) }));
    return {
      payload: { setMonitoringResult: set.map(({ result }) => result) },
      afterwards() {
        for (const { wanted, result } of set)
          if (wanted.periodicEventStream !== undefined && result.id !== undefined)
            void openStream(station, result.id, wanted.periodicEventStream);
      },
    };
  },

  ClearVariableMonitoring: ({ id }, station) => ({
    payload: {
      clearMonitoringResult: id.map((one) => ({
        id: one,
        status: station.monitors.clear(one) ? ('Accepted' as const) : ('NotFound' as const),
      })),
    },
    afterwards() {
      const ended = id.flatMap((one) => station.streams.endOf(one));
      for (const one of ended) void station.say('ClosePeriodicEventStream', { id: one });
    },
  }),

  GetMonitoringReport: ({ requestId, componentVariable, monitoringCriteria }, station) => {
    const wanted = [...station.monitors.all.values()].filter(
      ({ place, type }) =>
        (componentVariable?.some((asked) => covers(asked, place)) ?? true) &&
        (monitoringCriteria?.includes(criterionOf[type]) ?? true),
    );
    if (wanted.length === 0) return withStatus('EmptyResultSet');
    return withStatus('Accepted', () => report(station, requestId, wanted));
  },
} satisfies Handlers2;

/** Only 2.1 has streams. */
export const streams21 = {
  AdjustPeriodicEventStream: ({ id, params }, { streams }) =>
    withStatus(streams.adjust(id, params) ? 'Accepted' : 'Rejected'),
  GetPeriodicEventStream: (_request, { streams }) => ({
    payload: streams.all.length === 0 ? {} : { constantStreamData: streams.all },
  }),
} satisfies Handlers2;

const criterionOf = {
  UpperThreshold: 'ThresholdMonitoring',
  LowerThreshold: 'ThresholdMonitoring',
  Delta: 'DeltaMonitoring',
  TargetDelta: 'DeltaMonitoring',
  TargetDeltaRelative: 'DeltaMonitoring',
  Periodic: 'PeriodicMonitoring',
  PeriodicClockAligned: 'PeriodicMonitoring',
} satisfies Record<MonitorEnumType, MonitoringCriterionEnumType>;

function setMonitor(wanted: SetMonitoringDataType, station: StationControls): SetMonitoringResultType {
  const { component, variable, type, severity, value, transaction = false, id } = wanted;
  const place = placeFrom(component, variable);
  const found = station.deviceModel.find(place);
  const about = { component, variable, type, severity };
  if (found === undefined) return { ...about, status: unknownPart(station.deviceModel, place) };
  if (found.isMonitorable !== true) return { ...about, status: 'UnsupportedMonitorType' };
  const monitor = station.monitors.put({ place, type, value, severity, transaction }, id);
  return { ...about, id: monitor.id, status: 'Accepted' };
}

async function openStream(
  station: StationControls,
  monitorId: number,
  params: NonNullable<SetMonitoringDataType['periodicEventStream']>,
): Promise<void> {
  const constantStreamData = station.streams.propose(monitorId, params);
  const answer = await station.say('OpenPeriodicEventStream', { constantStreamData });
  if (answer !== undefined && 'status' in answer && answer.status === 'Accepted')
    station.streams.begin(constantStreamData);
}

function report(station: StationControls, requestId: number, monitors: readonly SimulatedMonitor[]): void {
  const generatedAt = new Date().toISOString();
  monitors.forEach(({ place, id, type, value, severity, transaction }, seqNo) => {
    const origin = station.version === '2.1' ? { eventNotificationType: 'CustomMonitor' } : {};
    const variableMonitoring = [{ id, type, value, severity, transaction, ...origin }];
    const monitor = [{ component: componentOf(place), variable: variableOf(place), variableMonitoring }];
    void station.say('NotifyMonitoringReport', {
      requestId,
      generatedAt,
      seqNo,
      tbc: seqNo < monitors.length - 1,
      monitor,
    });
  });
}

/** A watched variable has a new value: what the station has to tell about it. */
export function observe2(station: StationControls, place: ReturnType<typeof placeFrom>, value: string): void {
  const at = Date.now();
  for (const observation of station.monitors.observe(place, value)) {
    const { monitor } = observation;
    const streamed =
      observation.kind === 'sample' ? station.streams.gather(monitor.id, value, at) : { isStreamed: false };
    if (streamed.message !== undefined) station.send('NotifyPeriodicEventStream', streamed.message);
    if (streamed.isStreamed) continue;
    const { event } =
      observation.kind === 'event'
        ? observation
        : station.monitors.event(monitor, { trigger: 'Periodic', actualValue: observation.value });
    const timestamp = new Date(at).toISOString();
    const severity = station.version === '2.1' ? { severity: monitor.severity } : {};
    void station.say('NotifyEvent', {
      generatedAt: timestamp,
      seqNo: 0,
      eventData: [
        {
          ...event,
          timestamp,
          component: componentOf(place),
          variable: variableOf(place),
          variableMonitoringId: monitor.id,
          eventNotificationType: 'CustomMonitor',
          ...severity,
        },
      ],
    });
  }
}
