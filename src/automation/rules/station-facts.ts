import { SigecError } from '#base/errors.ts';
import type { Charging } from '#charging/open-charging.ts';
import type { Station } from '#contract/stations/station.ts';
import type { StationFacts } from './meets-conditions.ts';
import { hasSafetyCode } from './safety-codes.ts';

export type FactsNow = StationFacts & {
  model: string;
  /** The code of the worst connector, for the record of what helps. */
  code: string;
  hasSafetyCode: boolean;
  runningSessionId: string | null;
  faultedEvse: { evseId: number; connectorId: number } | null;
};

/** How a station is now; null: there is none, or nobody accepted it yet. */
export async function stationFactsNow(
  charging: Pick<Charging, 'getStation' | 'sessions'>,
  stationId: string,
): Promise<FactsNow | null> {
  const station = await charging.getStation(stationId).catch(nullIfUnknown);
  if (station === null) return null;
  if (station.acceptedAt === null) return null;
  const { sessions } = await charging.sessions.find({ stationId, state: 'running', limit: 1 });
  return { ...ofStation(station), isCharging: sessions.length > 0, runningSessionId: sessions[0]?.id ?? null };
}

function ofStation(station: Station): Omit<FactsNow, 'isCharging' | 'runningSessionId'> {
  const faulted = station.connectors.filter(({ status }) => status === 'faulted');
  const worst = faulted.find(({ reason }) => hasSafetyCode(reason)) ?? faulted[0];
  return {
    isOnline: station.link.state === 'online',
    isFaulted: faulted.length > 0,
    model: [station.vendor, station.model].filter((text) => text !== null).join(' '),
    code: worst?.reason ?? '',
    hasSafetyCode: faulted.some(({ reason }) => hasSafetyCode(reason)),
    faultedEvse:
      worst === undefined || worst.evseId === 0 ? null : { evseId: worst.evseId, connectorId: worst.connectorId },
  };
}

function nullIfUnknown(thrown: unknown): null {
  if (thrown instanceof SigecError && thrown.code === 'NOT_FOUND') return null;
  throw thrown;
}
