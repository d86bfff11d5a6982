import type { Pool } from 'pg';
import { byNewest, type KeptMessage, keptColumns, wholeSamples } from '../../meter-values/kept-samples.ts';
import { tellsDirectCurrent } from '../network/told-wiring.ts';

/** What a meter last told of a session. Currents are of the phase that carries most; direct current has none of the lines. */
export type Measured = { at: number; importA: number | null; offeredA: number | null; powerW: number | null };

export type ReadMeasured = (sessions: readonly { sessionId: string }[]) => Promise<ReadonlyMap<string, Measured>>;

type Sample = { at: string; measurand: string; value: number | null; phase: string | null; unit: string | null };

/** How many of the newest messages are looked at: one that was asked for may tell the register alone. */
const messagesEach = 3;

/** By session id, from the newest message of each that tells what flows; older than a quarter of an hour says nothing of now. */
export async function readMeasured(
  pool: Pool,
  sessions: readonly { sessionId: string }[],
): Promise<Map<string, Measured>> {
  if (sessions.length === 0) return new Map();
  const { rows } = await pool.query<KeptMessage & { id: string; received_at: Date }>(
    `select session.id, message.*
     from session
     cross join lateral (
       select at, received_at, ${keptColumns} from meter_message
       where station_id = session.station_id and session_ref = session.ref
         and received_at > now() - interval '15 minutes'
       order by ${byNewest} limit ${messagesEach}
     ) as message
     where session.id = any($1::uuid[])`,
    [sessions.map(({ sessionId }) => sessionId)],
  );
  const messages = rows.map((row) => ({ id: row.id, ...measuredOf(wholeSamples(row), row.received_at) }));
  return new Map(
    [...Map.groupBy(messages, ({ id }) => id)].flatMap(([id, ofSession]) => {
      const newest = ofSession.toSorted((a, b) => b.at - a.at);
      const measured = newest.find(tellsFlow) ?? newest[0];
      return measured === undefined ? [] : [[id, measured] as const];
    }),
  );
}

function tellsFlow({ importA, offeredA, powerW }: Measured): boolean {
  return importA !== null || offeredA !== null || powerW !== null;
}

/** By our clock: a station's own may be wrong. */
export function measuredOf(samples: readonly Sample[], receivedAt: Date): Measured {
  const at = receivedAt.getTime();
  const powerW = powerOf(samples);
  if (tellsDirectCurrent(samples)) return { at, importA: null, offeredA: null, powerW };
  return { at, importA: highest(samples, 'Current.Import'), offeredA: highest(samples, 'Current.Offered'), powerW };
}

function highest(samples: readonly Sample[], measurand: string): number | null {
  const values = samples.flatMap(({ measurand: of, value, phase }) =>
    of === measurand && value !== null && phase !== 'N' ? [value] : [],
  );
  return values.length === 0 ? null : Math.max(...values);
}

function powerOf(samples: readonly Sample[]): number | null {
  const powers = samples.filter(({ measurand, value }) => measurand === 'Power.Active.Import' && value !== null);
  const watts = ({ value, unit }: Sample) => (value ?? 0) * (unit === 'kW' ? 1000 : 1);
  const whole = powers.find(({ phase }) => phase === null);
  if (whole !== undefined) return watts(whole);
  return powers.length === 0 ? null : powers.reduce((sum, sample) => sum + watts(sample), 0);
}
