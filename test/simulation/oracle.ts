import type { Told, TrueSession } from './told.ts';

/** What a session has to look like, from those of its events that reached the ledger, told once and in order. */
export type Expected = {
  state: 'running' | 'ended';
  /** Null: not told, or by a clock that was never set. */
  startedAt: string | null;
  endedAt: string | null;
  stopReason: string | null;
  evseId: number | null;
  hasStart: boolean;
  /** Null: its numbers do not tell. */
  hasGap: boolean | null;
  /** Exact where the meter tells it without doubt. */
  energyWh: number | null;
  maxEnergyWh: number;
  /** A reading below the one before it: a person has to be told. */
  showsReset: boolean;
};

/** What a rounded reading may lie below the one before it. */
const roundingWh = 1;

/** Shares no code with the product, so that one mistake cannot hide on both sides. */
export function expectedSession(session: TrueSession, recorded: { has(event: Told): boolean }): Expected {
  const told = session.told.filter((event) => recorded.has(event));
  const start = told.find(({ type }) => type === 'started');
  const end = told.find(({ type }) => type === 'ended');
  const readings = told.flatMap(({ registerWh }) => (registerWh === null ? [] : [registerWh]));
  const first = told[0]?.seqNo ?? 0;
  const last = told.at(-1)?.seqNo ?? 0;
  return {
    state: end === undefined ? 'running' : 'ended',
    startedAt: timeOf(start),
    endedAt: timeOf(end),
    stopReason: end === undefined ? null : session.stopReason,
    evseId: start === undefined ? null : session.evseId,
    hasStart: start !== undefined,
    hasGap: session.isMisnumbered
      ? null
      : end !== undefined && session.version !== '1.6' && last - first + 1 !== told.length,
    energyWh: energyOf(session, readings, { isWhole: start !== undefined && end !== undefined }),
    maxEnergyWh: session.energyWh,
    showsReset: readings.some((wh, index) => wh + roundingWh < (readings[index - 1] ?? wh)),
  };
}

/** From begin to end it is what flowed. While something is missing, it is what the readings span, if the clock puts them in order. */
function energyOf(session: TrueSession, readings: readonly number[], { isWhole }: { isWhole: boolean }): number | null {
  if (session.hasMeterReset) return null;
  if (isWhole) return session.energyWh;
  const [first, last] = [readings[0], readings.at(-1)];
  return session.hasOddClock || first === undefined || last === undefined ? null : last - first;
}

function timeOf(told: Told | undefined): string | null {
  return told === undefined || told.timestamp < '2000' ? null : told.timestamp;
}
