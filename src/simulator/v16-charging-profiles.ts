import type { SetChargingProfileRequest } from 'typed-ocpp/dist/ocpp16/types.js';
import type { HeldProfile } from './charging-profiles.ts';
import { type Handlers16, withStatus } from './dialect.ts';

type Profile16 = SetChargingProfileRequest['csChargingProfiles'];

export const chargingProfiles16 = {
  SetChargingProfile: ({ connectorId, csChargingProfiles }, station) => {
    const held = heldFrom(connectorId, csChargingProfiles);
    const isKnown = connectorId === 0 || station.connectors.find({ evseId: connectorId }).length > 0;
    const { transactionId, chargingProfilePurpose } = held.profile;
    const isOfSession = transactionId !== undefined && station.sessions.byRef(transactionId) !== undefined;
    if (!isKnown || (chargingProfilePurpose === 'TxProfile' && !isOfSession)) return withStatus('Rejected');
    if (station.profiles.refusalOf(held) !== undefined) return withStatus('Rejected');
    const twin = station.profiles.twinOf(held);
    if (twin !== undefined) station.profiles.clear({ chargingProfileId: twin.profile.id }); // §7.8: the new one replaces it
    station.profiles.put(held);
    return withStatus('Accepted');
  },

  ClearChargingProfile: ({ id, connectorId, chargingProfilePurpose, stackLevel }, { profiles }) => {
    const cleared = profiles.clear({
      ...(id !== undefined && { chargingProfileId: id }),
      chargingProfileCriteria: {
        ...(connectorId !== undefined && { evseId: connectorId }),
        ...(chargingProfilePurpose !== undefined && { chargingProfilePurpose: purposeIn2[chargingProfilePurpose] }),
        ...(stackLevel !== undefined && { stackLevel }),
      },
    });
    return withStatus(cleared > 0 ? 'Accepted' : 'Unknown');
  },

  GetCompositeSchedule: ({ connectorId, duration, chargingRateUnit = 'A' }, station) => {
    if (station.connectors.find({ evseId: connectorId }).length === 0) return withStatus('Rejected');
    const now = station.settings.clock.now();
    const asked = { evseId: connectorId, durationSeconds: duration, unit: chargingRateUnit, now };
    const chargingSchedulePeriod = station.profiles
      .composite(asked)
      .map(({ startPeriod, limit = 0 }) => ({ startPeriod, limit }));
    return {
      payload: {
        status: 'Accepted',
        connectorId,
        scheduleStart: now.toISOString(),
        chargingSchedule: { duration, chargingRateUnit, chargingSchedulePeriod },
      },
    };
  },
} satisfies Handlers16;

const purposeIn2 = {
  ChargePointMaxProfile: 'ChargingStationMaxProfile',
  TxDefaultProfile: 'TxDefaultProfile',
  TxProfile: 'TxProfile',
} as const satisfies Record<Profile16['chargingProfilePurpose'], string>;

/** A profile of 1.6 in the words of 2.x, in which the station keeps it. */
export function heldFrom(evseId: number, profile: Profile16): HeldProfile {
  const { chargingProfileId, chargingProfilePurpose, transactionId, chargingSchedule, ...rest } = profile;
  return {
    evseId,
    source: 'CSO',
    profile: {
      ...rest,
      id: chargingProfileId,
      chargingProfilePurpose: purposeIn2[chargingProfilePurpose],
      ...(transactionId !== undefined && { transactionId: String(transactionId) }),
      chargingSchedule: [{ id: 1, ...chargingSchedule }],
    },
  };
}
