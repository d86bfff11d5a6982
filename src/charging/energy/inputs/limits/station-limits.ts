import type { Pool } from 'pg';
import type { ChargingSchedule, ExternalLimit } from '#contract/energy/charging-profile.ts';
import type { StoredLimit } from '#contract/energy/site-energy.ts';
import type { SiteNode, SiteTree } from '#contract/energy/site-tree.ts';
import { readLimits as readExternalLimits } from '../../../charging-profiles/charging-profile-store.ts';
import { toldVolts } from '../../network/evse-wiring.ts';

/** Limits that others set at stations of a site (OCPP 2.x K11 to K13): an energy manager there, or the grid operator. */
export async function readStationLimits(pool: Pool, tree: SiteTree, now: Date): Promise<StoredLimit[]> {
  const stationIds = [...new Set(tree.nodes.flatMap(({ evse }) => (evse === null ? [] : [evse.stationId])))];
  const { rows } = await pool.query<{ id: string }>(
    'select distinct station_id as id from external_limit where station_id = any($1::text[]) and cleared_at is null',
    [stationIds],
  );
  const limits = await Promise.all(
    rows.map(async ({ id }) => {
      const holding = (await readExternalLimits(pool, id)).filter(({ clearedAt }) => clearedAt === null);
      return holding.flatMap((limit) => siteLimits(tree, id, limit));
    }),
  );
  return limits.flat().filter(({ until }) => until === null || Date.parse(until) > now.getTime());
}

/** As limits of the nodes that it is about. One that only tells of energy made on site takes nothing away. */
export function siteLimits(
  tree: SiteTree,
  stationId: string,
  { evseId, source, isLocalGeneration, setAt, schedules }: Omit<ExternalLimit, 'clearedAt' | 'isGridCritical'>,
): StoredLimit[] {
  if (isLocalGeneration === true) return [];
  return nodesOf(tree, stationId, evseId).flatMap((node) =>
    schedules.flatMap((schedule) =>
      stretchesOf(schedule, setAt).map(
        ({ from, until, limit }): StoredLimit => ({
          nodeId: node.id,
          limitA: schedule.unit === 'A' ? limit : null,
          limitW: schedule.unit === 'W' ? limit * lossesOf(node) : null,
          from,
          until,
          why: null,
          source: 'station',
          setAt,
          setBy: source,
        }),
      ),
    ),
  );
}

/** A station of direct current speaks of what it gives to the car. */
function lossesOf({ evse }: SiteNode): number {
  return evse === null ? 1 : evse.voltageV / toldVolts(evse);
}

function stretchesOf({ startsAt, durationSeconds, periods }: ChargingSchedule, setAt: string) {
  const begin = Date.parse(startsAt ?? setAt);
  const at = (seconds: number | undefined) =>
    seconds === undefined ? null : new Date(begin + seconds * 1000).toISOString();
  return periods.flatMap(({ startSeconds, limit }, index) => {
    if (limit === undefined) return [];
    return [{ from: at(startSeconds), until: at(periods[index + 1]?.startSeconds ?? durationSeconds), limit }];
  });
}

/** Of a whole station: the node that holds all of it and nothing else; where none is drawn, each of its EVSEs. */
function nodesOf({ nodes }: SiteTree, stationId: string, evseId: number): SiteNode[] {
  const own = nodes.filter(({ evse }) => evse?.stationId === stationId);
  if (evseId !== 0) return own.filter(({ evse }) => evse?.evseId === evseId);
  const evsesBelow = (id: string): SiteNode[] =>
    nodes
      .filter(({ parentId }) => parentId === id)
      .flatMap((child) => (child.evse === null ? evsesBelow(child.id) : [child]));
  const isWhole = ({ id, parentId, evse }: SiteNode) => {
    // What hangs at the connection itself, such as the building, is not the station's.
    const below = evse === null && parentId !== null ? evsesBelow(id) : [];
    return below.length === own.length && below.length > 1 && below.every((node) => own.includes(node));
  };
  const around = nodes.filter(isWhole);
  const whole = around.find(({ id }) => !around.some(({ parentId }) => parentId === id));
  return whole === undefined ? own : [whole];
}
