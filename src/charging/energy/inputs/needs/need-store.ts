import type { Pool } from 'pg';
import { type ChargingNeed, chargingNeed, type NeedSource } from '#contract/energy/charging-need.ts';
import type { Projection } from '#ledger/ledger-types.ts';
import { deleteRows, putRows } from '../../../rows.ts';

/** What somebody said of a session, and what it had drawn by then: energy is wanted from that moment on. */
export type StatedNeed = { need: ChargingNeed; source: NeedSource; statedAt: Date; energyWh: number };

export type NeedRow = { sessionId: string; stated: (StatedNeed & { statedBy: string }) | null };

/** The last word counts; null takes it back. */
export const chargingNeeds: Projection<NeedRow> = {
  name: 'charging needs',
  identity: ({ sessionId }) => sessionId,
  async write(client, rows) {
    const key = ['sessionId'];
    await deleteRows(client, { table: 'charging_need', key }, rows);
    const said = rows.flatMap(({ sessionId, stated }) => (stated === null ? [] : [{ sessionId, ...stated }]));
    await putRows(client, { table: 'charging_need', key }, said);
  },
};

export async function readNeeds(pool: Pool, sessionIds: readonly string[]): Promise<Map<string, StatedNeed>> {
  if (sessionIds.length === 0) return new Map();
  const { rows } = await pool.query<Omit<StatedNeed, 'need'> & { sessionId: string; need: unknown }>(
    `select session_id as "sessionId", need, source, stated_at as "statedAt", energy_wh as "energyWh"
     from charging_need where session_id = any($1::uuid[])`,
    [sessionIds],
  );
  return new Map(rows.map(({ sessionId, need, ...row }) => [sessionId, { ...row, need: chargingNeed.parse(need) }]));
}
