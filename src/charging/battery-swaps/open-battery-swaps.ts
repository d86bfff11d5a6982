import type { Pool } from 'pg';
import type { BatterySwap } from '#contract/energy/battery-swap.ts';
import type { EventKind } from '#contract/events/events.ts';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import { mustBeKnown } from '../stations/known-station.ts';
import type { StationRegister } from '../stations/station-register.ts';
import { readSwaps, type SwapStep, swapSteps } from './battery-swap-store.ts';

/** A step as it is told; the token is the driver's own, and only its hash is kept. */
export type ToldStep = SwapStep;

export type BatterySwaps = {
  /** We have asked for a swap, or the station tells how far one is. */
  record(step: ToldStep): Promise<void>;
  find(stationId: string): Promise<BatterySwap[]>;
};

type Needs = { pool: Pool; ledger: Ledger; register: StationRegister; hashToken(token: string): string };

export function openBatterySwaps({ pool, ledger, register, hashToken }: Needs): BatterySwaps {
  return {
    async record(told) {
      const step = { ...told, token: hashToken(told.token) };
      const { stationId, at, step: name, ...body } = step;
      await ledger.commit({
        events: [{ kind: eventOf[name], stationId, happenedAt: at, body }],
        writes: [write(swapSteps, step)],
        whenRefused: 'set-aside',
      });
    },
    async find(stationId) {
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
