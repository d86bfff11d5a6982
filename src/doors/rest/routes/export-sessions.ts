import { z } from 'zod';
import { sessionFilter } from '#contract/sessions/session.ts';
import { defineRoute } from '../route.ts';
import { exportContent, exportFormat, sendExport } from '../send-export.ts';
import { sessionColumns } from '../session-csv.ts';

export const exportSessions = defineRoute({
  method: 'GET',
  path: '/api/sessions/export',
  access: 'read',
  turn: 'long',
  scope: 'sessions:read',
  summary: 'Charging sessions as a file, all that fit, newest first',
  query: sessionFilter.extend({ format: exportFormat }),
  content: exportContent(sessionColumns, z.string().describe('One session per line')),
  async handle({ query: { format, ...filter }, reply }, { charging, principals: { reads }, stopping }) {
    const each = charging.sessions.each(filter)[Symbol.asyncIterator]();
    const first = await each.next(); // a wrong filter is told while there is still a status to tell it with
    const parts = async function* () {
      for (let part = first; !part.done; part = await each.next()) yield part.value;
    };
    return sendExport(reply, { format, name: 'sessions', columns: sessionColumns, parts: parts(), reads, stopping });
  },
});
