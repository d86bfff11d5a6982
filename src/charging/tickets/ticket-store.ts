import type { Pool } from 'pg';
import type { RepairQuery, RepairReport, Ticket, TicketDetails, TicketQuery } from '#contract/tickets/ticket.ts';
import { type AtSites, atSitesSql } from '../at-sites.ts';
import { changeProjection, readRows, tableProjection } from '../rows.ts';

export type TicketRow = Omit<Ticket, 'number' | 'openedAt' | 'resolvedAt' | 'changedAt'> & {
  openedAt: Date;
  changedAt: Date;
};

export const newTickets = tableProjection<TicketRow>({ name: 'tickets', table: 'ticket', key: ['id'] });

export type TicketChange = { id: string; changedAt: Date; resolvedAt?: Date | null } & Partial<
  Pick<Ticket, 'state' | 'title' | 'severity' | 'mrec' | 'cause' | 'assignedTo' | 'evidence' | 'parts'>
>;

export const changedTickets = changeProjection<TicketChange>({
  name: 'changed tickets',
  table: 'ticket',
  key: ['id'],
});

export type NoteRow = { id: string; ticketId: string; at: Date; writtenBy: string; text: string };

export const ticketNotes = tableProjection<NoteRow>({ name: 'ticket notes', table: 'ticket_note', key: ['id'] });

const columns = `id, number::integer, station_id, evse_id, connector_id, title, severity, state, mrec, cause, assigned_to, evidence, parts,
  opened_at, opened_by, resolved_at, changed_at`;

export function readTickets(pool: Pool, query: TicketQuery & AtSites): Promise<Ticket[]> {
  const { stationId, siteId, state, isOpen, number, before, from, to, limit, atSites } = query;
  return readRows(
    pool,
    `select ${columns} from ticket
     where ($1::text is null or station_id = $1)
       and ($2::text is null or station_id in (select station_id from station_place where site_id = $2))
       and ($3::text is null or state = $3) and ($4::boolean is null or (state not in ('resolved', 'closed')) = $4)
       and ($5::timestamptz is null or opened_at >= $5) and ($6::timestamptz is null or opened_at < $6)
       and ($8::text[] is null or ${atSitesSql('station_id', '$8')})
       and ($9::bigint is null or number = $9) and ($10::bigint is null or number < $10)
     order by number desc limit $7`,
    [
      stationId ?? null,
      siteId ?? null,
      state ?? null,
      isOpen ?? null,
      from ?? null,
      to ?? null,
      limit,
      atSites ?? null,
      number ?? null,
      before ?? null,
    ],
  );
}

export async function readTicket(pool: Pool, id: string): Promise<TicketDetails | undefined> {
  const [known] = await readRows<Ticket>(pool, `select ${columns} from ticket where id = $1`, [id]);
  if (known === undefined) return undefined;
  const notes = await readRows<TicketDetails['notes'][number]>(
    pool,
    'select at, written_by, text from ticket_note where ticket_id = $1 order by at limit 1000',
    [id],
  );
  return { ...known, notes };
}

const fits = `($3::text is null or station_id = $3)
  and ($4::text is null or station_id in (select station_id from station_place where site_id = $4))
  and ($5::text[] is null or ${atSitesSql('station_id', '$5')})`;

export async function readRepairs(pool: Pool, query: RepairQuery & AtSites): Promise<RepairReport> {
  const { from, to, stationId, siteId, atSites } = query;
  const values = [from, to, stationId ?? null, siteId ?? null, atSites ?? null];
  const [tickets, byCause, outages] = await Promise.all([
    readRows<{ opened: number; stillOpen: number }>(
      pool,
      `select count(*) filter (where opened_at >= $1)::integer as opened,
         count(*) filter (where resolved_at is null or resolved_at >= $2)::integer as still_open
       from ticket where opened_at < $2 and ${fits}`,
      values,
    ),
    readRows<RepairReport['byCause'][number] & { seconds: number }>(
      pool,
      `select cause, count(*)::integer as repairs, sum(extract(epoch from resolved_at - opened_at))::float8 as seconds,
         avg(extract(epoch from resolved_at - opened_at))::float8 as mean_seconds_to_repair
       from ticket where resolved_at >= $1 and resolved_at < $2 and ${fits} group by cause order by 2 desc, 1`,
      values,
    ),
    readRows<RepairReport['outages']['byCause'][number]>(
      pool,
      `select cause, count(*)::integer as ended, avg(extract(epoch from to_at - from_at))::float8 as mean_seconds,
         sum(extract(epoch from to_at - from_at))::float8 as total_seconds
       from outage where to_at >= $1 and to_at < $2 and exclusion is null and ${fits} group by cause order by 2 desc, 1`,
      values,
    ),
  ]);
  const repairs = sumOf(byCause, ({ repairs: count }) => count);
  const ended = sumOf(outages, (each) => each.ended);
  return {
    opened: tickets[0]?.opened ?? 0,
    stillOpen: tickets[0]?.stillOpen ?? 0,
    repairs,
    meanSecondsToRepair: repairs === 0 ? null : sumOf(byCause, ({ seconds }) => seconds) / repairs,
    byCause: byCause.map(({ seconds: _seconds, ...row }) => row),
    outages: {
      ended,
      meanSeconds: ended === 0 ? null : sumOf(outages, ({ totalSeconds }) => totalSeconds) / ended,
      byCause: outages,
    },
  };
}

function sumOf<Row>(rows: readonly Row[], value: (row: Row) => number): number {
  return rows.reduce((sum, row) => sum + value(row), 0);
}
