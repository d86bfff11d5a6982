import { asError } from '#base/errors.ts';
import { holdsSeparator } from '#database/given-rows.ts';
import { type BodyShape, shapeBody } from './body-shape.ts';
import { type Entry, EntryRefused } from './ledger-types.ts';

export type EventRow = {
  kind: string;
  stationId: string | null;
  key: string | null;
  happenedAt: string;
  principal: string | null;
  flags: string;
  body: string;
  shape: BodyShape | undefined;
};

/** An entry whose events are written out as the database takes them, so that a bad one is found before it joins a batch. */
export type PreparedEntry = Entry & { rows: readonly EventRow[]; characters: number };

/** Throws `EntryRefused` for what no database could store: a time that is none, a number without JSON, a broken text. */
export function prepareEntry(entry: Entry): PreparedEntry {
  try {
    const rows = (entry.events ?? []).map((event) => {
      const happenedAt = event.happenedAt.toISOString();
      return {
        kind: event.kind,
        stationId: event.stationId,
        key: event.key ?? null,
        happenedAt,
        principal: event.principal ?? null,
        flags: (event.flags ?? []).join(','),
        body: JSON.stringify(event.body),
        shape: shapeBody(event, happenedAt),
      };
    });
    for (const row of rows) checkTexts(row);
    return { ...entry, rows, characters: rows.reduce((sum, { body }) => sum + body.length, 0) };
  } catch (error) {
    throw error instanceof EntryRefused ? error : new EntryRefused(asError(error));
  }
}

function checkTexts({ kind, stationId, key, flags, body }: EventRow): void {
  for (const text of [kind, stationId, key, flags]) {
    if (text === null) continue;
    if (text.includes('\0') || holdsSeparator(text) || !text.isWellFormed()) throw notStorable();
  }
  // Only a body with such letters is looked at closely: they may be an escape, or a text that speaks of one.
  if (/\\u(?:0000|d[89a-f])/.test(body) && holdsBrokenText(body)) throw notStorable();
}

/** JSON writes a NUL and half a surrogate pair as escapes, and PostgreSQL takes neither. */
function holdsBrokenText(json: string): boolean {
  return /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/.test(json);
}

function notStorable(): EntryRefused {
  return new EntryRefused(new Error('a text holds a NUL, a separator of records or half a character'));
}
