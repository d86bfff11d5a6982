import type { Pool } from 'pg';
import type { QuirkSwitch, Repair } from '#contract/stations/quirk.ts';
import type { Projection } from '#ledger/ledger-types.ts';
import { putRows } from '../put-rows.ts';

export type SwitchRow = {
  rule: string;
  /** null: the switch is taken away. */
  isOn: boolean | null;
  stationId: string | null;
  vendor: string | null;
  model: string | null;
  setAt: Date;
  setBy: string;
};

export const quirkSwitches: Projection<SwitchRow> = {
  name: 'quirk switches',
  identity: ({ rule, stationId, vendor, model }) => JSON.stringify([rule, stationId, vendor, model]),
  merge: (_earlier, later) => later,
  async write(client, rows) {
    for (const { rule, stationId, vendor, model } of rows.filter(({ isOn }) => isOn === null)) {
      await client.query(
        'delete from quirk_switch where rule = $1 and (station_id, vendor, model) is not distinct from ($2, $3, $4)',
        [rule, stationId, vendor, model],
      );
    }
    const key = ['stationId', 'vendor', 'model', 'rule'];
    const set = rows.filter(({ isOn }) => isOn !== null);
    await putRows(client, { table: 'quirk_switch', key }, set);
  },
};

export type RepairRow = {
  stationId: string;
  rule: string;
  action: string;
  field: string;
  before: string;
  after: string;
  count: number;
  firstAt: Date;
  lastAt: Date;
};

const repairTable = {
  table: 'repair',
  key: ['stationId', 'rule', 'action', 'field'],
  set: {
    count: 'known.count + excluded.count',
    firstAt: 'least(known.first_at, excluded.first_at)',
    lastAt: 'greatest(known.last_at, excluded.last_at)',
  },
};

export const repairs: Projection<RepairRow> = {
  name: 'repairs',
  identity: ({ stationId, rule, action, field }) => [stationId, rule, action, field].join('\n'),
  merge: (earlier, later) => ({ ...later, count: earlier.count + later.count, firstAt: earlier.firstAt }),
  write: (client, rows) => putRows(client, repairTable, rows),
};

export async function readSwitches(pool: Pool): Promise<QuirkSwitch[]> {
  const { rows } = await pool.query<QuirkSwitch & { setAt: Date }>(
    `select rule, is_on as "isOn", station_id as "stationId", vendor, model, set_at as "setAt", set_by as "setBy"
     from quirk_switch order by station_id nulls last, vendor, model, rule`,
  );
  return rows.map((row) => ({ ...row, setAt: row.setAt.toISOString() }));
}

export async function readRepairs(pool: Pool, stationId: string): Promise<Repair[]> {
  const { rows } = await pool.query<Repair & { count: string; firstAt: Date; lastAt: Date }>(
    `select rule, action, field, before, after, count, first_at as "firstAt", last_at as "lastAt"
     from repair where station_id = $1 order by last_at desc, rule, field`,
    [stationId],
  );
  return rows.map((row) => ({
    ...row,
    count: Number(row.count),
    firstAt: row.firstAt.toISOString(),
    lastAt: row.lastAt.toISOString(),
  }));
}
