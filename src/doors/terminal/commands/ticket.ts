import { ticketApi } from '#contract/api/tickets.ts';
import type { Ticket, TicketDetails } from '#contract/tickets/ticket.ts';
import { openApi } from '../api.ts';
import { done } from '../exit-code.ts';
import { writeOut } from '../files.ts';
import { principalNames } from '../find-named.ts';
import { optionReader, type ShowOptions, type Switches, type Texts } from '../read-options.ts';
import { durationWords, placeOf } from '../session-words.ts';
import { fieldLines, show, showList, strong, tableLines, tableOf } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { ticketIdOf, ticketStateOf } from '../ticket-words.ts';
import { localTime } from '../times.ts';
import { visible } from '../visible.ts';

type WhichOptions = Texts<'station' | 'site' | 'state'>;

function which(terminal: Terminal, { station: stationId, site: siteId, state }: WhichOptions) {
  return { stationId, siteId, state: ticketStateOf(terminal, state) };
}

type ListOptions = ShowOptions & WhichOptions & Texts<'limit'> & Switches<'all'>;

export async function ticketList(terminal: Terminal, options: ListOptions): Promise<number> {
  const limit = optionReader(terminal, options).limit(50);
  const isOpen = options.all !== true && options.state === undefined;
  const list = await openApi(terminal, options).call(ticketApi.list, {
    query: { ...which(terminal, options), limit, ...(isOpen && { isOpen }) },
  });
  const { titles, upkeep: words, list: lists } = terminal.text;
  return showList(terminal, options, {
    value: list,
    none: isOpen ? words.noTicket : words.noTicketFits,
    table: () =>
      tableOf(list.tickets, [
        [titles.number, ({ number }) => strong(String(number)), 'right'],
        [titles.station, ({ stationId }) => stationId, 'flexible'],
        [titles.title, ({ title, mrec }) => (mrec === null ? title : `${title} (${mrec})`), 'flexible'],
        [words.titles.severity, ({ severity }) => severity, 'optional'],
        [titles.state, ({ state }) => state],
        [titles.cause, ({ cause }) => cause ?? '', 'optional'],
        [titles.since, ({ openedAt }) => localTime(openedAt), 'optional'],
        [titles.id, ({ id }) => id, 'optional'],
      ]),
    more: list.tickets.length < limit ? undefined : lists.newest(limit),
  });
}

type OneOptions = ShowOptions & { ticket: string };

export async function ticketShow(terminal: Terminal, options: OneOptions): Promise<number> {
  const api = openApi(terminal, options);
  const id = await ticketIdOf(terminal, api, options.ticket);
  const ticket = await api.call(ticketApi.get, { params: { id } });
  return show(terminal, options, ticket, async () => ticketLines(terminal, ticket, await principalNames(api)));
}

function ticketLines(terminal: Terminal, ticket: TicketDetails, nameOf: (id: string) => string): string[] {
  const { titles, upkeep: words } = terminal.text;
  const { number, title, stationId, severity, state, mrec, cause, assignedTo, parts, evidence, notes } = ticket;
  const place = placeOf(ticket);
  return [
    terminal.paint('strong', visible(`${number}  ${title}`)),
    ...fieldLines(terminal, [
      [titles.station, stationId],
      [titles.connector, place === '' ? null : place],
      [titles.state, state],
      [words.titles.severity, severity],
      [words.titles.mrec, mrec],
      [titles.cause, cause],
      [words.titles.assignedTo, assignedTo],
      [words.titles.opened, `${localTime(ticket.openedAt)}, ${nameOf(ticket.openedBy)}`],
      [words.titles.resolved, ticket.resolvedAt && localTime(ticket.resolvedAt)],
      ...parts.map((part): [string, string] => [words.titles.part, partWords(part)]),
      ...evidence.map(({ kind, id }): [string, string] => [words.titles.evidence, `${kind}:${id}`]),
      [titles.id, ticket.id],
    ]),
    ...(notes.length === 0 ? [] : ['']),
    ...notes.map(({ at, writtenBy, text }) => visible(`${localTime(at)}  ${nameOf(writtenBy)}: ${text}`)),
  ];
}

function partWords({ name, number, count }: Ticket['parts'][number]): string {
  return `${count} × ${name}${number === null ? '' : ` (${number})`}`;
}

type ExportOptions = ShowOptions & WhichOptions & Texts<'from' | 'to' | 'out'> & { format?: 'csv' | 'jsonl' };

/** All that fit, as they come: to a file, or to the output for the next program. */
export async function ticketExport(terminal: Terminal, options: ExportOptions): Promise<number> {
  const { json, out } = options;
  const read = optionReader(terminal, options);
  const period = { from: read.time('from'), to: read.time('to') };
  const format = json ? 'jsonl' : (options.format ?? 'csv');
  const query = { ...which(terminal, options), ...period, format };
  const { chunks } = await openApi(terminal, options).file(ticketApi.export, { query });
  await writeOut(terminal, out, chunks);
  if (out !== undefined) terminal.err(terminal.text.session.exported(out));
  return done;
}

const monthMs = 30 * 86_400_000;

/** How long repairs took, by cause, in the last thirty days unless it is said otherwise. */
export async function ticketRepairs(
  terminal: Terminal,
  options: ShowOptions & Texts<'station' | 'site' | 'since'>,
): Promise<number> {
  const to = terminal.clock.now();
  const from = optionReader(terminal, options).since() ?? new Date(to.getTime() - monthMs).toISOString();
  const query = { stationId: options.station, siteId: options.site, from, to: to.toISOString() };
  const report = await openApi(terminal, options).call(ticketApi.repairs, { query });
  const { titles, upkeep: words } = terminal.text;
  const lasted = (seconds: number | null) => (seconds === null ? '–' : durationWords(seconds));
  return show(terminal, options, report, () => [
    words.repairs(report.repairs, lasted(report.meanSecondsToRepair), report.stillOpen),
    ...(report.byCause.length === 0
      ? []
      : tableLines(
          terminal,
          tableOf(report.byCause, [
            [titles.cause, ({ cause }) => strong(cause ?? words.noCause)],
            [words.titles.repairs, ({ repairs }) => repairs, 'right'],
            [words.titles.onAverage, (each) => lasted(each.meanSecondsToRepair), 'right'],
          ]),
        )),
  ]);
}
