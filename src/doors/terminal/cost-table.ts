import type { Cost, CostLine } from '#contract/billing/cost.ts';
import { decimalText, moneyText, priceText, rateText } from './money.ts';
import type { Cell, Table } from './table.ts';
import type { Terminal } from './terminal.ts';

/** The steps of a cost, each of which can be checked, and what they add up to. */
export function costTable(terminal: Terminal, cost: Cost): Table {
  const { text, language } = terminal;
  const { columns, total } = text.cost;
  const money = (amount: string) => moneyText(amount, cost.currency, language);
  const rows = cost.lines.map((line): Cell[] => {
    const isPart = line.kind === 'included-tax'; // says how much of the lines above is tax, and adds nothing: in brackets
    const tone = 'quiet' as const;
    const cells = [
      whatWords(terminal, line),
      quantityWords(terminal, line),
      priceWords(terminal, line, cost.currency),
      isPart ? `(${money(line.amount)})` : money(line.amount),
    ];
    return isPart ? cells.map((cell) => ({ text: cell, tone })) : cells;
  });
  return {
    columns: [
      { title: columns.what, isFlexible: true },
      { title: columns.quantity, isRight: true },
      { title: columns.price, isRight: true },
      { title: columns.amount, isRight: true },
    ],
    rows: [...rows, [{ text: total, tone: 'strong' }, '', '', { text: money(cost.total), tone: 'strong' }]],
  };
}

function whatWords({ text }: Terminal, { kind, name }: CostLine): string {
  const word = text.cost.kinds[kind];
  return name === null ? word : `${word}: ${name}`;
}

function quantityWords({ language }: Terminal, { quantity, unit }: CostLine): string {
  if (quantity === null) return '';
  if (unit === '%') return rateText(quantity, language);
  return [decimalText(quantity, language), unit ?? ''].join(' ').trim();
}

function priceWords({ language }: Terminal, { price, unit }: CostLine, currency: string): string {
  return price === null || unit === '%' ? '' : priceText(price, currency, language);
}
