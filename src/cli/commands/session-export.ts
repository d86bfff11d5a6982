import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { SigecError } from '#errors.ts';
import { openApi } from '../api.ts';
import { done } from '../exit-code.ts';
import type { ServerOptions } from '../server-address.ts';
import { readFilter, type SessionFilterOptions } from '../session-filter.ts';
import type { Terminal } from '../terminal.ts';

export type SessionExportOptions = ServerOptions &
  SessionFilterOptions & { format?: 'csv' | 'jsonl'; json?: boolean; out?: string };

/** All that fit, as they come: to a file, or to the output for the next program. */
export async function sessionExport(terminal: Terminal, options: SessionExportOptions): Promise<number> {
  const api = openApi(terminal, options);
  const filter = await readFilter(terminal, api, options);
  const format = options.json ? 'jsonl' : (options.format ?? 'csv');
  const chunks = api.exportSessions(format, filter);
  if (options.out === undefined) {
    const decoder = new TextDecoder();
    for await (const chunk of chunks) terminal.write(decoder.decode(chunk, { stream: true }));
    return done;
  }
  await writeFile(terminal, options.out, chunks);
  terminal.err(terminal.text.session.exported(options.out));
  return done;
}

async function writeFile({ text }: Terminal, file: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  try {
    await pipeline(Readable.from(chunks), createWriteStream(file, { flags: 'wx' })); // never over a file that is there
  } catch (thrown) {
    const { code, syscall, message } = thrown as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw new SigecError('INVALID_INPUT', text.session.fileExists(file), { cause: thrown });
    if (syscall === undefined) throw thrown; // of the server, not of the file
    throw new SigecError('INVALID_INPUT', text.session.cannotWrite(file, message), { cause: thrown });
  }
}
