import type { Pool } from 'pg';
import type { Session } from '#contract/sessions/session.ts';
import { byNewest, type KeptMessage, keptColumns, wholeSamples } from '../../meter-values/kept-samples.ts';

/** Of a sample, as far as power is concerned; fields that the station did not send may be missing. */
type PowerSample = {
  at: string;
  measurand: string;
  value?: number | null;
  phase?: string | null;
  location?: string | null;
};

const energyRegister = 'Energy.Active.Import.Register';

/** What running sessions draw, by session id. Older than an hour is not told: a car that has left draws nothing. */
export async function readPowers(
  pool: Pool,
  sessions: readonly Pick<Session, 'id' | 'stationId' | 'ref'>[],
): Promise<Map<string, number>> {
  if (sessions.length === 0) return new Map();
  const { rows } = await pool.query<KeptMessage & { id: string }>(
    `select session.id, message.*
     from unnest($1::uuid[], $2::text[], $3::text[]) as session (id, station_id, ref)
     cross join lateral (
       select at, ${keptColumns} from meter_message
       where station_id = session.station_id and session_ref = session.ref and received_at > now() - interval '1 hour'
       order by ${byNewest} limit 2
     ) as message
     order by session.id, message.at desc`,
    [sessions.map(({ id }) => id), sessions.map(({ stationId }) => stationId), sessions.map(({ ref }) => ref)],
  );
  const told = Map.groupBy(rows, ({ id }) => id);
  return new Map(
    [...told].flatMap(([id, messages]) => {
      const power = powerOf(messages.map((message) => wholeSamples(message)));
      return power === null ? [] : [[id, power]];
    }),
  );
}

/** What the newest of the messages says; else what the energy register gained from one reading to the next. */
export function powerOf(newestFirst: readonly (readonly PowerSample[])[]): number | null {
  return toldPower(newestFirst[0] ?? []) ?? gainedPower(newestFirst.flat());
}

function toldPower(samples: readonly PowerSample[]): number | null {
  const powers = samples.filter(({ measurand, location }) => measurand === 'Power.Active.Import' && atOutlet(location));
  const lastAt = powers.reduce((latest, { at }) => (at > latest ? at : latest), '');
  const now = powers.filter(({ at }) => at === lastAt);
  const whole = now.find(({ phase }) => phase === null || phase === undefined);
  if (whole !== undefined) return whole.value ?? null;
  const phases = now.filter(({ phase }) => /^L[123](-N)?$/.test(phase ?? ''));
  return phases.length === 0 ? null : phases.reduce((sum, { value }) => sum + (value ?? 0), 0);
}

function gainedPower(samples: readonly PowerSample[]): number | null {
  const readings = samples
    .filter(({ measurand, phase, location }) => measurand === energyRegister && !phase && atOutlet(location))
    .flatMap(({ at, value }) => (typeof value === 'number' ? [{ ms: Date.parse(at), wattHours: value }] : []))
    .toSorted((a, b) => b.ms - a.ms);
  const [last, before] = [readings[0], readings.find(({ ms }) => ms < (readings[0]?.ms ?? 0))];
  if (last === undefined || before === undefined || last.wattHours < before.wattHours) return null;
  return Math.round(((last.wattHours - before.wattHours) * 3_600_000) / (last.ms - before.ms));
}

function atOutlet(location: string | null | undefined): boolean {
  return location === null || location === undefined || location === 'Outlet';
}
