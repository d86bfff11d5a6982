import { outlet, type RegisterReading } from '../energy/register-readings.ts';
import { type SessionFact, sessionFactKinds, type ToldFact } from '../record/session-fact.ts';

/** A register as it is kept: the time when it is the event's, the outlet, and no mark go without saying. */
type KeptReading = { mwh: number } & Partial<RegisterReading>;

/** What a station told, as the ledger keeps it: what is missing is null, or false. */
type KeptTold = Pick<ToldFact, 'ref' | 'type' | 'at'> &
  Partial<Omit<ToldFact, 'registers'>> & { registers?: readonly KeptReading[] };

export type KeptFact = KeptTold | SessionFact;

/** Without what goes without saying, an event costs half: most of what it could tell, it does not. */
export function keptFact(told: ToldFact): KeptTold {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(told)) {
    if (value !== null && value !== false && name !== 'registers') kept[name] = value;
  }
  if (told.registers.length > 0) kept['registers'] = told.registers.map((reading) => keptReading(reading, told.at));
  return kept as KeptTold;
}

export function wholeFact(kept: KeptFact): SessionFact {
  return isKeptTold(kept) ? { ...nothing, ...kept, registers: wholeReadings(kept) } : kept;
}

function isKeptTold(kept: KeptFact): kept is KeptTold {
  return sessionFactKinds[kept.type] === 'session-event';
}

const nothing = {
  seqNo: null,
  isOffline: false,
  startKey: null,
  evseId: null,
  connectorId: null,
  tokenHash: null,
  tokenType: null,
  chargingState: null,
  trigger: null,
  stopReason: null,
  remoteStartId: null,
  reservationId: null,
};

function keptReading({ at, mwh, location, mark, ...more }: RegisterReading, eventAt: string): KeptReading {
  const kept: KeptReading = { mwh, ...more };
  if (at !== eventAt) kept.at = at;
  if (location !== outlet) kept.location = location;
  if (mark !== null) kept.mark = mark;
  return kept;
}

function wholeReadings({ at, registers = [] }: KeptTold): RegisterReading[] {
  return registers.filter(isStorable).map((reading) => ({ at, location: outlet, mark: null, ...reading }));
}

/** Earlier versions kept readings that no table holds, and those beyond every number as null: no row was ever made of them. */
function isStorable({ mwh }: KeptReading): boolean {
  return Number.isFinite(mwh) && Math.abs(mwh) <= Number.MAX_SAFE_INTEGER;
}
