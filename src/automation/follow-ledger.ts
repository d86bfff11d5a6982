import type { Pool } from 'pg';
import type { Duty } from '#base/every.ts';
import type { Log } from '#base/log.ts';
import { type Following, type FollowingOptions, followOn } from '#ledger/follow-on.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import { readPosition, savePosition } from './positions.ts';

export type { Following } from '#ledger/follow-on.ts';

/** As a reader of this part, whose places stand in its own table. */
export function followLedger(
  { pool, ledger, log, isKeeper }: Duty & { pool: Pool; ledger: Pick<Ledger, 'head' | 'follow'>; log: Log },
  options: FollowingOptions,
): Promise<Following> {
  const positions = {
    read: (reader: string) => readPosition(pool, reader),
    save: (reader: string, position: string) => savePosition(pool, reader, position),
  };
  return followOn({ positions, ledger, log, isKeeper }, options);
}
