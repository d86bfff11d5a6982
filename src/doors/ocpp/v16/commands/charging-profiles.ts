import { present } from '#base/present.ts';
import { byStatus, type Translator } from '../../command.ts';
import { cannotSayPurpose, lacks16 } from '../../shared/charging-profiles/losses.ts';
import { readSchedule } from '../../shared/charging-profiles/read-profile.ts';
import { notSaid, setChargingProfile as setProfile } from '../../shared/charging-profiles/set-profile.ts';
import { wirePurpose16, writeProfile16 } from '../../shared/charging-profiles/write-profile16.ts';
import type { Messages } from '../messages.generated.ts';

export const setChargingProfile: Translator<Messages, 'set-charging-profile'> = (input, context) =>
  setProfile(input, context, {
    lacks: lacks16,
    replacesSameLevel: true,
    send: (profile) =>
      context.call('SetChargingProfile', {
        connectorId: profile.evseId,
        csChargingProfiles: writeProfile16(profile),
      }),
  });

export const clearChargingProfiles: Translator<Messages, 'clear-charging-profiles'> = async (
  choice,
  { call, charging, stationId },
) => {
  const { chargingProfileId, evseId, purpose, stackLevel } = choice;
  const unsayable = purpose && cannotSayPurpose(purpose, lacks16);
  if (unsayable !== undefined) return notSaid(unsayable);
  const response = await call(
    'ClearChargingProfile',
    present({
      id: chargingProfileId,
      connectorId: evseId,
      chargingProfilePurpose: purpose && wirePurpose16(purpose),
      stackLevel,
    }),
  );
  await charging.chargingProfiles.recordCleared({ stationId, choice });
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
  const ours = readSchedule(
    present({ ...chargingSchedule, startSchedule: chargingSchedule.startSchedule ?? scheduleStart }),
  );
  await charging.chargingProfiles.recordComposite({ stationId, evseId, schedule: ours });
  return byStatus({ status }, ['Accepted'], { answer: { evseId, ...ours } });
};
