import { present } from '#base/present.ts';
import { byStatus, type Translator } from '../../command.ts';
import { cannotSayPurpose, lacks16 } from '../../shared/schedules/losses.ts';
import { wirePurpose16, writeProfile16 } from '../../shared/schedules/profile16.ts';
import { readPlan } from '../../shared/schedules/read-schedule.ts';
import { notSaid, setSchedule as setAnySchedule } from '../../shared/schedules/set-schedule.ts';
import type { Messages } from '../messages.generated.ts';

export const setSchedule: Translator<Messages, 'set-schedule'> = (input, context) =>
  setAnySchedule(input, context, {
    lacks: lacks16,
    replacesSameLevel: true,
    send: (schedule) =>
      context.call('SetChargingProfile', {
        connectorId: schedule.evseId,
        csChargingProfiles: writeProfile16(schedule),
      }),
  });

export const clearSchedules: Translator<Messages, 'clear-schedules'> = async (
  choice,
  { call, charging, stationId },
) => {
  const { scheduleId, evseId, purpose, stackLevel } = choice;
  const unsayable = purpose && cannotSayPurpose(purpose, lacks16);
  if (unsayable !== undefined) return notSaid(unsayable);
  const response = await call(
    'ClearChargingProfile',
    present({
      id: scheduleId,
      connectorId: evseId,
      chargingProfilePurpose: purpose && wirePurpose16(purpose),
      stackLevel,
    }),
  );
  await charging.schedules.recordCleared({ stationId, choice });
  return byStatus(response);
};

export const getCompositeSchedule: Translator<Messages, 'get-composite-schedule'> = async (
  { evseId, durationSeconds, unit },
  { call, charging, stationId },
) => {
  const asked = present({ connectorId: evseId, duration: durationSeconds, chargingRateUnit: unit });
  const { status, scheduleStart, chargingSchedule } = await call('GetCompositeSchedule', asked);
  if (status !== 'Accepted' || chargingSchedule === undefined) return byStatus({ status });
  // 1.6 tells the start beside the schedule as well, and some stations only there.
  const plan = readPlan(
    present({ ...chargingSchedule, startSchedule: chargingSchedule.startSchedule ?? scheduleStart }),
  );
  await charging.schedules.recordComposite({ stationId, evseId, plan });
  return byStatus({ status }, ['Accepted'], { answer: { evseId, ...plan } });
};
