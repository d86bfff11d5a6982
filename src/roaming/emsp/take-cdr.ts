import { randomUUID } from 'node:crypto';
import type { ClientBase, Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { transaction } from '#database/in-transaction.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import type { Party } from '../model/party.ts';
import { type Cdr, cdr } from '../model/shapes.ts';
import { putObject, readObject } from '../objects/object-store.ts';
import type { Partner } from '../partners/partner.ts';
import { badParameter } from '../roaming-problem.ts';
import { type CdrDoubt, checkCdr, grossOf, tariffIdsOf } from './check-cdr.ts';
import { mustOwn, problemOf } from './ownership.ts';
import { readPublishedTariffs } from './published-tariffs.ts';

export type CdrNeeds = { pool: Pool; ledger: Pick<Ledger, 'commit'>; clock: Clock; us: Party; timeZone: string };

type Given = { partner: Partner; body: Record<string, unknown>; raw: unknown };

/**
 * A record of a partner. The same one a second time is the same one, and what it says then changes nothing: where that differs, a person
 * hears of it. Whatever is doubted is written down together with the record.
 */
export async function takeCdr(needs: CdrNeeds, { partner, body, raw }: Given): Promise<{ id: string; isNew: boolean }> {
  const { pool, clock, ledger } = needs;
  const read = cdr.safeParse(body);
  if (!read.success) throw badParameter(problemOf(read.error.issues));
  const record = read.data;
  const party = { countryCode: record.countryCode, partyId: record.partyId };
  await mustOwn(needs, partner, party);
  const key = { partnerId: partner.id, module: 'cdrs', party, objectId: record.id };
  const at = clock.now();
  const { isNew, doubts } = await transaction(pool, async (client) => {
    // Two records of one session that come at once see each other.
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`cdr ${partner.id}`]);
    const known = await readObject(client, 'theirs', key);
    if (known === undefined)
      await putObject(client, 'theirs', { ...key, body: record, raw, lastUpdated: new Date(record.lastUpdated), at });
    const found =
      known === undefined
        ? checkCdr(record, {
            tolerance: Number(partner.tolerance),
            timeZone: needs.timeZone,
            earlier: await readRelated(client, partner, record),
            published: await readPublishedTariffs(client, {
              partnerId: partner.id,
              party,
              ids: tariffIdsOf(record),
              at: record.startDateTime,
            }),
          })
        : changesOf(known.body, record);
    if (known === undefined && record.credit === true) await settleByCredit(client, partner, record, at);
    const isTold = found.length > 0 && (await dispute(client, { partner, record, doubts: found, at }));
    return { isNew: known === undefined, doubts: isTold ? found : [] };
  });
  const { id: cdrId, currency } = record;
  const told = { partnerId: partner.id, cdrId, total: String(grossOf(record.totalCost)), currency };
  const about = { stationId: null, happenedAt: at };
  // Known by its key: whoever died before it was written has it written by the repetition.
  await ledger.commit({
    events: [{ ...about, kind: 'roaming-cdr-received', key: `roaming-cdr:${partner.id}:${cdrId}`, body: told }],
  });
  if (doubts.length > 0) {
    const reasons = doubts.map(({ code }) => code);
    await ledger.commit({
      events: [{ ...about, kind: 'roaming-cdr-disputed', body: { partnerId: partner.id, cdrId, reasons } }],
    });
  }
  return { id: cdrId, isNew };
}

/** Records of the same session, by its id or by its token and its start, and what a credit refers to. */
async function readRelated(client: ClientBase, { id }: Partner, record: Cdr): Promise<Cdr[]> {
  const { rows } = await client.query<{ body: unknown }>(
    `select body from roaming_object
     where side = 'theirs' and module = 'cdrs' and partner_id = $1 and lower(object_id) <> lower($2)
       and (body ->> 'sessionId' = $3 or body ->> 'startDateTime' = $4
         or (lower(country) = lower($5) and lower(party) = lower($6) and lower(object_id) = lower($7)))`,
    [
      ...[id, record.id, record.sessionId ?? null, record.startDateTime],
      ...[record.countryCode, record.partyId, record.creditReferenceId ?? null],
    ],
  );
  return rows.flatMap(({ body }) => {
    const read = cdr.safeParse(body);
    return read.success ? [read.data] : [];
  });
}

/** A record is never changed: what is written under a known id later is only looked at. */
function changesOf(stored: unknown, now: Cdr): CdrDoubt[] {
  const { data: before } = cdr.safeParse(stored);
  if (before === undefined) return [];
  const [told, ours] = [now, before].map(
    ({ totalCost, currency, totalEnergy }) => `${grossOf(totalCost)} ${currency}, ${totalEnergy} kWh`,
  ) as [string, string];
  return told === ours ? [] : [{ code: 'changed-afterwards', told, ours }];
}

/** A credit that comes after the record which replaces the credited one: that one is no second record any more. */
async function settleByCredit(
  client: ClientBase,
  { id }: Partner,
  { creditReferenceId, sessionId }: Cdr,
  at: Date,
): Promise<void> {
  if (creditReferenceId === undefined || sessionId === undefined) return;
  await client.query(
    `update roaming_dispute set settled_at = $4, settled_by = 'credit'
     where partner_id = $1 and settled_at is null and reasons = '[{"code": "second-record"}]' and lower(cdr_id) <> lower($2)
       and cdr_id in (select object_id from roaming_object where side = 'theirs' and module = 'cdrs' and partner_id = $1
         and body ->> 'sessionId' = $3)`,
    [id, creditReferenceId, sessionId, at],
  );
}

async function dispute(
  client: ClientBase,
  { partner, record, doubts, at }: { partner: Partner; record: Cdr; doubts: readonly CdrDoubt[]; at: Date },
): Promise<boolean> {
  const { rowCount } = await client.query(
    `insert into roaming_dispute (id, partner_id, cdr_id, at, reasons) values ($1, $2, $3, $4, $5) on conflict do nothing`,
    [randomUUID(), partner.id, record.id, at, JSON.stringify(doubts)],
  );
  return rowCount === 1;
}
