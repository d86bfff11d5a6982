import type { StreamPace } from '#contract/stations/monitoring.ts';
import { accepted, byStatus, type Translator } from '../../command.ts';
import { componentOf, variableOf } from '../../v201/device-model.ts';
import { wireMonitorType } from '../../v201/monitoring-words.ts';
import { monitorsOutcome, wantedMonitors } from '../../v201/set-monitors.ts';
import type { Messages } from '../messages.generated.ts';
import { streamFrom } from '../streams.ts';

/** N04, and N11 where a stream is asked for. */
export const setMonitors: Translator<Messages, 'set-monitors'> = async (input, context) => {
  const wanted = wantedMonitors(input);
  const { setMonitoringResult } = await context.call('SetVariableMonitoring', {
    setMonitoringData: wanted.map(({ place, type, id, value, severity, onlyDuringSession, stream }) => ({
      component: componentOf(place),
      variable: variableOf(place),
      type: wireMonitorType[type],
      value,
      severity,
      transaction: onlyDuringSession,
      ...(id !== undefined && { id }),
      ...(stream && { periodicEventStream: wirePace(stream) }),
    })),
  });
  return monitorsOutcome(context, { wanted, told: setMonitoringResult });
};

/** N14 */
export const adjustStream: Translator<Messages, 'adjust-stream'> = async ({ id, pace }, context) => {
  const outcome = byStatus(await context.call('AdjustPeriodicEventStream', { id, params: wirePace(pace) }));
  if (outcome.status === 'accepted') {
    const { intervalSeconds = null, values = null } = pace;
    await context.charging.streams.recordPace(context.stationId, { id, intervalSeconds, values });
  }
  return outcome;
};

/** N12 */
export const getStreams: Translator<Messages, 'get-streams'> = async (_input, { stationId, charging, call }) => {
  const { constantStreamData = [] } = await call('GetPeriodicEventStream', {});
  await charging.streams.recordOpen(stationId, constantStreamData.map(streamFrom));
  return accepted({ answer: { open: constantStreamData.length } });
};

function wirePace({ intervalSeconds, values }: StreamPace) {
  return {
    ...(intervalSeconds !== undefined && { interval: intervalSeconds }),
    ...(values !== undefined && { values }),
  };
}
