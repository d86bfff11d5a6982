import { SigecError } from '#base/errors.ts';
import type { Charging } from '#charging/open-charging.ts';
import type { SessionPrice } from '#charging/tariffs/session-price.ts';
import type { Outcome } from '#contract/commands/command.ts';
import { accepted } from '../command.ts';
import { sessionRef } from './session-orders.ts';

type Context = { stationId: string; charging: Charging };
export type CostToTell = { ref: string; total: string; price: SessionPrice | undefined };

/** The amount of an update-cost: as it was named, or as the session's tariff makes it. */
export async function costToTell(
  { sessionId, total }: { sessionId: string; total?: string | undefined },
  context: Context,
): Promise<CostToTell> {
  const { stationId, charging } = context;
  const ref = await sessionRef(sessionId, context);
  const price = await charging.tariffs.priceOf({ stationId, ref });
  const amount = total ?? price?.total;
  if (amount !== undefined) return { ref, total: amount, price };
  throw new SigecError(
    'INVALID_INPUT',
    `Session ${sessionId} has no tariff: give total, or set a tariff for its driver or station first.`,
  );
}

/** I06: where a station cannot be sent a price, its driver hears of it with the answer to the session's next event. */
export async function tellWithNextAnswer(
  change: { ref: string; tariffId: string },
  { stationId, charging }: Context,
  why: string,
): Promise<Outcome> {
  await charging.tariffs.changeForSession({ stationId, ...change, isTold: false });
  return accepted({ losses: [{ field: 'tariffId', why: `${why}: told with the answer to the next event` }] });
}
