import type { Pool } from 'pg';
import type { PartnerRecord, PartnerRecords, RecordKey } from '#charging/roaming-bills/partner-record.ts';
import { type Cdr, cdr } from '../model/shapes.ts';
import { textOf } from '../model/text-of.ts';

type Doubt = { code: string; told?: string; ours?: string };
/** A record by its id, of whichever partner, with what is doubted of it. */
type Explain = (
  recordId: string,
  partnerId: string | undefined,
) => Promise<(PartnerRecord & { doubts: Doubt[] }) | undefined>;

type Stored = { body: unknown; isDisputed: boolean };

/** Records as the money ledger and the bills of drivers see them. */
export function moneyOfRecords(pool: Pool): { moneyOf: PartnerRecords & { explain: Explain } } {
  return {
    moneyOf: {
      async explain(recordId, partnerId) {
        const { rows } = await pool.query<RecordKey & { doubts: Doubt[] | null }>(
          `select roaming_object.partner_id as "partnerId", object_id as id, case side when 'ours' then 'sold' else 'bought' end as side,
             reasons as doubts
           from roaming_object left join roaming_dispute on roaming_dispute.partner_id = roaming_object.partner_id
             and lower(cdr_id) = lower(object_id) and side = 'theirs'
           where module = 'cdrs' and lower(object_id) = lower($1) and ($2::uuid is null or roaming_object.partner_id = $2)
           order by roaming_object.id limit 1`,
          [recordId, partnerId ?? null],
        );
        const [found] = rows;
        const record = found && (await this.find(found));
        return record && { ...record, doubts: found.doubts ?? [] };
      },
      async find(key) {
        const { rows } = await pool.query<Stored>(
          `select body, exists (select from roaming_dispute where roaming_dispute.partner_id = $1 and lower(cdr_id) = lower($2)
             and settled_at is null and side = 'theirs') as "isDisputed"
           from roaming_object where partner_id = $1 and module = 'cdrs' and lower(object_id) = lower($2) and side = $3 order by id limit 1`,
          [key.partnerId, key.id, key.side === 'sold' ? 'ours' : 'theirs'],
        );
        const [stored] = rows;
        const read = cdr.safeParse(stored?.body);
        return stored === undefined || !read.success ? undefined : recordOf(key, read.data, stored.isDisputed);
      },
      async list({ after, limit }) {
        const { rows } = await pool.query<RecordKey & { row: string }>(
          `select id::text as row, partner_id as "partnerId", object_id as id, case side when 'ours' then 'sold' else 'bought' end as side
           from roaming_object where module = 'cdrs' and partner_id is not null and id > $1 order by roaming_object.id limit $2`,
          [after ?? '0', limit],
        );
        const keys = rows.map(({ partnerId, id, side }) => ({ partnerId, id, side }));
        return { keys, next: rows.length < limit ? null : (rows.at(-1)?.row ?? null) };
      },
    },
  };
}

function recordOf({ partnerId, side }: RecordKey, record: Cdr, isDisputed: boolean): PartnerRecord {
  const { beforeTaxes, taxes = [] } = record.totalCost;
  const location = record.cdrLocation;
  const name = textOf(location?.['name']) || textOf(location?.['address']) || textOf(location?.['id']);
  return {
    partnerId,
    id: record.id,
    side,
    isDisputed,
    currency: record.currency,
    sessionId: side === 'sold' ? (record.sessionId ?? null) : null,
    creditOf: record.credit === true ? (record.creditReferenceId ?? null) : null,
    net: beforeTaxes.toFixed(4),
    taxes: taxes.map((tax) => ({ name: textOf(tax['name']).slice(0, 60), amount: tax.amount.toFixed(4) })),
    tokenUid: record.cdrToken.uid,
    startedAt: new Date(record.startDateTime),
    energyWh: record.totalEnergy * 1_000,
    place: [`${record.countryCode}*${record.partyId}`, name.slice(0, 100)].filter((part) => part !== '').join(' '),
  };
}
