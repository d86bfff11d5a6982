import type { ChargingProfile, SchedulePeriod } from '#contract/energy/charging-profile.ts';

/** What a station may be told: with or without the number that it gets on its way. */
export type HeldProfile = Omit<ChargingProfile, 'chargingProfileId' | 'sessionRef'>;

type Asked = { evseId: number; moment: number; voltageV: number; phases: 1 | 2 | 3 };

/**
 * The current per phase that a station has to keep to at a moment, by the rules of OCPP: of each purpose the highest stack level that
 * says something, the session's own profile in place of the default, and of all purposes the least. null: nothing limits it.
 * Below zero the car shall feed back.
 */
export function compositeA(profiles: readonly HeldProfile[], asked: Asked): number | null {
  const atPlace = profiles.filter(({ evseId }) => evseId === 0 || evseId === asked.evseId);
  const rateOf = (...purposes: readonly HeldProfile['purpose'][]) => {
    const speaking = atPlace
      .filter(({ purpose }) => purposes.includes(purpose))
      .flatMap((profile) => {
        const period = periodAt(profile, asked.moment);
        return period === undefined ? [] : [{ profile, period }];
      });
    const highest = speaking.toSorted((a, b) => b.profile.stackLevel - a.profile.stackLevel)[0];
    return highest === undefined ? undefined : inAmperes(highest.period, highest.profile.unit, asked);
  };
  const session = rateOf('tx-profile') ?? rateOf('tx-default-profile');
  const limits = [session, rateOf('charging-station-max-profile'), rateOf('charging-station-external-constraints')];
  const known = limits.filter((rate) => rate !== undefined);
  return known.length === 0 ? null : Math.min(...known);
}

function periodAt(profile: HeldProfile, moment: number): SchedulePeriod | undefined {
  const { validFrom, validTo, startsAt, durationSeconds, periods } = profile;
  if (validFrom !== undefined && moment < Date.parse(validFrom)) return undefined;
  if (validTo !== undefined && moment >= Date.parse(validTo)) return undefined;
  const seconds = startsAt === undefined ? 0 : (moment - Date.parse(startsAt)) / 1000;
  if (seconds < 0 || (durationSeconds !== undefined && seconds >= durationSeconds)) return undefined;
  return periods.findLast(({ startSeconds }) => startSeconds <= seconds);
}

function inAmperes({ limit, setpoint, phases }: SchedulePeriod, unit: 'A' | 'W', asked: Asked): number | undefined {
  const rate = setpoint ?? limit;
  if (rate === undefined) return undefined;
  // 2.x K01.FR.50: watts are divided by the nominal voltage; a profile has one digit behind the point.
  return unit === 'A' ? rate : Math.round((rate / (asked.voltageV * (phases ?? asked.phases))) * 10) / 10;
}
