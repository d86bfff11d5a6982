import { sessionApi } from '#contract/api/sessions.ts';
import { openApi } from '../api.ts';
import { done } from '../exit-code.ts';
import type { ServerOptions } from '../server-address.ts';
import { readFilter, type SessionFilterOptions } from '../session-filter.ts';
import type { Terminal } from '../terminal.ts';
import { writeOut } from '../write-out.ts';

export type SessionExportOptions = ServerOptions &
  SessionFilterOptions & { format?: 'csv' | 'jsonl'; json?: boolean; out?: string };

/** All that fit, as they come: to a file, or to the output for the next program. */
export async function sessionExport(terminal: Terminal, options: SessionExportOptions): Promise<number> {
  const api = openApi(terminal, options);
  const filter = await readFilter(terminal, api, options);
  const format = options.json ? 'jsonl' : (options.format ?? 'csv');
  const { chunks } = await api.file(sessionApi.export, { query: { ...filter, format } });
  await writeOut(terminal, options.out, chunks);
  if (options.out !== undefined) terminal.err(terminal.text.session.exported(options.out));
  return done;
}
