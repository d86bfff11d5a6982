import { Readable } from 'node:stream';
import { z } from 'zod';
import { sessionFilter } from '#contract/session.ts';
import { defineRoute } from '../route.ts';
import { csvHeader, csvLine, sessionColumns } from '../session-csv.ts';

const columns = sessionColumns.map(({ name, about }) => (about === '' ? name : `${name} (${about})`)).join(', ');

export const exportSessions = defineRoute({
  method: 'GET',
  path: '/api/sessions/export',
  access: 'read',
  scope: 'sessions:read',
  summary: 'Charging sessions as a file, all that fit, newest first',
  query: sessionFilter.extend({ format: z.enum(['csv', 'jsonl']).default('csv') }),
  content: {
    'text/csv': z.string().describe(`Columns, in this order: ${columns}. A text that begins like a formula gets a '`),
    'application/x-ndjson': z.string().describe('One session per line'),
  },
  async handle({ query: { format, ...filter }, reply }, { charging, stopping }) {
    const { type, head, lineOf } = formats[format];
    const parts = charging.sessions.each(filter)[Symbol.asyncIterator]();
    const first = await parts.next(); // a wrong filter is told while there is still a status to tell it with
    reply.type(type);
    reply.header('content-disposition', `attachment; filename="sessions.${format}"`);
    const lines = async function* () {
      yield head;
      for (let part = first; !part.done; part = await parts.next()) {
        stopping.throwIfAborted();
        yield part.value.map(lineOf).join('');
      }
    };
    // Read only as fast as it is taken: memory holds a part of the sessions at a time.
    return reply.send(Readable.from(lines(), { objectMode: false }));
  },
});

const formats = {
  csv: { type: 'text/csv; charset=utf-8', head: csvHeader, lineOf: csvLine },
  jsonl: {
    type: 'application/x-ndjson',
    head: '',
    lineOf: (session: object) => `${JSON.stringify(session)}\n`,
  },
};
