import type { Bill, BillEntry } from '#contract/billing/bill.ts';
import type { Cost, CostLine } from '#contract/billing/cost.ts';
import type { Api } from './api.ts';
import type { Language } from './language.ts';
import { decimalText, moneyText, priceText, rateText } from './money.ts';
import { quiet, strong, type Table, tableLines, tableOf } from './table.ts';
import { tariffWhy } from './tariff-words.ts';
import type { Terminal } from './terminal.ts';
import { localTime } from './times.ts';

type Names = (id: string) => string;

/** What a session costs: under which tariff, step by step, and what was booked. */
export async function billLines(terminal: Terminal, api: Api, given: { bill: Bill; names: Names }): Promise<string[]> {
  const { text, paint } = terminal;
  const { bill, names } = given;
  const { cost, total, currency, tariffId, tariffVersion } = bill;
  const words = text.cost;
  if (bill.state === 'free') return [`${words.heading}: ${words.states.free}`];
  const under =
    tariffId === null || tariffVersion === null
      ? []
      : [`${words.tariff(tariffId, String(tariffVersion))} (${await tariffWhy(terminal, api, bill.why ?? '')})`];
  const pays = total === null || currency === null ? '' : moneyText(total, currency, terminal.language);
  return [
    paint('strong', `${words.heading}: ${[pays, words.states[bill.state]].filter((part) => part !== '').join(', ')}`),
    ...under,
    ...(cost === null ? [] : tableLines(terminal, costTable(terminal, cost))),
    ...bookedLines(terminal, bill, names),
  ];
}

/** A single charge says nothing that the steps do not say. */
function bookedLines(terminal: Terminal, { entries, currency, total }: Bill, names: Names): string[] {
  const { text, paint, language } = terminal;
  const [first, ...others] = entries;
  if (currency === null || first === undefined || (others.length === 0 && first.kind === 'charge')) return [];
  const pays = total === null ? [] : [paint('strong', `${text.cost.pays}: ${moneyText(total, currency, language)}`)];
  const table = entryTable(terminal, entries, { currency, names });
  return ['', text.cost.booked, ...tableLines(terminal, table), ...pays];
}

function entryTable(
  { text, language }: Terminal,
  entries: readonly BillEntry[],
  { currency, names }: { currency: string; names: Names },
): Table {
  const { titles, cost } = text;
  return tableOf(entries, [
    [titles.when, ({ at }) => quiet(localTime(at))],
    [titles.what, ({ kind }) => cost.entries[kind]],
    [titles.amount, ({ amount }) => moneyText(amount, currency, language), 'right'],
    [titles.by, ({ principal }) => principal && names(principal), 'flexible'],
    [titles.why, ({ reason }) => reason, 'flexible'],
  ]);
}

/** The steps of a cost, each of which can be checked, and what they add up to. */
export function costTable({ text, language }: Terminal, { lines, total, currency }: Cost): Table {
  const { titles, cost } = text;
  const money = (amount: string) => moneyText(amount, currency, language);
  const stepOf = (line: CostLine) => [
    line.name === null ? cost.kinds[line.kind] : `${cost.kinds[line.kind]}: ${line.name}`,
    quantityWords(language, line),
    line.price === null || line.unit === '%' ? '' : priceText(line.price, currency, language),
    // Included tax says how much of the lines above is tax, and adds nothing: in brackets.
    line.kind === 'included-tax' ? `(${money(line.amount)})` : money(line.amount),
  ];
  const steps = lines.map((line) => stepOf(line).map((cell) => (line.kind === 'included-tax' ? quiet(cell) : cell)));
  return tableOf(
    [...steps, [strong(cost.total), '', '', strong(money(total))]],
    [
      [titles.what, ([what = '']) => what, 'flexible'],
      [titles.quantity, ([, quantity = '']) => quantity, 'right'],
      [titles.price, ([, , price = '']) => price, 'right'],
      [titles.amount, ([, , , amount = '']) => amount, 'right'],
    ],
  );
}

function quantityWords(language: Language, { quantity, unit }: CostLine): string {
  if (quantity === null) return '';
  if (unit === '%') return rateText(quantity, language);
  return [decimalText(quantity, language), unit ?? ''].join(' ').trim();
}
