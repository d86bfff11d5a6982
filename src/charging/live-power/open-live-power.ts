import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { every } from '#base/every.ts';
import type { Log } from '#base/log.ts';
import type { LivePower, StationPowers } from '#contract/reports/report.ts';
import type { AtSites } from '../at-sites.ts';
import { readPowers } from '../sessions/energy/session-power.ts';

type Needs = { pool: Pool; clock: Clock; log: Log };
type Sum = { sessions: number; powerW: number; energyWh: number };
/** By site; those of stations that stand nowhere are under ''. */
type Sample = { at: Date; bySite: ReadonlyMap<string, Sum> };
type Look = { sample: Sample; running: readonly Running[] };

const sampleEveryMs = 60_000;
const keptSamples = 120;
const freshMs = 2_000;
/** Looking takes at most so much of the time, however many sessions run. */
const shareOfTime = 20;

/** What the running sessions draw together: now, and minute by minute since the start. It is kept in memory alone. */
export function openLivePower(needs: Needs) {
  const { clock } = needs;
  const history: Sample[] = [];
  let last: (Look & { until: number }) | undefined;
  let looking: Promise<Look> | undefined;

  async function look(): Promise<Look> {
    const begun = performance.now();
    const at = clock.now();
    const running = await readRunning(needs.pool);
    const sample = { at, bySite: sumsBy(running, ({ siteId }) => siteId) };
    const tookMs = performance.now() - begun;
    last = { sample, running, until: performance.now() + Math.max(freshMs, tookMs * shareOfTime) };
    return last;
  }

  /** Whoever asks while somebody looks gets the same answer. */
  function latest(): Promise<Look> {
    if (last !== undefined && performance.now() < last.until) return Promise.resolve(last);
    looking ??= look().finally(() => {
      looking = undefined;
    });
    return looking;
  }

  const sampling = every({
    task: 'look what running sessions draw',
    everyMs: sampleEveryMs,
    log: needs.log,
    async run() {
      history.push((await latest()).sample);
      if (history.length > keptSamples) history.shift();
    },
  });
  return {
    async now({ atSites }: AtSites): Promise<LivePower> {
      const { sample } = await latest();
      return {
        ...sumOf(sample, atSites),
        history: history.map((each) => ({ at: each.at.toISOString(), powerW: sumOf(each, atSites).powerW })),
        madeAt: sample.at.toISOString(),
      };
    },
    async byStation({ atSites }: AtSites): Promise<StationPowers> {
      const { sample, running } = await latest();
      const here = running.filter(({ siteId }) => atSites === undefined || atSites.includes(siteId));
      const sums = sumsBy(here, ({ stationId }) => stationId);
      return {
        stations: [...sums].map(([stationId, { sessions, powerW }]) => ({ stationId, sessions, powerW })),
        madeAt: sample.at.toISOString(),
      };
    },
    async close() {
      await sampling.close();
      await looking?.catch(() => undefined);
    },
  };
}

function sumOf({ bySite }: Sample, atSites: AtSites['atSites']): Sum {
  const sum = noSum();
  for (const [siteId, each] of bySite) if (atSites === undefined || atSites.includes(siteId)) add(sum, each);
  return sum;
}

type Running = { id: string; stationId: string; ref: string; siteId: string; energyMwh: string | null; powerW: number };

async function readRunning(pool: Pool): Promise<Running[]> {
  const { rows } = await pool.query<Omit<Running, 'powerW'>>(
    `select session.id, session.station_id as "stationId", session.ref, coalesce(site_id, '') as "siteId", energy_mwh as "energyMwh"
     from session left join station_place on station_place.station_id = session.station_id where state = 'running'`,
  );
  const powers = await readPowers(pool, rows);
  return rows.map((row) => ({ ...row, powerW: powers.get(row.id) ?? 0 }));
}

function sumsBy(running: readonly Running[], keyOf: (session: Running) => string): Map<string, Sum> {
  const sums = new Map<string, Sum>();
  for (const session of running) {
    const sum = sums.get(keyOf(session)) ?? noSum();
    add(sum, { sessions: 1, powerW: session.powerW, energyWh: Number(session.energyMwh ?? 0) / 1000 });
    sums.set(keyOf(session), sum);
  }
  return sums;
}

function noSum(): Sum {
  return { sessions: 0, powerW: 0, energyWh: 0 };
}

function add(sum: Sum, { sessions, powerW, energyWh }: Sum): void {
  sum.sessions += sessions;
  sum.powerW += powerW;
  sum.energyWh += energyWh;
}
