import type { NotifyEVChargingNeedsRequest, ReportChargingProfilesRequest } from 'typed-ocpp/dist/ocpp21/types.js';
import type { HeldProfile } from './charging-profiles.ts';
import { type Handlers2, type StationControls, withStatus } from './dialect.ts';

/** Smart charging as 2.0.1 and 2.1 share it. */
export const chargingProfiles2 = {
  SetChargingProfile: ({ evseId, chargingProfile }, station) => {
    const held: HeldProfile = { evseId, profile: chargingProfile, source: 'CSO' };
    const reasonCode = whyRefused(held, station);
    if (reasonCode !== undefined) return { payload: { status: 'Rejected', statusInfo: { reasonCode } } };
    station.profiles.put(held);
    return withStatus('Accepted', () => negotiate(held, station));
  },

  ClearChargingProfile: (request, { profiles }) => withStatus(profiles.clear(request) > 0 ? 'Accepted' : 'Unknown'),

  GetChargingProfiles: ({ requestId, evseId, chargingProfile }, station) => {
    const found = station.profiles.find(evseId, chargingProfile);
    if (found.length === 0) return withStatus('NoProfiles');
    return withStatus('Accepted', () => report(station, requestId, found));
  },

  GetCompositeSchedule: ({ evseId, duration, chargingRateUnit = 'W' }, station) => {
    if (evseId > 0 && station.connectors.find({ evseId }).length === 0) return withStatus('Rejected');
    const now = station.settings.clock.now();
    const asked = { evseId, durationSeconds: duration, unit: chargingRateUnit, now };
    return {
      payload: {
        status: 'Accepted',
        schedule: {
          evseId,
          duration,
          scheduleStart: now.toISOString(),
          chargingRateUnit,
          chargingSchedulePeriod: station.profiles.composite(asked),
        },
      },
    };
  },
} satisfies Handlers2;

/** K01: what a station must not take. */
function whyRefused(held: HeldProfile, station: StationControls): string | undefined {
  const { evseId, profile } = held;
  if (evseId > 0 && station.connectors.find({ evseId }).length === 0) return 'UnknownEvse';
  if (profile.chargingProfilePurpose === 'ChargingStationExternalConstraints') return 'InvalidProfile';
  const { transactionId } = profile;
  if (profile.chargingProfilePurpose === 'TxProfile') {
    if (transactionId === undefined) return 'MissingParam';
    if (station.sessions.byRef(transactionId) === undefined) return 'TxNotFound';
  }
  return station.profiles.twinOf(held) === undefined ? station.profiles.refusalOf(held) : 'DuplicateProfile';
}

/** K15: the car at an EVSE tells what it needs. */
export function tellNeeds(station: StationControls, needs: NotifyEVChargingNeedsRequest): Promise<object | undefined> {
  station.profiles.negotiating.add(needs.evseId);
  return station.say('NotifyEVChargingNeeds', needs);
}

/** K15: a car that has told its needs answers with what it will draw, which here is what it may. */
function negotiate({ evseId, profile }: HeldProfile, station: StationControls): void {
  const [chargingSchedule] = profile.chargingSchedule;
  if (profile.chargingProfilePurpose !== 'TxProfile' || !station.profiles.negotiating.has(evseId)) return;
  const timeBase = chargingSchedule?.startSchedule ?? new Date().toISOString();
  void station.say('NotifyEVChargingSchedule', { evseId, timeBase, chargingSchedule });
}

/** One message per place and source, as their fields demand. */
function report(station: StationControls, requestId: number, found: readonly HeldProfile[]): void {
  const parts = [...Map.groupBy(found, ({ evseId, source }) => `${evseId} ${source}`).values()];
  parts.forEach((held, index) => {
    const [{ evseId, source } = { evseId: 0, source: 'CSO' }] = held;
    const part: ReportChargingProfilesRequest = {
      requestId,
      evseId,
      chargingLimitSource: source,
      chargingProfile: held.map(({ profile }) => profile),
      tbc: index < parts.length - 1,
    };
    void station.say('ReportChargingProfiles', part);
  });
}
