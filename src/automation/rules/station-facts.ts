import { SigecError } from '#base/errors.ts';
import type { Charging } from '#charging/open-charging.ts';
import type { ListedSession } from '#contract/sessions/session.ts';
import type { ConnectorActivity, Station } from '#contract/stations/station.ts';
import type { StationFacts } from './meets-conditions.ts';
import { hasSafetyCode, isSafetyAlert } from './safety-codes.ts';

export type FactsNow = StationFacts & {
  model: string;
  /** The code of the worst connector, for the record of what helps. */
  code: string;
  hasSafetyCode: boolean;
  runningSessions: readonly RunningSession[];
  faultedEvse: { evseId: number; connectorId: number } | null;
};

type RunningSession = Pick<ListedSession, 'id' | 'evseId' | 'powerW'>;

export type FactsOf = Pick<Charging, 'getStation' | 'sessions' | 'monitoring'>;

const dayMs = 86_400_000;
/** An alert of danger that nobody took back counts for so long while a connector is faulted, and for a day in any case. */
const dangerLastsMs = 30 * dayMs;
/** No station has more of them at once. */
const maxSessions = 100;
/** A station of OCPP 1.6 may charge without a session of ours: one that was begun elsewhere, or that waits in its queue. */
const chargingActivities: readonly (ConnectorActivity | null)[] = [
  'charging',
  'suspended-by-station',
  'suspended-by-vehicle',
];

/** How a station is now; null: there is none, or nobody accepted it yet. */
export async function stationFactsNow(charging: FactsOf, stationId: string, now: Date): Promise<FactsNow | null> {
  const station = await charging.getStation(stationId).catch(nullIfUnknown);
  if (station === null) return null;
  if (station.acceptedAt === null) return null;
  const { sessions } = await charging.sessions.find({ stationId, state: 'running', limit: maxSessions });
  const facts = ofStation(station);
  const since = new Date(now.getTime() - (facts.isFaulted ? dangerLastsMs : dayMs));
  const alerts = facts.hasSafetyCode ? [] : await charging.monitoring.standingAlerts(stationId, since);
  return {
    ...facts,
    hasSafetyCode: facts.hasSafetyCode || alerts.some(isSafetyAlert),
    isCharging: sessions.length > 0 || station.connectors.some(({ activity }) => chargingActivities.includes(activity)),
    runningSessions: sessions,
  };
}

function ofStation(station: Station): Omit<FactsNow, 'isCharging' | 'runningSessions'> {
  const faulted = station.connectors.filter(({ status }) => status === 'faulted');
  const worst = faulted.find(({ reason }) => hasSafetyCode(reason)) ?? faulted[0];
  return {
    isOnline: station.link.state === 'online',
    isFaulted: faulted.length > 0,
    model: [station.vendor, station.model].filter((text) => text !== null).join(' '),
    code: worst?.reason ?? '',
    // OCPP 1.6 may name a code beside any status: a cable that is cut while a car stands there.
    hasSafetyCode: station.connectors.some(({ status, reason }) => status !== 'available' && hasSafetyCode(reason)),
    faultedEvse:
      worst === undefined || worst.evseId === 0 ? null : { evseId: worst.evseId, connectorId: worst.connectorId },
  };
}

function nullIfUnknown(thrown: unknown): null {
  if (thrown instanceof SigecError && thrown.code === 'NOT_FOUND') return null;
  throw thrown;
}
