import type { StationControls } from './dialect.ts';
import type { SimulatedSession } from './session-fact.ts';

export type Presented = {
  evseId: number;
  token: string;
  type?: string;
  /** The cable comes afterwards; until then no energy flows. */
  isBeforeCable?: boolean;
};

export type Reaction = 'started' | 'stopped' | 'refused' | 'reserved-for-others';

/** A driver stands at an EVSE: begins to charge, or ends it with the same token, one of its group, or a master pass. */
export async function presentToken(station: StationControls, presented: Presented): Promise<Reaction> {
  const { evseId, token, type, isBeforeCable = false } = presented;
  const running = runningAt(station, evseId);
  if (running !== undefined && running.token.toLowerCase() === token.toLowerCase()) {
    station.sessions.stop(running, 'Local'); // E07: its own token needs no asking
    return 'stopped';
  }
  const { status, group } = await station.tokens.authorize(token, type);
  if (status !== 'Accepted') return 'refused';
  if (running !== undefined) return stopForeign(station, { running, group });
  if (runningAt(station, evseId) !== undefined) return 'refused'; // another was faster while the server was asked
  const reservation = station.reservations.claim(evseId, { token, group });
  if (reservation === false) return 'reserved-for-others';
  if (reservation !== null) station.reservations.use(reservation.id);
  const start = { evseId, token, tokenType: type, ...(reservation && { reservationId: reservation.id }) };
  if (isBeforeCable || station.visits.vehicleAt(evseId) !== undefined) station.visits.authorized(start);
  else station.sessions.start(start);
  return 'started';
}

/** A cable that waits for a token is nobody's session yet. */
function runningAt({ sessions }: StationControls, evseId: number) {
  const running = sessions.running(evseId);
  return running?.token === '' ? undefined : running;
}

/** C09, C16: who else may end a session. */
async function stopForeign(
  station: StationControls,
  { running, group }: { running: SimulatedSession; group: string | null },
): Promise<Reaction> {
  if (group === null) return 'refused';
  const masterPass = station.setting('AuthCtrlr', 'MasterPassGroupId');
  if (group === masterPass) {
    station.sessions.stop(running, 'MasterPass');
    return 'stopped';
  }
  if ((await station.tokens.authorize(running.token)).group !== group) return 'refused';
  station.sessions.stop(running, 'Local');
  return 'stopped';
}
