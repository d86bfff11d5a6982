import type { Pool } from 'pg';
import type { QuirkSwitch, Repair } from '#contract/stations/quirk.ts';
import type { Projection } from '#ledger/ledger-types.ts';
import { putRows, readRows, tableProjection } from '../rows.ts';

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

export const repairs = tableProjection<RepairRow>({
  name: 'repairs',
  table: 'repair',
  key: ['stationId', 'rule', 'action', 'field'],
  merge: (earlier, later) => ({ ...later, count: earlier.count + later.count, firstAt: earlier.firstAt }),
  set: {
    count: 'known.count + excluded.count',
    firstAt: 'least(known.first_at, excluded.first_at)',
    lastAt: 'greatest(known.last_at, excluded.last_at)',
  },
});

export async function readSwitches(pool: Pool): Promise<QuirkSwitch[]> {
  return readRows(
    pool,
    `select rule, is_on, station_id, vendor, model, set_at, set_by
     from quirk_switch order by station_id nulls last, vendor, model, rule`,
  );
}

export async function readRepairs(pool: Pool, stationId: string): Promise<Repair[]> {
  return readRows(
    pool,
    `select rule, action, field, before, after, count, first_at, last_at
     from repair where station_id = $1 order by last_at desc, rule, field`,
    [stationId],
  );
}
