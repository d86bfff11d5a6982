import { present } from '#base/present.ts';
import { byStatus, type Translator } from '../../command.ts';
import { cannotSayPurpose, type Lacks, lacks201 } from '../../shared/charging-profiles/losses.ts';
import { readSchedule } from '../../shared/charging-profiles/read-profile.ts';
import { notSaid, setChargingProfile as setProfile } from '../../shared/charging-profiles/set-profile.ts';
import { wirePurpose } from '../../shared/charging-profiles/wire-words.ts';
import { writeProfile } from '../../shared/charging-profiles/write-profile.ts';
import type { Messages } from '../messages.generated.ts';

type Purpose = NonNullable<Messages['GetChargingProfiles']['request']['chargingProfile']['chargingProfilePurpose']>;
type Profile = Messages['SetChargingProfile']['request']['chargingProfile'];

export const setChargingProfile: Translator<Messages, 'set-charging-profile'> = (input, context) =>
  setProfile(input, context, {
    lacks: lacks201,
    replacesSameLevel: false,
    send: (profile) =>
      context.call('SetChargingProfile', {
        evseId: profile.evseId,
        chargingProfile: writeProfile(profile) as Profile, // what 2.0.1 lacks was left out
      }),
  });

/** K10: by its number, or by what it is. */
export const clearChargingProfilesWith =
  (lacks: Lacks): Translator<Messages, 'clear-charging-profiles'> =>
  async (choice, { call, charging, stationId }) => {
    const { chargingProfileId, evseId, purpose, stackLevel } = choice;
    const unsayable = purpose && cannotSayPurpose(purpose, lacks);
    if (unsayable !== undefined) return notSaid(unsayable);
    const criteria = present({
      evseId,
      chargingProfilePurpose: purpose && (wirePurpose[purpose] as Purpose),
      stackLevel,
    });
    const hasCriteria = Object.keys(criteria).length > 0 || chargingProfileId === undefined;
    const response = await call(
      'ClearChargingProfile',
      present({ chargingProfileId, chargingProfileCriteria: hasCriteria ? criteria : undefined }),
    );
    await charging.chargingProfiles.recordCleared({ stationId, choice });
    return byStatus(response);
  };
export const clearChargingProfiles = clearChargingProfilesWith(lacks201);

/** K09: the profiles themselves follow in ReportChargingProfiles. */
export const getChargingProfilesWith =
  (lacks: Lacks): Translator<Messages, 'get-charging-profiles'> =>
  async (input, context) => {
    const { chargingProfileIds, evseId, purpose, stackLevel, sources } = input;
    const { requestId, stationId, charging } = context;
    const unsayable = purpose && cannotSayPurpose(purpose, lacks);
    if (unsayable !== undefined) return notSaid(unsayable);
    const response = await context.call('GetChargingProfiles', {
      requestId,
      ...present({ evseId }),
      chargingProfile: present({
        chargingProfileId: chargingProfileIds,
        chargingProfilePurpose: purpose && (wirePurpose[purpose] as Purpose),
        stackLevel,
        chargingLimitSource: sources,
      }),
    });
    const hasChargingProfiles = response.status === 'Accepted';
    // Of chosen sources or numbers we cannot tell which of ours are meant.
    if (!hasChargingProfiles && sources === undefined && chargingProfileIds === undefined)
      await charging.chargingProfiles.recordNoneHeld({ stationId, requestId, choice: { evseId, purpose, stackLevel } });
    return byStatus(response, ['Accepted', 'NoProfiles'], { answer: { hasChargingProfiles } });
  };
export const getChargingProfiles = getChargingProfilesWith(lacks201);

export const getCompositeSchedule: Translator<Messages, 'get-composite-schedule'> = async (
  { evseId, durationSeconds, unit },
  { call, charging, stationId },
) => {
  const asked = present({ evseId, duration: durationSeconds, chargingRateUnit: unit });
  const response = await call('GetCompositeSchedule', asked);
  const { status, schedule } = response;
  if (status !== 'Accepted' || schedule === undefined) return byStatus(response);
  const ours = readSchedule({ ...schedule, startSchedule: schedule.scheduleStart });
  await charging.chargingProfiles.recordComposite({ stationId, evseId, schedule: ours });
  return byStatus(response, ['Accepted'], { answer: { evseId, ...ours } });
};
