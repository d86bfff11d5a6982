import type { Bill } from '#contract/billing/bill.ts';
import type { CostLine } from '#contract/billing/cost.ts';
import type { Receipt } from '#contract/billing/receipt.ts';
import type { Language } from '#contract/stations/message.ts';
import { type Html, html } from './html.ts';
import { type Numbers, numbersOf } from './numbers.ts';
import { receiptTexts } from './receipt-texts.ts';

/** How a session was paid for at the station, where it was. Amounts are decimal text. */
type PaidVisit = {
  currency: string;
  paymentReference: string | null;
  payment: { method: string; paid: string; refunded: string; owed: string } | null;
};
type PaidReceipt = { operator?: string | null; visit?: PaidVisit | null };

type PageWords = { text: (typeof receiptTexts)[Language]; numbers: Numbers };

/** A receipt as a page: who, where, how much, the steps of the cost and the proof of the meter. */
export function receiptPage(
  receipt: Receipt,
  language: Language,
  paid: PaidReceipt = {},
): { language: Language; title: string; body: Html } {
  const said = { text: receiptTexts[language], numbers: numbersOf(language, receipt.timeZone) };
  const { text } = said;
  const title = `${text.title} ${receipt.number}`;
  const body = html`<h1>${title}</h1>
${facts(receipt, said, paid)}
<h2>${text.steps}</h2>
${steps(receipt.bill, said)}
${receipt.bill.entries.length > 1 ? bookings(receipt.bill, said) : null}
${receipt.signedValues.length > 0 ? signed(receipt, said) : null}
<p class="quiet">SIGEC-VE · ${text.session} ${receipt.sessionId}</p>`;
  return { language, title, body };
}

function facts(receipt: Receipt, { text, numbers }: PageWords, { operator = null, visit = null }: PaidReceipt): Html {
  const { site, bill, flags, firstRegisterWh: first, lastRegisterWh: last } = receipt;
  const evse = receipt.evseId === null ? '' : ` · EVSE ${receipt.evseId}`;
  const rows: [string, string | null][] = [
    [text.operator, operator],
    [text.issuedAt, numbers.time(receipt.issuedAt)],
    [text.site, site && [site.name, ...site.address].join(', ')],
    [text.station, `${receipt.stationId}${evse}`],
    [text.driver, receipt.driver],
    [text.token, receipt.token],
    [text.startedAt, `${numbers.time(receipt.startedAt)} (${receipt.timeZone})`],
    [text.endedAt, numbers.time(receipt.endedAt)],
    [text.energy, numbers.kwh(receipt.energyWh)],
    [text.meter, first === null || last === null ? null : `${numbers.kwh(first)} → ${numbers.kwh(last)}`],
    [text.remarks, flags.length === 0 ? null : flags.map((flag) => wordFor(flag, text.flags)).join('; ')],
    [text.tariff, bill.tariffId && `${bill.tariffId}, ${text.version} ${bill.tariffVersion ?? '—'}`],
    ...paidRows(visit, { text, numbers }),
  ];
  return html`<dl>${rows.map(([name, value]) => (value === null ? null : html`<dt>${name}</dt><dd>${value}</dd>\n`))}</dl>`;
}

function paidRows(visit: PaidVisit | null, { text, numbers }: PageWords): [string, string | null][] {
  if (!visit?.payment) return [];
  const { currency, paymentReference, payment } = visit;
  const money = (amount: string) => (Number(amount) === 0 ? null : numbers.money(amount, currency));
  return [
    [text.paidBy, wordFor(payment.method, text.methods)],
    [text.reference, paymentReference],
    [text.paid, money(payment.paid)],
    [text.returned, money(payment.refunded)],
    [text.onItsWay, money(payment.owed)],
  ];
}

function wordFor(name: string, words: Readonly<Record<string, string>>): string {
  return words[name] ?? name;
}

function steps({ cost, currency, entries }: Bill, { text, numbers }: PageWords): Html {
  if (cost === null || currency === null) return html`<p>${text.free}</p>`;
  const money = (amount: string) => numbers.money(amount, currency);
  const share = ({ kind, name, quantity, unit, amount }: CostLine) => html`<tr>
<td class="quiet" colspan="5">${text.kinds[kind]}: ${[name, quantity && `${numbers.decimal(quantity)} ${unit ?? ''}`, money(amount)].filter(Boolean).join(' · ')}</td></tr>
`;
  // What says how much of the others is tax adds nothing, so it stands in no column of amounts.
  const row = (line: CostLine) => (line.kind === 'included-tax' ? share(line) : item(line));
  const item = (line: CostLine) => html`<tr>
<td>${text.kinds[line.kind]}${line.name === null ? null : html` <small>${line.name}</small>`}</td>
<td class="quiet">${line.from === null || line.to === null ? null : `${numbers.clock(line.from)} – ${numbers.clock(line.to)}`}</td>
<td class="number">${line.quantity === null ? null : `${numbers.decimal(line.quantity)} ${line.unit ?? ''}`}</td>
<td class="number">${line.price === null ? null : money(line.price)}</td>
<td class="number">${money(line.amount)}</td></tr>
`;
  const sum = (name: string, amount: string) =>
    html`<tr><th colspan="4" scope="row">${name}</th><td class="number">${money(amount)}</td></tr>\n`;
  return html`<table>
<thead><tr><th scope="col">${text.what}</th><th scope="col">${text.when}</th><th scope="col" class="number">${text.quantity}</th><th scope="col" class="number">${text.price}</th><th scope="col" class="number">${text.amount}</th></tr></thead>
<tbody>${cost.lines.map(row)}</tbody>
<tfoot>${sum(text.net, cost.net)}${sum(text.taxes, cost.tax)}${sum(entries.length > 1 ? text.calculated : text.total, cost.total)}</tfoot>
</table>`;
}

/** Where there is more than the charge: what made up for it, and the sum that is paid. */
function bookings({ entries, currency, total }: Bill, { text, numbers }: PageWords): Html | null {
  if (currency === null) return null;
  return html`<h2>${text.bookings}</h2>
<table><tbody>${entries.map(
    ({ kind, at, amount, reason }) => html`<tr><td>${text.entries[kind]}</td><td class="quiet">${numbers.time(at)}</td>
<td>${reason}</td><td class="number">${numbers.money(amount, currency)}</td></tr>
`,
  )}</tbody>
<tfoot><tr><th colspan="3" scope="row">${text.total}</th><td class="number">${numbers.money(total ?? '0', currency)}</td></tr></tfoot></table>`;
}

function signed({ signedValues }: Receipt, { text, numbers }: PageWords): Html {
  return html`<h2>${text.signed}</h2><p class="quiet">${text.signedAbout}</p>
${signedValues.map(
  ({
    at,
    data,
    encoding,
    publicKey,
    verdict,
  }) => html`<p>${numbers.time(at)} · ${encoding ?? '—'} · ${wordFor(verdict, text.verdicts)}<br>
<code>${data}</code>${publicKey === null ? null : html`<br><small>${publicKey}</small>`}</p>
`,
)}`;
}
