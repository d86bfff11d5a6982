import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import type { exportFormat } from '#contract/api/common.ts';
import { type Column, csvHeader, csvLine } from '#contract/csv.ts';
import type { FairReads } from '#principals/fair-reads.ts';
import { byTurns } from './take-turn.ts';

const types = { csv: 'text/csv; charset=utf-8', jsonl: 'application/x-ndjson' };

export type Export<Row> = {
  format: z.output<typeof exportFormat>;
  /** Of the file, without its ending. */
  name: string;
  columns: readonly Column<Row>[];
  parts: AsyncIterable<readonly Row[]>;
  reads: FairReads;
  stopping: AbortSignal;
};

/** Rows as a file. They are read only as fast as they are taken: memory holds a part of them at a time. */
export function sendExport<Row>(
  reply: FastifyReply,
  { format, name, columns, parts, reads, stopping }: Export<Row>,
): FastifyReply {
  const lineOf = format === 'csv' ? (row: Row) => csvLine(columns, row) : (row: Row) => `${JSON.stringify(row)}\n`;
  const lines = async function* () {
    if (format === 'csv') yield csvHeader(columns);
    for await (const part of byTurns(parts, reply.request, reads)) {
      stopping.throwIfAborted();
      yield part.map(lineOf).join('');
    }
  };
  reply.type(types[format]);
  reply.header('content-disposition', `attachment; filename="${name}.${format}"`);
  return reply.send(Readable.from(lines(), { objectMode: false }));
}
