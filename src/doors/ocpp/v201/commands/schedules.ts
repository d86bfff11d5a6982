import { present } from '#base/present.ts';
import { byStatus, type Translator } from '../../command.ts';
import { cannotSayPurpose, type Lacks, lacks201 } from '../../shared/schedules/losses.ts';
import { readPlan } from '../../shared/schedules/read-schedule.ts';
import { notSaid, setSchedule as setAnySchedule } from '../../shared/schedules/set-schedule.ts';
import { wirePurpose } from '../../shared/schedules/wire-words.ts';
import { writeProfile } from '../../shared/schedules/write-schedule.ts';
import type { Messages } from '../messages.generated.ts';

type Purpose = NonNullable<Messages['GetChargingProfiles']['request']['chargingProfile']['chargingProfilePurpose']>;
type Profile = Messages['SetChargingProfile']['request']['chargingProfile'];

export const setSchedule: Translator<Messages, 'set-schedule'> = (input, context) =>
  setAnySchedule(input, context, {
    lacks: lacks201,
    replacesSameLevel: false,
    send: (schedule) =>
      context.call('SetChargingProfile', {
        evseId: schedule.evseId,
        chargingProfile: writeProfile(schedule) as Profile, // what 2.0.1 lacks was left out
      }),
  });

/** K10: by its number, or by what it is. */
export const clearSchedulesWith =
  (lacks: Lacks): Translator<Messages, 'clear-schedules'> =>
  async (choice, { call, charging, stationId }) => {
    const { scheduleId, evseId, purpose, stackLevel } = choice;
    const unsayable = purpose && cannotSayPurpose(purpose, lacks);
    if (unsayable !== undefined) return notSaid(unsayable);
    const criteria = present({
      evseId,
      chargingProfilePurpose: purpose && (wirePurpose[purpose] as Purpose),
      stackLevel,
    });
    const hasCriteria = Object.keys(criteria).length > 0 || scheduleId === undefined;
    const response = await call(
      'ClearChargingProfile',
      present({ chargingProfileId: scheduleId, chargingProfileCriteria: hasCriteria ? criteria : undefined }),
    );
    await charging.schedules.recordCleared({ stationId, choice });
    return byStatus(response);
  };
export const clearSchedules = clearSchedulesWith(lacks201);

/** K09: the schedules themselves follow in ReportChargingProfiles. */
export const getSchedulesWith =
  (lacks: Lacks): Translator<Messages, 'get-schedules'> =>
  async (input, context) => {
    const { scheduleIds, evseId, purpose, stackLevel, sources } = input;
    const { requestId, stationId, charging } = context;
    const unsayable = purpose && cannotSayPurpose(purpose, lacks);
    if (unsayable !== undefined) return notSaid(unsayable);
    const response = await context.call('GetChargingProfiles', {
      requestId,
      ...present({ evseId }),
      chargingProfile: present({
        chargingProfileId: scheduleIds,
        chargingProfilePurpose: purpose && (wirePurpose[purpose] as Purpose),
        stackLevel,
        chargingLimitSource: sources,
      }),
    });
    const hasSchedules = response.status === 'Accepted';
    // Of chosen sources or numbers we cannot tell which of ours are meant.
    if (!hasSchedules && sources === undefined && scheduleIds === undefined)
      await charging.schedules.recordNoneHeld({ stationId, requestId, choice: { evseId, purpose, stackLevel } });
    return byStatus(response, ['Accepted', 'NoProfiles'], { answer: { hasSchedules } });
  };
export const getSchedules = getSchedulesWith(lacks201);

export const getCompositeSchedule: Translator<Messages, 'get-composite-schedule'> = async (
  { evseId, durationSeconds, unit },
  { call, charging, stationId },
) => {
  const asked = present({ evseId, duration: durationSeconds, chargingRateUnit: unit });
  const response = await call('GetCompositeSchedule', asked);
  const { status, schedule } = response;
  if (status !== 'Accepted' || schedule === undefined) return byStatus(response);
  const plan = readPlan({ ...schedule, startSchedule: schedule.scheduleStart });
  await charging.schedules.recordComposite({ stationId, evseId, plan });
  return byStatus(response, ['Accepted'], { answer: { evseId, ...plan } });
};
