import type { Charging } from '#charging/open-charging.ts';
import type { Tariff } from '#contract/billing/tariff.ts';
import type { Loss, Outcome } from '#contract/commands/command.ts';
import type { InputOf } from '#contract/commands/commands.ts';
import { accepted } from '../command.ts';

type Context = { stationId: string; charging: Charging };
/** How a version before 2.1 keeps the price that is shown to drivers without one of their own: as a setting of the station. */
type Setting = { write(tariff: Tariff | null): Promise<Outcome>; losses: Loss[] };

/** I04: the station shows the price; that it holds is for us to calculate. */
export async function setDefaultTariff(
  { tariffId }: InputOf<'set-default-tariff'>,
  { stationId, charging }: Context,
  { write, losses }: Setting,
): Promise<Outcome> {
  const outcome = await write(await charging.tariffs.get(tariffId));
  if (outcome.status === 'accepted') await charging.tariffs.setForStation({ stationId, evseId: 0, tariffId });
  return { ...outcome, answer: {}, losses };
}

export async function clearTariffs(
  { tariffIds = null }: { tariffIds?: string[] | null | undefined },
  { stationId, charging }: Context,
  { write, losses }: Setting,
): Promise<Outcome> {
  const { set } = await charging.tariffs.ofStation(stationId);
  const cleared = set
    .map(({ tariffId }) => tariffId)
    .filter((tariffId) => tariffIds === null || tariffIds.includes(tariffId));
  if (cleared.length === 0) return accepted({ losses, answer: { cleared } });
  const outcome = await write(null);
  if (outcome.status !== 'accepted') return { ...outcome, losses, answer: { cleared: [] } };
  await charging.tariffs.clearForStation({ stationId, evseId: null, tariffIds });
  return { ...outcome, losses, answer: { cleared } };
}
