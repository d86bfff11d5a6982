import { moneyApi } from '#contract/api/money.ts';
import { openApi } from '../api.ts';
import { optionReader, type ShowOptions, type Texts } from '../read-options.ts';
import { showList, strong, tableOf } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { localTime } from '../times.ts';
import { visible } from '../visible.ts';

type ListOptions = ShowOptions & Texts<'limit'>;

/** Our books and the statements of providers, as they were compared last. */
export async function moneyDays(terminal: Terminal, options: ListOptions): Promise<number> {
  const limit = optionReader(terminal, options).limit(50);
  const list = await openApi(terminal, options).call(moneyApi.reconciliations, { query: { limit } });
  const { payments: words } = terminal.text;
  return showList(terminal, options, {
    value: list,
    none: words.noneCompared,
    table: () =>
      tableOf(list.reconciliations, [
        [words.day, ({ day }) => strong(day)],
        [words.provider, ({ provider }) => visible(provider)],
        [words.ours, ({ ours }) => sums(ours), 'right'],
        [words.theirs, ({ theirs }) => sums(theirs), 'right'],
        [
          words.differences,
          ({ differences }) => ({ text: String(differences), tone: differences === 0 ? 'good' : 'bad' }),
          'right',
        ],
      ]),
  });
}

function sums(byCurrency: Record<string, string>): string {
  return Object.entries(byCurrency)
    .map(([currency, amount]) => `${amount} ${currency}`)
    .join(', ');
}

/** What the accounts of the money ledger come to. */
export async function moneyBalances(
  terminal: Terminal,
  options: ShowOptions & { account?: string; party?: string },
): Promise<number> {
  const { account, party } = options;
  const query = { ...(account !== undefined && { account }), ...(party !== undefined && { party }) };
  const list = await openApi(terminal, options).call(moneyApi.balances, { query });
  const { payments: words, titles } = terminal.text;
  return showList(terminal, options, {
    value: list,
    none: words.noneBooked,
    table: () =>
      tableOf(list.balances, [
        [words.account, (each) => strong(each.account)],
        [words.party, (each) => visible(each.party), 'flexible'],
        [titles.amount, ({ amount, currency }) => `${amount} ${currency}`, 'right'],
      ]),
  });
}

/** Entries, each with its parts, which come to nothing. */
export async function moneyEntries(
  terminal: Terminal,
  options: ListOptions & { party?: string; cites?: string },
): Promise<number> {
  const { party, cites: citesId } = options;
  const limit = optionReader(terminal, options).limit(50);
  const query = { limit, ...(party !== undefined && { party }), ...(citesId !== undefined && { citesId }) };
  const list = await openApi(terminal, options).call(moneyApi.transactions, { query });
  const { payments: words, titles } = terminal.text;
  const rows = list.transactions.flatMap(({ at, kind, cites, currency, postings }) =>
    postings.map((posting, index) => ({ ...posting, currency, head: index === 0 ? { at, kind, cites } : undefined })),
  );
  return showList(terminal, options, {
    value: list,
    none: words.noneBooked,
    table: () =>
      tableOf(rows, [
        [titles.when, ({ head }) => (head === undefined ? '' : localTime(head.at))],
        [titles.about, ({ head }) => head?.kind ?? '', 'optional'],
        [
          words.restsOn,
          ({ head }) => (head === undefined ? '' : visible(`${head.cites.kind} ${head.cites.id}`)),
          'optional',
        ],
        [words.account, ({ account }) => account],
        [words.party, (each) => visible(each.party), 'flexible'],
        [titles.amount, ({ amount, currency }) => `${amount} ${currency}`, 'right'],
      ]),
  });
}
