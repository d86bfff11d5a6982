import { z } from 'zod';
import type { Column } from '../csv.ts';
import { stationId } from '../stations/station.ts';
import { exportFormats } from '../word-lists.ts';

export const ofStation = z.object({ id: stationId });
export const ofUuid = z.object({ id: z.uuid() });
/** The newest of a list, which has no further pages. */
export const newest = z.object({ limit: z.coerce.number().int().min(1).max(1000).default(100) });

export const exportFormat = z.enum(exportFormats).default('csv');

/** What the documents say about an answer that is a file of rows. */
export function exportContent<Row>(columns: readonly Column<Row>[], line: z.ZodType) {
  const named = columns.map(({ name, about }) => (about === '' ? name : `${name} (${about})`)).join(', ');
  return {
    'text/csv': z.string().describe(`Columns, in this order: ${named}. A text that begins like a formula gets a '`),
    'application/x-ndjson': line,
  };
}

/** One command may be several messages, each of which a station has 30 seconds to answer. */
export const stationPatienceSeconds = 150;
