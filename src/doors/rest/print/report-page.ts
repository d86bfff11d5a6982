import type { Report, ReportRow } from '#contract/reports/report.ts';
import type { Language } from '#contract/stations/message.ts';
import { type Html, html } from './html.ts';
import { type Numbers, numbersOf } from './numbers.ts';
import { reportTexts } from './report-texts.ts';

/** A report as a table with its total, and what the figures mean below it. */
export function reportPage(report: Report, language: Language): { language: Language; title: string; body: Html } {
  const text = reportTexts[language];
  const numbers = numbersOf(language, report.timeZone);
  const title = `${text.title}: ${text.by[report.by]}`;
  const columns = columnsOf(report, language, numbers);
  const lastMoment = new Date(Date.parse(report.to) - 1).toISOString(); // the end is not part of it
  const body = html`<h1>${title}</h1>
<p class="quiet">${numbers.time(report.from)} – ${numbers.time(lastMoment)} (${report.timeZone})</p>
${report.timeZones.length > 1 ? html`<p class="quiet">${text.severalZones} ${report.timeZones.join(', ')}.</p>` : null}
<div class="wide"><table>
<thead><tr>${columns.map(({ head, isText }) => html`<th scope="col"${classOf(isText)}>${head}</th>`)}</tr></thead>
<tbody>${report.rows.map((row) => html`<tr>${cells(columns, row)}</tr>\n`)}</tbody>
<tfoot><tr>${cells(columns, report.total)}</tr></tfoot>
</table></div>
${report.rows.length === 0 && report.by !== 'total' ? html`<p>${text.nothing}</p>` : null}
<h2>${text.meaning}</h2>
<dl>${text.definitions.map(([name, meaning]) => html`<dt>${name}</dt><dd>${meaning}</dd>`)}</dl>
<p class="quiet">${text.madeAt} ${numbers.time(report.madeAt)} · SIGEC-VE</p>`;
  return { language, title, body };
}

type Column = { head: string; isText?: boolean; read(row: ReportRow): string };

function columnsOf({ by, total }: Report, language: Language, numbers: Numbers): Column[] {
  const text = reportTexts[language];
  return [
    { head: text.by[by], isText: true, read: (row) => (row === total ? text.total : nameOf(row, by, language)) },
    { head: text.sessions, read: ({ sessions }) => numbers.whole(sessions) },
    { head: text.energy, read: ({ energyWh }) => numbers.kwh(energyWh) },
    ...total.revenue.map(({ currency }) => ({
      head: `${text.revenue} ${currency}`,
      read: ({ revenue }: ReportRow) => {
        const found = revenue.find((each) => each.currency === currency);
        return found === undefined ? '' : numbers.money(found.amount, currency);
      },
    })),
    { head: text.utilisation, read: ({ utilisation }) => numbers.percent(utilisation) },
    { head: text.firstTimeSuccess, read: ({ firstTimeSuccess }) => numbers.percent(firstTimeSuccess) },
    { head: text.uptime, read: ({ uptime }) => numbers.percent(uptime === null ? null : uptime / 100) },
    { head: text.outageMinutes, read: ({ outageMinutes }) => numbers.whole(outageMinutes) },
    { head: text.refusals, read: ({ refusals }) => numbers.whole(refusals) },
  ];
}

function nameOf({ key, name }: ReportRow, by: Report['by'], language: Language): string {
  const text = reportTexts[language];
  if (by === 'driver' && name === null) return key === '' ? text.none.driver : `${text.forgotten} (${key.slice(0, 8)})`;
  if (key === '') return by === 'tariff' ? text.none.tariff : text.none.site;
  return name === null ? key : `${name} (${key})`.replace(/ \([\da-f]{8}-[\da-f-]+\)$/, '');
}

function cells(columns: readonly Column[], row: ReportRow): Html[] {
  return columns.map(({ isText, read }) => html`<td${classOf(isText)}>${read(row)}</td>`);
}

function classOf(isText = false): Html {
  return isText ? html`` : html` class="number"`;
}
