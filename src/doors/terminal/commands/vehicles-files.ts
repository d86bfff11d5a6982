import { vehicleApi } from '#contract/api/vehicles.ts';
import { openApi } from '../api.ts';
import { done } from '../exit-code.ts';
import { json } from '../json.ts';
import { readText } from '../read-text.ts';
import type { ServerOptions } from '../server-address.ts';
import type { Terminal } from '../terminal.ts';
import { writeOut } from '../write-out.ts';
import { tellRefusedRows } from './token-import.ts';

type ShowOptions = ServerOptions & { json?: boolean };

/** All rows or none; what is wrong is told row by row. */
export async function vehiclesImport(
  terminal: Terminal,
  options: ShowOptions & { file: string; dryRun?: boolean },
): Promise<number> {
  const csv = await readText(terminal, options.file);
  const isDryRun = options.dryRun === true;
  try {
    const imported = await openApi(terminal, options).call(vehicleApi.import, { body: { csv, isDryRun } });
    const { wouldImport, imported: taken } = terminal.text.vehicle;
    const words = (isDryRun ? wouldImport : taken)(String(imported.added), String(imported.changed));
    terminal.out(options.json ? json({ ...imported, isDryRun }) : terminal.paint('good', words));
    return done;
  } catch (thrown) {
    return tellRefusedRows(terminal, options, thrown);
  }
}

/** The whole stock, as it comes. */
export async function vehiclesExport(terminal: Terminal, options: ShowOptions & { out?: string }): Promise<number> {
  const api = openApi(terminal, options);
  const { chunks } = await api.file(vehicleApi.export);
  await writeOut(terminal, options.out, chunks);
  if (options.out !== undefined) terminal.err(terminal.text.vehicle.exported(options.out));
  return done;
}
