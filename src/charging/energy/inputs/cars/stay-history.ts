import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { StoredSiteEnergy } from '#contract/energy/site-energy.ts';
import type { PastStay } from '../../forecast/expected-arrivals.ts';
import { LocalDays } from '../../forecast/local-days.ts';
import { type EndedStay, StayPredictor } from '../../forecast/stay-predictor.ts';
import { phasesOf } from '../../network/evse-wiring.ts';

/** What a site has seen of its cars. */
export type SiteStays = { predictor: StayPredictor; days: LocalDays; stays: readonly PastStay[] };

type Known = SiteStays & { stays: PastStay[]; seen: Set<string>; timeZone: string; version: number; readAt: number };

const refreshMs = 60_000;
const reachBackMs = 180 * 86_400_000;
/** A session may be told as ended long after it began. */
const lateMs = 14 * 86_400_000;
const maxStays = 5_000;
/** The newest stays say how far the predictions were off, so that eight of ten means eight of ten. */
const calibrating = 50;

/** Sessions that ended at each site, as the predictor learns from them; read once, then as they end. */
export class StayHistory {
  private readonly known = new Map<string, Promise<Known>>();
  private readonly pool: Pool;
  private readonly clock: Clock;

  constructor({ pool, clock }: { pool: Pool; clock: Clock }) {
    this.pool = pool;
    this.clock = clock;
  }

  async of(settings: StoredSiteEnergy, timeZone: string): Promise<SiteStays> {
    const { siteId, version } = settings;
    const now = this.clock.now().getTime();
    const known = await this.known.get(siteId)?.catch(() => undefined);
    if (known === undefined || known.timeZone !== timeZone || known.version !== version) {
      const reading = this.readAll(settings, timeZone, now);
      this.known.set(siteId, reading);
      return reading;
    }
    if (now - known.readAt >= refreshMs) {
      const since = known.readAt;
      known.readAt = now;
      const ended = await readEnded(this.pool, settings, {
        since: new Date(since - refreshMs),
        begun: new Date(now - lateMs),
      });
      learn(known, ended, ended.length);
    }
    return known;
  }

  private async readAll(settings: StoredSiteEnergy, timeZone: string, now: number): Promise<Known> {
    const days = new LocalDays(timeZone);
    const ended = await readEnded(this.pool, settings, { since: new Date(0), begun: new Date(now - reachBackMs) });
    const known: Known = {
      predictor: new StayPredictor(days),
      days,
      stays: [],
      seen: new Set(),
      timeZone,
      version: settings.version,
      readAt: now,
    };
    learn(known, ended, calibrating);
    return known;
  }
}

type EndedSession = EndedStay & { id: string; phases: 1 | 2 | 3; maxA: number };

function learn({ predictor, stays, seen }: Known, ended: readonly EndedSession[], calibrated: number): void {
  const fresh = ended.filter(({ id }) => !seen.has(id));
  for (const [index, { id, phases, maxA, ...stay }] of fresh.entries()) {
    seen.add(id);
    predictor.learn(stay, index >= fresh.length - calibrated ? predictor.predict(stay) : undefined);
    stays.push({ ...stay, phases, maxA });
    if (stays.length > maxStays) stays.shift();
  }
}

type Row = {
  id: string;
  stationId: string;
  evseId: number;
  driverId: string | null;
  startedAt: Date;
  endedAt: Date;
  energyWh: number;
  departsAt: string | null;
  statedWh: number | null;
};

/** The oldest first. A stay of a minute, or one without energy, says nothing of what cars need. */
async function readEnded(
  pool: Pool,
  { tree }: StoredSiteEnergy,
  { since, begun }: { since: Date; begun: Date },
): Promise<EndedSession[]> {
  const nodes = tree.nodes.flatMap(({ id, evse }) => (evse === null ? [] : [{ id, ...evse }]));
  const nodeAt = new Map(nodes.map((node) => [`${node.stationId}\n${node.evseId}`, node]));
  const { rows } = await pool.query<Row>(
    `select session.id, session.station_id as "stationId", session.evse_id as "evseId", session.begun_at as "startedAt",
       session.ended_at as "endedAt", (session.energy_mwh / 1000.0)::float8 as "energyWh",
       coalesce(token.driver_id::text, session.token_hash) as "driverId",
       charging_need.need ->> 'departsAt' as "departsAt", (charging_need.need ->> 'energyWh')::float8 as "statedWh"
     from session left join token on token.id = session.token_hash left join charging_need on charging_need.session_id = session.id
     where session.station_id = any($1) and session.state = 'ended' and session.evse_id is not null
       and session.begun_at > $2 and session.updated_at > $3 and session.energy_mwh > 200000
       and session.ended_at > session.begun_at + interval '2 minutes'
     order by session.begun_at desc limit ${maxStays}`,
    [[...new Set(nodes.map(({ stationId }) => stationId))], begun, since],
  );
  return rows.toReversed().flatMap((row) => {
    const node = nodeAt.get(`${row.stationId}\n${row.evseId}`);
    if (node === undefined) return [];
    return [
      {
        id: row.id,
        evseNodeId: node.id,
        driverId: row.driverId,
        arrivedAt: row.startedAt.getTime(),
        departedAt: row.endedAt.getTime(),
        energyWh: row.energyWh,
        statedDepartureAt: row.departsAt === null ? null : Date.parse(row.departsAt),
        statedEnergyWh: row.statedWh,
        phases: phasesOf(node),
        maxA: node.maxA,
      },
    ];
  });
}
