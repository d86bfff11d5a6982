import type { OcppVersion } from '#contract/stations/station.ts';
import type { SimulatedStation } from './station.ts';

/** What really happened in a session, by the meter it ran through, whatever was told of it. */
export type TrueSession = {
  stationId: string;
  version: OcppVersion;
  evseId: number;
  /** Its OCPP transaction id; in 1.6 null until the server has given it one. */
  ref: string | null;
  token: string;
  isEnded: boolean;
  deliveredWh: number;
  isUntold: boolean;
  discarded: number;
};

export function truthOf(stations: readonly SimulatedStation[]): TrueSession[] {
  return stations.flatMap((station) =>
    station.sessions.all.map((session) => ({
      stationId: station.id,
      version: station.version,
      evseId: session.evseId,
      ref: station.version === '1.6' && !/^\d+$/.test(session.ref) ? null : session.ref,
      token: session.token,
      isEnded: session.isEnded,
      deliveredWh: station.sessions.deliveredWh(session),
      isUntold: station.sessions.isUntold(session),
      discarded: session.discarded,
    })),
  );
}

export type TruthSummary = { sessions: number; ended: number; deliveredWh: number; discarded: number };

export function summaryOf(truth: readonly TrueSession[]): TruthSummary {
  return {
    sessions: truth.length,
    ended: truth.filter(({ isEnded }) => isEnded).length,
    deliveredWh: truth.reduce((sum, { deliveredWh }) => sum + deliveredWh, 0),
    discarded: truth.reduce((sum, { discarded }) => sum + discarded, 0),
  };
}
