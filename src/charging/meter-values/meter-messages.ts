import type { ClientBase } from 'pg';
import { columnText, givenColumns } from '#database/columns.ts';
import type { AfterCommit, Projection } from '#ledger/ledger-types.ts';
import type { Sample } from '../sessions/session-event.ts';
import { keptSamples } from './kept-samples.ts';
import { KnownShapes } from './known-shapes.ts';
import { keepShapes, shapeWords } from './meter-shape.ts';

export type MeterMessage = {
  stationId: string;
  sessionRef: string | null;
  evseId: number | null;
  at: Date;
  receivedAt: Date;
  samples: readonly Sample[];
  /** The same message delivered twice is kept once. */
  key: string;
};

const columns = [
  { name: 'station_id', type: 'text' },
  { name: 'session_ref', type: 'text' },
  { name: 'evse_id', type: 'integer' },
  { name: 'at', type: 'timestamptz' },
  { name: 'received_at', type: 'timestamptz' },
  { name: 'samples', type: 'jsonb' },
  { name: 'shape_id', type: 'bigint' },
];
const names = columns.map(({ name }) => name).join(', ');
const insertText = `
  insert into meter_message (${names}, readings) select ${names}, readings::double precision[]
  from ${givenColumns([...columns, { name: 'readings', type: 'text' }])}`;

/** Meter values as they came, one row per message. The memory of what was written is that of one node. */
export function meterMessages(): Projection<MeterMessage> {
  const known = new KnownShapes();
  return {
    name: 'meter messages',
    order: 62,
    isIndependent: true,
    identity: ({ stationId, key }) => `${stationId}\n${key}`,
    merge: (earlier) => earlier,
    async write(client, rows) {
      const { shapeIds, afterCommit } = await shapeMessages(client, known, rows);
      await client.query(insertText, [
        columnText(rows.map((row) => row.stationId)),
        columnText(rows.map((row) => row.sessionRef)),
        columnText(rows.map((row) => row.evseId)),
        columnText(rows.map((row) => row.at.toISOString())),
        columnText(rows.map((row) => row.receivedAt.toISOString())),
        columnText(rows.map((row, nth) => (shapeIds[nth] === null ? keptSamples(row.samples, row.at) : null))),
        columnText(shapeIds),
        columnText(rows.map((row, nth) => (shapeIds[nth] === null ? null : readings(row)))),
      ]);
      return afterCommit;
    },
  };
}

/** The shape of each message, null for one that is kept whole. Shapes that are not yet known are written. */
async function shapeMessages(
  client: ClientBase,
  known: KnownShapes,
  rows: readonly MeterMessage[],
): Promise<{ shapeIds: (string | null)[]; afterCommit: AfterCommit }> {
  known.use(client);
  const words = rows.map(shapeWords);
  const fresh = newShapes(known, rows, words);
  const kept = fresh.size === 0 ? new Map<string, string>() : await keepShapes(client, [...fresh.keys()]);
  return {
    shapeIds: words.map((each) => (each === undefined ? null : (known.idOf(each) ?? kept.get(each) ?? null))),
    afterCommit() {
      for (const [each, stationId] of fresh) known.add({ words: each, id: kept.get(each), stationId });
    },
  };
}

/** Each with the station that brought it; none beyond what the station may bring. */
function newShapes(
  known: KnownShapes,
  rows: readonly MeterMessage[],
  words: readonly (string | undefined)[],
): Map<string, string> {
  const fresh = new Map<string, string>();
  rows.forEach(({ stationId, receivedAt }, nth) => {
    const each = words[nth];
    if (each === undefined || known.idOf(each) !== undefined || fresh.has(each)) return;
    const brought = [...fresh.values()].filter((station) => station === stationId).length;
    if (brought < known.room(stationId, receivedAt)) fresh.set(each, stationId);
  });
  return fresh;
}

/** As PostgreSQL writes a list. */
function readings({ samples }: MeterMessage): string {
  return `{${samples.map(({ value }) => value).join(',')}}`;
}
