import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { Charging } from '#charging/open-charging.ts';
import type { Tariff } from '#contract/billing/tariff.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import type { Party } from '../model/party.ts';
import { pageOfObjects, putObject, readObject, removeObject } from '../objects/object-store.ts';
import { enqueue } from '../outbox/outbox.ts';
import { hasRole, isConnected, type Partner, whoSeesUs } from '../partners/partner.ts';
import { type CheckedTariff, checkTariff } from '../tariffs/check-tariff.ts';

type Needs = {
  pool: Pool;
  clock: Clock;
  ledger: Pick<Ledger, 'commit'>;
  charging: Pick<Charging, 'tariffs'>;
  us: Party;
  timeZone: string;
};

const nothing: CheckedTariff = { tariff: null, obstacles: [] };

export type TariffPublisher = ReturnType<typeof openTariffPublisher>;

/** The prices that partners' drivers pay here, where OCPI can say them. Where it cannot, people hear of it, and no older price stays there. */
export function openTariffPublisher(needs: Needs) {
  const { pool, clock, ledger, charging, us, timeZone } = needs;
  /** What was found out of a version, which never changes. */
  const checked = new Map<string, { version: number; outcome: CheckedTariff }>();
  /** By partner: which version it was last told of. */
  const told = new Map<string, string>();

  function check({ id, current }: Tariff): CheckedTariff {
    if (current === null) return nothing;
    const { version } = current;
    const known = checked.get(id);
    if (known?.version === version) return known.outcome;
    const outcome = checkTariff({ id, terms: current.terms, party: us, timeZone, at: new Date(current.createdAt) });
    checked.set(id, { version, outcome });
    return outcome;
  }

  async function publish(partner: Partner, { isRepeated }: { isRepeated: boolean }): Promise<void> {
    const tariff = partner.tariffId === null ? undefined : await charging.tariffs.find(partner.tariffId);
    const { tariff: body, obstacles } = tariff === undefined ? nothing : check(tariff);
    await takeBack(partner, body?.id ?? null);
    if (body !== null) await tell(partner, body, isRepeated);
    const version = tariff?.current?.version ?? 0;
    if (partner.tariffId !== null && obstacles.length > 0) {
      const { id: partnerId, name, tariffId } = partner;
      const key = `roaming-tariff-withheld:${partnerId}:${tariffId}:${version}`;
      const happenedAt = clock.now();
      const withheld = { partnerId, name, tariffId, obstacles: [...obstacles] };
      await ledger.commit({
        events: [{ kind: 'roaming-tariff-withheld', stationId: null, key, happenedAt, body: withheld }],
      });
    }
    told.set(partner.id, `${partner.tariffId ?? ''} ${version}`);
  }

  async function tell(partner: Partner, tariff: { id: string }, isRepeated: boolean): Promise<void> {
    const at = clock.now();
    const key = { partnerId: partner.id, module: 'tariffs', party: us, objectId: tariff.id };
    const before = await readObject(pool, 'ours', key);
    const { lastUpdated: _before, ...known } = before?.body ?? {};
    const { lastUpdated: _now, ...next } = JSON.parse(JSON.stringify(tariff)) as Record<string, unknown>;
    const isSame = before !== undefined && JSON.stringify(sorted(known)) === JSON.stringify(sorted(next));
    if (isSame && !isRepeated) return;
    const body = isSame ? before.body : { ...next, lastUpdated: at.toISOString() };
    if (!isSame) await putObject(pool, 'ours', { ...key, body, lastUpdated: at, at });
    const path = [us.countryCode, us.partyId, tariff.id];
    const request = { module: 'tariffs' as const, role: 'RECEIVER' as const, method: 'PUT' as const, path, body };
    await enqueue(pool, { partnerId: partner.id, key: tariff.id, request }, at);
  }

  /** Whatever else the partner knows of is not its price any more. */
  async function takeBack(partner: Partner, keptId: string | null): Promise<void> {
    const page = { side: 'ours' as const, module: 'tariffs', partnerId: partner.id, offset: 0, limit: 1_000 };
    for (const { objectId } of (await pageOfObjects(pool, page)).objects) {
      if (objectId === keptId) continue;
      await removeObject(pool, 'ours', { partnerId: partner.id, module: 'tariffs', party: us, objectId });
      const path = [us.countryCode, us.partyId, objectId];
      const request = { module: 'tariffs' as const, role: 'RECEIVER' as const, method: 'DELETE' as const, path };
      await enqueue(pool, { partnerId: partner.id, key: objectId, request }, clock.now());
    }
  }

  return {
    publish,
    /** What a partner's drivers pay, and what keeps it from being published. Throws NOT_FOUND where there is no such tariff. */
    async tariffOf({ tariffId }: Pick<Partner, 'tariffId'>): Promise<CheckedTariff> {
      return tariffId === null ? nothing : check(await charging.tariffs.get(tariffId));
    },
    /** The same of a tariff that may be gone. */
    async standing({ tariffId }: Pick<Partner, 'tariffId'>): Promise<CheckedTariff> {
      const tariff = tariffId === null ? undefined : await charging.tariffs.find(tariffId);
      return tariff === undefined ? nothing : check(tariff);
    },
    /** A version begins to hold at its own time, long after it was added. */
    async publishDue(partners: readonly Partner[]): Promise<void> {
      for (const partner of partners) {
        if (partner.tariffId === null || !isConnected(partner) || !hasRole(partner, ...whoSeesUs)) continue;
        const version = (await charging.tariffs.find(partner.tariffId))?.current?.version ?? 0;
        if (told.get(partner.id) !== `${partner.tariffId} ${version}`) await publish(partner, { isRepeated: false });
      }
    },
  };
}

function sorted(object: Record<string, unknown>): unknown {
  return Object.fromEntries(
    Object.entries(object)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, value]) => [key, deep(value)]),
  );
}

function deep(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(deep);
  return typeof value === 'object' && value !== null ? sorted(value as Record<string, unknown>) : value;
}
