import { billApi } from '#contract/api/bills.ts';
import type { Receipt } from '#contract/billing/receipt.ts';
import { type Api, openApi } from '../api.ts';
import { billLines } from '../bill-lines.ts';
import { done } from '../exit-code.ts';
import { principalNames } from '../find-named.ts';
import { json } from '../json.ts';
import type { ServerOptions } from '../server-address.ts';
import { energyWords, placeOf } from '../session-words.ts';
import { fullTime } from '../shown-time.ts';
import { type Cell, renderFields } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { visible } from '../visible.ts';
import { writeOut } from '../write-out.ts';

export type SessionReceiptOptions = ServerOptions & { id: string; out?: string; json?: boolean };

/** What the driver gets: a page to print into a file, or the same to read here. */
export async function sessionReceipt(terminal: Terminal, options: SessionReceiptOptions): Promise<number> {
  const api = openApi(terminal, options);
  const { id, out } = options;
  if (options.json) {
    terminal.out(json(await api.call(billApi.receipt, { params: { id } })));
    return done;
  }
  if (out !== undefined) {
    const { chunks } = await api.file(billApi.receipt, {
      params: { id },
      query: { format: 'html', language: terminal.language },
    });
    await writeOut(terminal, out, chunks);
    terminal.err(terminal.text.session.exported(out));
    return done;
  }
  terminal.out((await linesOf(terminal, api, await api.call(billApi.receipt, { params: { id } }))).join('\n'));
  terminal.err(terminal.text.receipt.toPrint(`${terminal.command} session receipt ${id} --out receipt.html`));
  return done;
}

async function linesOf(terminal: Terminal, api: Api, receipt: Receipt): Promise<string[]> {
  const { text, paint } = terminal;
  const names = await principalNames(api);
  return [
    paint('strong', visible(text.receipt.title(receipt.number))),
    '',
    ...renderFields(fieldsOf(terminal, receipt), paint),
    '',
    ...(await billLines(terminal, api, { bill: receipt.bill, names })),
    ...(receipt.signedValues.length === 0 ? [] : ['', text.receipt.signed]),
    ...receipt.signedValues.map(({ at, verdict }) => visible(`  ${fullTime(terminal, at)}: ${verdict}`)),
  ];
}

function fieldsOf(terminal: Terminal, receipt: Receipt): [string, Cell][] {
  const { text } = terminal;
  const { fields } = text.receipt;
  const { site, token, driver, startedAt, endedAt, firstRegisterWh, lastRegisterWh } = receipt;
  const place = placeOf({ evseId: receipt.evseId, connectorId: null });
  const rows: [string, Cell | null][] = [
    [fields.issued, fullTime(terminal, receipt.issuedAt)],
    [fields.site, site === null ? null : [site.name, ...site.address].join(', ')],
    [fields.station, [receipt.stationId, place].join(' ').trim()],
    [fields.driver, driver],
    [fields.token, token],
    [fields.began, startedAt === null ? null : fullTime(terminal, startedAt)],
    [fields.ended, endedAt === null ? null : fullTime(terminal, endedAt)],
    [fields.energy, energyWords(text, receipt.energyWh) || null],
    [
      fields.meter,
      firstRegisterWh === null || lastRegisterWh === null
        ? null
        : text.session.fromTo(energyWords(text, firstRegisterWh), energyWords(text, lastRegisterWh)),
    ],
  ];
  return rows.flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
}
