import type { Bill, BillEntry } from '#contract/billing/bill.ts';
import type { Api } from './api.ts';
import { costTable } from './cost-table.ts';
import { moneyText } from './money.ts';
import { tableLines } from './show-list.ts';
import type { Cell, Table } from './table.ts';
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
  const { entryColumns: columns, entries: words } = text.cost;
  return {
    columns: [
      { title: columns.at },
      { title: columns.what },
      { title: columns.amount, isRight: true },
      { title: columns.by, isFlexible: true },
      { title: columns.reason, isFlexible: true },
    ],
    rows: entries.map(({ at, kind, amount, principal, reason }): Cell[] => [
      { text: localTime(at), tone: 'quiet' },
      words[kind],
      moneyText(amount, currency, language),
      principal === null ? '' : names(principal),
      reason ?? '',
    ]),
  };
}
