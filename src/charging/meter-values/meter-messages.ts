import { givenRows, rowsText } from '#database/given-rows.ts';
import { type Shaped, Shapes } from '#database/shapes.ts';
import type { Projection } from '#ledger/ledger-types.ts';
import { keptSamples, keptWords } from './kept-samples.ts';
import type { Sample } from './sample.ts';

export type MeterMessage = {
  stationId: string;
  sessionRef: string | null;
  evseId: number | null;
  at: Date;
  receivedAt: Date;
  samples: readonly Sample[];
  /** Readings that came with them beyond what is kept of one message. */
  leftOut?: number;
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
  from ${givenRows([...columns, { name: 'readings', type: 'text' }])}`;

/** Meter values as they came, one row per message. The memory of what was written is that of one node. */
export function meterMessages(): Projection<MeterMessage> {
  const shapes = new Shapes({ table: 'meter_shape', wordsType: 'jsonb' });
  return {
    name: 'meter messages',
    isIndependent: true,
    identity: ({ stationId, key }) => `${stationId}\n${key}`,
    merge: (earlier) => earlier,
    async write(client, rows) {
      shapes.begin(client);
      const shapeIds = await shapes.idsOf(client, rows.map(shapedMessage));
      await client.query(insertText, [rowsText(rows.map((row, nth) => valuesOf(row, shapeIds[nth] ?? null)))]);
      return () => shapes.committed();
    },
  };
}

function shapedMessage(message: MeterMessage): Shaped {
  return { stationId: message.stationId, at: message.receivedAt, words: shapeWords(message) };
}

/** In the order of `columns`, and the readings of a message whose shape is known. */
function valuesOf(message: MeterMessage, shapeId: string | null) {
  const { stationId, sessionRef, evseId, at, receivedAt, samples } = message;
  const [whole, values] = shapeId === null ? [keptSamples(samples, at), null] : [null, readings(message)];
  return [stationId, sessionRef, evseId, at.toISOString(), receivedAt.toISOString(), whole, shapeId, values];
}

function readings({ samples }: MeterMessage): string {
  return `{${samples.map(({ value }) => value).join(',')}}`;
}

/** Some forty samples. All shapes that are in use are held in memory. */
const maxCharacters = 4_000;

/**
 * What a message says besides its numbers, as JSON: its shape. Undefined where words and numbers do not say all of it, as with a
 * signed value or the times that OCPP 1.6 sends together at the end of a session.
 */
export function shapeWords({ at, samples }: { at: Date; samples: readonly Sample[] }): string | undefined {
  const messageAt = at.getTime();
  const isPlain = ({ at: sampleAt, value, signed }: Sample) =>
    sampleAt.getTime() === messageAt && signed === null && Number.isFinite(value);
  if (!samples.every(isPlain)) return undefined;
  const words = JSON.stringify(samples.map(keptWords));
  return words.length <= maxCharacters ? words : undefined;
}
