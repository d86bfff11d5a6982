import { isTold, type SessionFact } from '#charging/sessions/record/session-fact.ts';
import { EntryRefused } from '#ledger/ledger-types.ts';
import type { PreparedEntry } from '#ledger/prepare-entry.ts';

const maxInteger = 2 ** 31 - 1;
/** 4714-11-24 BC: PostgreSQL counts days from there on. */
const firstDay = Date.UTC(-4713, 10, 24);

/** What PostgreSQL would refuse of an entry by the types and references of its tables. Throws `EntryRefused`. */
export function checkStorable({ rows, writes }: PreparedEntry, stations: ReadonlySet<string>): void {
  for (const { happenedAt } of rows) if (Date.parse(happenedAt) < firstDay) throw refused('a time before the calendar');
  for (const { projection, row } of writes ?? []) {
    if (projection.name !== 'sessions') continue;
    const { stationId, facts } = row as { stationId: string; facts: readonly SessionFact[] };
    if (!stations.has(stationId)) throw refused(`no station ${stationId}`);
    for (const fact of facts.filter(isTold))
      for (const number of [fact.evseId, fact.connectorId])
        if (number !== null && Math.abs(number) > maxInteger) throw refused(`${number} is out of range`);
  }
}

function refused(why: string): EntryRefused {
  return new EntryRefused(new Error(why));
}
