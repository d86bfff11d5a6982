import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { SigecError } from '#base/errors.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import { isSameParty, type Party } from '../model/party.ts';
import { ownersOfObject, readObject } from '../objects/object-store.ts';
import type { Partner } from '../partners/partner.ts';
import { moneyOfRecords } from './money-of-records.ts';

export type RoamingRecord = {
  side: 'ours' | 'theirs';
  id: string;
  body: Record<string, unknown>;
  storedAt: Date;
  sentAt: Date | null;
  proof: string | null;
  failure: string | null;
  attempts: number | null;
  reasons: { code: string; told?: string; ours?: string }[] | null;
  settledAt: Date | null;
};
export type PartnerBalance = {
  currency: string;
  receivable: string;
  payable: string;
  recordsSent: number;
  recordsReceived: number;
};

/** What was charged on both sides, for people: records with what is doubted, and what each side owes the other. */
export function openRecords({ pool, clock }: { pool: Pool; clock: Clock }) {
  return {
    async records(partnerId: string, { limit }: { limit: number }): Promise<RoamingRecord[]> {
      const { rows } = await pool.query<RoamingRecord>(
        `select roaming_object.side as side, roaming_object.object_id as id, roaming_object.body, stored_at as "storedAt", outbox.sent_at as "sentAt",
           outbox.proof, outbox.failure, outbox.attempts, dispute.reasons, dispute.settled_at as "settledAt"
         from roaming_object
         left join roaming_outbox outbox on outbox.partner_id = $1 and outbox.module = 'cdrs' and roaming_object.side = 'ours'
           and outbox.request -> 'body' ->> 'id' = roaming_object.object_id
         left join roaming_dispute dispute on dispute.partner_id = $1 and dispute.cdr_id = roaming_object.object_id and roaming_object.side = 'theirs'
         where roaming_object.partner_id = $1 and roaming_object.module = 'cdrs' order by roaming_object.id desc limit $2`,
        [partnerId, limit],
      );
      return rows;
    },
    /** By the id in the address that we gave for it; behind a hub two parties may have made the same one. */
    async theirRecord({ id: partnerId }: Partner, objectId: string, from?: Party) {
      const owners = await ownersOfObject(pool, { partnerId, module: 'cdrs', objectId });
      const party = owners.find((owner) => from !== undefined && isSameParty(owner, from)) ?? owners[0];
      return party && (await readObject(pool, 'theirs', { partnerId, module: 'cdrs', party, objectId }))?.body;
    },
    async settleDispute(partnerId: string, cdrId: string, actor: Actor): Promise<void> {
      const { rowCount } = await pool.query(
        `update roaming_dispute set settled_at = $3, settled_by = $4 where partner_id = $1 and cdr_id = $2 and settled_at is null`,
        [partnerId, cdrId, clock.now(), actorName(actor)],
      );
      if (rowCount === 0) throw new SigecError('NOT_FOUND', `There is no open dispute about ${cdrId}.`);
    },
    ...moneyOfRecords(pool),
    /** What both sides come to, by currency: what the partner owes us, and what we owe it. */
    async balances(partnerId: string): Promise<PartnerBalance[]> {
      const { rows } = await pool.query<PartnerBalance>(
        `with record as (
           select side, body ->> 'currency' as currency, (body -> 'totalCost' ->> 'beforeTaxes')::numeric
             + coalesce((select sum((tax ->> 'amount')::numeric) from jsonb_array_elements(body -> 'totalCost' -> 'taxes') as tax), 0) as total
           from roaming_object where partner_id = $1 and module = 'cdrs')
         select currency, coalesce(sum(total) filter (where side = 'ours'), 0)::text as receivable,
           coalesce(sum(total) filter (where side = 'theirs'), 0)::text as payable,
           count(*) filter (where side = 'ours')::integer as "recordsSent", count(*) filter (where side = 'theirs')::integer as "recordsReceived"
         from record group by currency order by currency`,
        [partnerId],
      );
      return rows;
    },
  };
}
