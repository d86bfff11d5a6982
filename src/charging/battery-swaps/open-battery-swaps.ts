import type { Pool } from 'pg';
import type { BatterySwap, SwappedBattery } from '#contract/energy/battery-swap.ts';
import type { EventKind } from '#contract/events/events.ts';
import { type Ledger, type Projection, write } from '#ledger/ledger-types.ts';
import { listsOf, putRows, readRows } from '../rows.ts';
import { mustBeKnown } from '../stations/known-station.ts';
import type { StationRegister } from '../stations/station-register.ts';

export type ToldStep = SwapStep;

export type BatterySwaps = ReturnType<typeof openBatterySwaps>;

type Needs = { pool: Pool; ledger: Ledger; register: StationRegister; hashToken(token: string): string };

export function openBatterySwaps({ pool, ledger, register, hashToken }: Needs) {
  return {
    async record(told: ToldStep): Promise<void> {
      const step = { ...told, token: hashToken(told.token) };
      const { stationId, at, step: name, ...body } = step;
      await ledger.commit({
        events: [{ kind: eventOf[name], stationId, happenedAt: at, body }],
        writes: [write(swapSteps, step)],
        whenRefused: 'set-aside',
      });
    },
    async find(stationId: string): Promise<BatterySwap[]> {
      await mustBeKnown(register, stationId);
      return readSwaps(pool, stationId);
    },
  };
}

const eventOf = {
  requested: 'battery-swap-requested',
  in: 'batteries-left',
  out: 'batteries-taken',
  'not-taken': 'batteries-not-taken',
} as const satisfies Record<SwapStep['step'], EventKind>;

type SwapStep = {
  stationId: string;
  requestId: number;
  step: 'requested' | 'in' | 'out' | 'not-taken';
  token: string;
  batteries: readonly Omit<SwappedBattery, 'direction'>[];
  at: Date;
};

/** Steps may be told in any order, after the station was offline: the swap is as far as its furthest step. */
const swapSteps: Projection<SwapStep> = {
  name: 'battery swaps',
  identity: ({ stationId, requestId, step }) => `${stationId}\n${requestId}\n${step}`,
  async write(client, steps) {
    await client.query(
      `insert into battery_swap as known (station_id, request_id, state, token, requested_at, in_at, out_at, begun_at)
       select station_id, request_id, (array_agg(step order by array_position(${order}, step) desc))[1], min(token),
         min(at) filter (where step = 'requested'), min(at) filter (where step = 'in'),
         min(at) filter (where step in ('out', 'not-taken')), min(at)
       from unnest($1::text[], $2::integer[], $3::text[], $4::text[], $5::timestamptz[]) as told (station_id, request_id, step, token, at)
       group by station_id, request_id
       on conflict (station_id, request_id) do update set
         state = case when array_position(${order}, excluded.state) >= array_position(${order}, known.state)
                      then excluded.state else known.state end,
         requested_at = coalesce(known.requested_at, excluded.requested_at), in_at = coalesce(known.in_at, excluded.in_at),
         out_at = coalesce(known.out_at, excluded.out_at), begun_at = least(known.begun_at, excluded.begun_at)`,
      listsOf(steps, 'stationId', 'requestId', 'step', 'token', 'at'),
    );
    await putRows(
      client,
      { table: 'swapped_battery', key: ['stationId', 'requestId', 'direction', 'position'] },
      steps.flatMap(({ stationId, requestId, step, batteries }) =>
        batteries.map((battery, position) => ({
          ...battery,
          stationId,
          requestId,
          direction: step === 'in' ? 'in' : 'out',
          position,
        })),
      ),
    );
  },
};

const order = "array['requested', 'in', 'not-taken', 'out']";

async function readSwaps(pool: Pool, stationId: string): Promise<BatterySwap[]> {
  const swaps = await readRows<Omit<BatterySwap, 'batteries'>>(
    pool,
    `select request_id, state, token, requested_at, in_at, out_at
     from battery_swap where station_id = $1 order by begun_at desc limit 200`,
    [stationId],
  );
  const batteries = await readRows<SwappedBattery & { requestId: number }>(
    pool,
    `select request_id, direction, evse_id, serial_number, charge_percent, health_percent, produced_at, vendor_info
     from swapped_battery where station_id = $1 and request_id = any($2) order by request_id, direction, position`,
    [stationId, swaps.map(({ requestId }) => requestId)],
  );
  return swaps.map((swap) => ({
    ...swap,
    batteries: batteries
      .filter(({ requestId }) => requestId === swap.requestId)
      .map(({ requestId: _requestId, ...battery }) => battery),
  }));
}
