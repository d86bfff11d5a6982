import type { NewTariff, Tariff } from '#contract/tariff.ts';
import { SigecError } from '#errors.ts';
import { write } from '#ledger/ledger-types.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import type { BoundNeeds } from './open-tariffs.ts';
import { tariffs } from './tariff-store.ts';

export async function addTariff(needs: BoundNeeds, wanted: NewTariff, actor: Actor): Promise<Tariff> {
  needs.book.renew(); // another node may have made one of this name
  if ((await needs.book.get()).tariffs.has(wanted.id)) {
    throw new SigecError(
      'CONFLICT',
      `There is a tariff ${wanted.id} already; a price never changes, so choose another id.`,
    );
  }
  const createdAt = needs.clock.now().toISOString();
  return commit(needs, 'tariff-added', { ...wanted, createdAt, createdBy: actorName(actor), retiredAt: null }, actor);
}

export async function retireTariff(needs: BoundNeeds, tariffId: string, actor: Actor): Promise<Tariff> {
  const tariff = (await needs.book.get()).tariffs.get(tariffId);
  if (tariff === undefined)
    throw new SigecError('NOT_FOUND', `There is no tariff ${tariffId}; list them at /api/tariffs.`);
  const retiredAt = tariff.retiredAt ?? needs.clock.now().toISOString();
  return commit(needs, 'tariff-retired', { ...tariff, retiredAt }, actor);
}

async function commit(
  { ledger, clock, book }: BoundNeeds,
  kind: string,
  tariff: Tariff,
  actor: Actor,
): Promise<Tariff> {
  const { id, currency, perKwh, perMinute, sessionFee } = tariff;
  const principal = actorName(actor);
  await ledger.commit({
    events: [
      {
        kind,
        stationId: null,
        happenedAt: clock.now(),
        principal,
        body: { tariffId: id, currency, perKwh, perMinute, sessionFee },
      },
    ],
    writes: [write(tariffs, tariff)],
    audit: [{ principal, door: actor.door, action: kind, subject: id, outcome: 'done', details: {} }],
  });
  book.renew();
  return tariff;
}
