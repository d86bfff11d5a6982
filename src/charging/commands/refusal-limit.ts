import type { Clock } from '#base/clock.ts';
import type { Log } from '#base/log.ts';
import { CallLimit } from '#ledger/audit/call-limit.ts';
import type { Ledger } from '#ledger/ledger-types.ts';

/** So many refusals of one actor have a row each, in any minute; the rest are counted. */
export const maxWritten = 60;

/** A program that asks in a loop what it may not must not fill the tables with it: they keep what is written for ever. */
export function openRefusalLimit(needs: { ledger: Ledger; clock: Clock; log: Log }): CallLimit {
  return new CallLimit({
    ...needs,
    perMinute: maxWritten,
    action: 'commands-refused',
    details: ({ refused, calls, codes }) => ({
      refused: calls,
      withoutRow: refused,
      byCode: Object.fromEntries(codes),
    }),
  });
}
