import { minorOf, minorText } from '#base/currency.ts';
import type { InvoiceDetails } from '#contract/billing/invoice.ts';
import type { Language } from '#contract/stations/message.ts';
import { type Html, html } from './html.ts';
import { invoiceTexts } from './invoice-texts.ts';
import { numbersOf } from './numbers.ts';

/** An invoice as a page to print or to keep as PDF. */
export function invoicePage(
  invoice: InvoiceDetails,
  language: Language,
): { language: Language; title: string; body: Html } {
  const text = invoiceTexts[language];
  const numbers = numbersOf(language, invoice.timeZone);
  const { currency, total, tax, due, open, lines, payments } = invoice;
  const money = (amount: string) => numbers.money(amount, currency);
  const minus = (one: string, other: string) =>
    minorText((minorOf(one, currency) ?? 0n) - (minorOf(other, currency) ?? 0n), currency);
  const title = `${text.kinds[invoice.kind]} ${invoice.name}`;
  const rows: [string, string | null][] = [
    [text.driver, invoice.driver],
    [text.issuedAt, numbers.time(invoice.issuedAt)],
    [text.dueAt, invoice.kind === 'invoice' ? numbers.time(invoice.dueAt) : null],
    [text.until, `${numbers.time(invoice.until)} (${invoice.timeZone})`],
    [text.fiscalKey, invoice.fiscal.key],
  ];
  const sum = (name: string, amount: string) =>
    html`<tr><th colspan="4" scope="row">${name}</th><td class="number">${money(amount)}</td></tr>\n`;
  const paidBefore = minus(total, due);
  const body = html`<h1>${title}</h1>
<dl>${rows.map(([name, value]) => (value === null ? null : html`<dt>${name}</dt><dd>${value}</dd>\n`))}</dl>
${invoice.corrects === null ? null : html`<p>${text.corrects}</p>`}
<h2>${text.lines}</h2>
<table>
<thead><tr><th scope="col">${text.when}</th><th scope="col">${text.what}</th><th scope="col">${text.station}</th><th scope="col" class="number">${text.energy}</th><th scope="col" class="number">${text.amount}</th></tr></thead>
<tbody>${lines.map(
    ({
      at,
      startedAt,
      kind,
      reason,
      stationId,
      energyKwh,
      amount,
    }) => html`<tr><td>${numbers.time(startedAt ?? at)}</td>
<td>${wordOf(kind, text.entries)}${reason === null ? null : html` <small>${reason}</small>`}</td><td>${stationId}</td>
<td class="number">${energyKwh === null || kind !== 'charge' ? null : numbers.kwh(energyKwh * 1_000)}</td><td class="number">${money(amount)}</td></tr>
`,
  )}</tbody>
<tfoot>${sum(text.net, minus(total, tax))}${sum(text.taxes, tax)}${sum(text.total, total)}${
    Number(paidBefore) === 0 ? null : sum(text.paidBefore, paidBefore)
  }${sum(text.due, due)}</tfoot>
</table>
${payments.length === 0 ? null : paymentTable(invoice, { text, money, time: numbers.time })}
${payments.length === 0 ? null : html`<p><strong>${text.open}: ${money(open)}</strong></p>`}
<p class="quiet">SIGEC-VE · ${invoice.id}</p>`;
  return { language, title, body };
}

type Words = {
  text: (typeof invoiceTexts)[Language];
  money(amount: string): string;
  time(at: string): string;
};

function paymentTable({ payments }: InvoiceDetails, { text, money, time }: Words): Html {
  return html`<h2>${text.payments}</h2>
<table><tbody>${payments.map(
    ({ paidAt, method, reference, amount }) => html`<tr><td>${time(paidAt)}</td><td>${method}</td>
<td>${reference}</td><td class="number">${money(amount)}</td></tr>
`,
  )}</tbody></table>`;
}

function wordOf(name: string, words: Readonly<Record<string, string>>): string {
  return words[name] ?? name;
}
