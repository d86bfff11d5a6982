import type { ErrorCode, SigecError } from '#base/errors.ts';
import { type Sentence, sentenceOf } from '#contract/problems/problem-words.ts';
import type { Connector, Station } from '#contract/stations/station.ts';
import { problemOf } from '../problem.ts';
import type { HeldReservation, ReservationSkills, RunningSession } from './conflict-facts.ts';

export type WantedReservation = {
  stationId: string;
  evseId: number | null;
  connectorType: string | null;
  tokenId: string;
  startsAt: Date;
  expiresAt: Date;
  /** It begins later: what is so now need not be so then. */
  isPlanned: boolean;
};

export type ConflictFacts = {
  station: Pick<Station, 'link' | 'connectors'>;
  skills: ReservationSkills;
  running: readonly RunningSession[];
  /** Of the station, and of the token at the same site; the one that is replaced is not among them. */
  overlapping: readonly HeldReservation[];
};

type Rule = (wanted: WantedReservation, facts: ConflictFacts) => SigecError | null;

/** Why it cannot be reserved, and what to do instead; null: as far as we know it can. The station has the last word. */
export function findConflict(wanted: WantedReservation, facts: ConflictFacts): SigecError | null {
  for (const rule of rules) {
    const conflict = rule(wanted, facts);
    if (conflict !== null) return conflict;
  }
  return null;
}

const isOnline: Rule = ({ stationId, isPlanned }, { station: { link } }) => {
  if (link.state === 'pending')
    return conflict('station-not-accepted', sentenceOf('reserve-not-accepted', { stationId }));
  if (isPlanned || link.state === 'online') return null;
  return conflict(
    'station-offline',
    link.since === null
      ? sentenceOf('reserve-offline', { stationId })
      : sentenceOf('reserve-offline-since', { stationId, since: link.since }),
    { since: link.since },
    'STATION_OFFLINE',
  );
};

const canReserve: Rule = ({ stationId, evseId }, { skills }) => {
  if (skills.hasReservations === false)
    return conflict('no-reservations', sentenceOf('reserve-no-reservations', { stationId }));
  if (evseId === null && skills.keepsAny === false)
    return conflict('no-any-evse', sentenceOf('reserve-no-any-evse', { stationId }), {}, 'INVALID_INPUT');
  return null;
};

const hasEvse: Rule = ({ stationId, evseId }, { station }) => {
  const known = evseIds(station.connectors);
  if (evseId === null || known.length === 0 || known.includes(evseId)) return null;
  return conflict(
    'no-such-evse',
    sentenceOf('reserve-no-evse', { stationId, evseId, known }),
    { evseIds: known },
    'INVALID_INPUT',
  );
};

const hasType: Rule = ({ stationId, evseId, connectorType }, { skills }) => {
  if (connectorType === null) return null;
  const here = skills.connectorTypes.filter((known) => evseId === null || known.evseId === evseId);
  if (here.length === 0 || here.some(({ type }) => isSameType(type, connectorType))) return null;
  const types = [...new Set(here.map(({ type }) => type))];
  return conflict(
    'no-such-connector',
    evseId === null
      ? sentenceOf('reserve-no-connector', { stationId, connectorType, known: types })
      : sentenceOf('reserve-no-connector-at-evse', { stationId, evseId, connectorType, known: types }),
    { connectorTypes: types },
    'INVALID_INPUT',
  );
};

const isFree: Rule = ({ stationId, evseId, isPlanned }, { station, running }) => {
  if (isPlanned) return null;
  const whole = station.connectors.find((connector) => connector.evseId === 0);
  if (whole !== undefined && isOut(whole))
    return conflict(
      'unavailable',
      sentenceOf(isFaulted(whole) ? 'reserve-station-faulted' : 'reserve-station-out', { stationId }),
    );
  if (evseId === null) return null;
  const here = station.connectors.filter((connector) => connector.evseId === evseId);
  const [first] = here;
  if (first !== undefined && here.every(isOut))
    return conflict(
      'unavailable',
      sentenceOf(isFaulted(first) ? 'reserve-evse-faulted' : 'reserve-evse-out', { stationId, evseId }),
    );
  const session = running.find((one) => one.evseId === evseId);
  if (session !== undefined)
    return conflict(
      'evse-occupied',
      sentenceOf('reserve-evse-charging', {
        stationId,
        evseId,
        sessionId: session.id,
        since: session.startedAt.toISOString(),
      }),
      { sessionId: session.id },
    );
  if (here.some(({ status }) => status === 'occupied'))
    return conflict('evse-occupied', sentenceOf('reserve-evse-plugged', { stationId, evseId }));
  return null;
};

const isNotReserved: Rule = ({ stationId, evseId }, { overlapping }) => {
  const other = overlapping.find((one) => one.stationId === stationId && one.evseId !== null && one.evseId === evseId);
  if (other === undefined || evseId === null) return null;
  const [from, until] = [other.startsAt.toISOString(), other.expiresAt.toISOString()];
  return conflict(
    'evse-reserved',
    sentenceOf('reserve-evse-reserved', { stationId, evseId, from, until, reservationId: other.id }),
    { reservationId: other.id, freeFrom: until },
  );
};

/** Each reservation takes one EVSE, named or not: there must be one left at every moment of the time. */
const isOneLeft: Rule = (wanted, { station, skills, running, overlapping }) => {
  const { stationId, connectorType, isPlanned } = wanted;
  const ofType = evseIds(station.connectors).filter((evseId) => {
    const types = skills.connectorTypes.filter((known) => known.evseId === evseId);
    return connectorType === null || types.length === 0 || types.some(({ type }) => isSameType(type, connectorType));
  });
  if (ofType.length === 0) return null; // nobody knows how many there are
  const usable = isPlanned ? ofType : ofType.filter((evseId) => isUsable(evseId, station.connectors, running));
  const there = overlapping.filter(
    (one) => one.stationId === stationId && (one.evseId === null || usable.includes(one.evseId)),
  );
  const taken = maxAtOnce(wanted, there);
  if (usable.length > taken.length) return null;
  if (usable.length === 0) return conflict('evse-occupied', sentenceOf('reserve-none-free', { stationId }));
  const until = taken.map(({ expiresAt }) => expiresAt.toISOString()).toSorted()[0] ?? '';
  return conflict('all-reserved', sentenceOf('reserve-all-reserved', { stationId, count: usable.length, until }), {
    reservationIds: taken.map(({ id }) => id),
    freeFrom: until,
  });
};

const hasNoOther: Rule = ({ tokenId }, { overlapping }) => {
  const own = overlapping.find((one) => one.tokenId === tokenId);
  if (own === undefined) return null;
  return conflict(
    'token-has-one',
    sentenceOf('reserve-token-has-one', {
      reservationId: own.id,
      stationId: own.stationId,
      until: own.expiresAt.toISOString(),
    }),
    { reservationId: own.id, stationId: own.stationId },
  );
};

const rules: readonly Rule[] = [isOnline, canReserve, hasEvse, hasType, isFree, isNotReserved, hasNoOther, isOneLeft];

export function conflict(
  name: string,
  sentence: Sentence,
  details: Record<string, unknown> = {},
  code: ErrorCode = 'CONFLICT',
): SigecError {
  return problemOf(code, sentence, { conflict: name, ...details });
}

/** It can only become fuller when another one begins. */
function maxAtOnce({ startsAt }: WantedReservation, overlapping: readonly HeldReservation[]): HeldReservation[] {
  const moments = [startsAt, ...overlapping.map((one) => one.startsAt).filter((begin) => begin > startsAt)];
  const at = moments.map((moment) => overlapping.filter((one) => one.startsAt <= moment && one.expiresAt > moment));
  return at.reduce((most, here) => (here.length > most.length ? here : most));
}

function evseIds(connectors: readonly Connector[]): number[] {
  return [...new Set(connectors.map(({ evseId }) => evseId).filter((evseId) => evseId > 0))];
}

function isUsable(evseId: number, connectors: readonly Connector[], running: readonly RunningSession[]): boolean {
  const here = connectors.filter((connector) => connector.evseId === evseId);
  if (running.some((session) => session.evseId === evseId)) return false;
  return here.some((connector) => !isOut(connector)) && !here.some(({ status }) => status === 'occupied');
}

function isOut({ status }: Connector): boolean {
  return status === 'faulted' || status === 'unavailable';
}

function isFaulted({ status }: Connector): boolean {
  return status === 'faulted';
}

function isSameType(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
