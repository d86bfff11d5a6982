import { ticketApi } from '#contract/api/tickets.ts';
import {
  type ChangeTicket,
  type OpenTicket,
  ticketCause,
  ticketSeverity,
  ticketState,
} from '#contract/tickets/ticket.ts';
import { openApi } from '../api.ts';
import { invalidInput, optionReader, type ShowOptions, type Switches, type Texts } from '../read-options.ts';
import { showList, strong, tableOf, tellDone } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { localTime } from '../times.ts';

type ListOptions = ShowOptions & Texts<'station' | 'limit'> & Switches<'all'>;

export async function ticketList(terminal: Terminal, options: ListOptions): Promise<number> {
  const limit = optionReader(terminal, options).limit(50);
  const list = await openApi(terminal, options).call(ticketApi.list, {
    query: { stationId: options.station, limit, ...(options.all !== true && { isOpen: true }) },
  });
  const { titles, upkeep: words } = terminal.text;
  return showList(terminal, options, {
    value: list,
    none: words.noTicket,
    table: () =>
      tableOf(list.tickets, [
        [titles.id, ({ id }) => strong(id)],
        [titles.number, ({ number }) => number, 'right'],
        [titles.station, ({ stationId }) => stationId, 'flexible'],
        [titles.title, ({ title, mrec }) => (mrec === null ? title : `${title} (${mrec})`), 'flexible'],
        [titles.state, ({ state }) => state],
        [titles.cause, ({ cause }) => cause ?? '', 'optional'],
        [titles.since, ({ openedAt }) => localTime(openedAt), 'optional'],
      ]),
  });
}

type OpenOptions = ShowOptions & Texts<'mrec' | 'severity' | 'note'> & { station: string; title: string };

export async function ticketOpen(terminal: Terminal, options: OpenOptions): Promise<number> {
  const { station: stationId, title, mrec, note } = options;
  const severity = oneOf<OpenTicket['severity']>(terminal, '--severity', options.severity, ticketSeverity.options);
  const ticket = await openApi(terminal, options).call(ticketApi.open, {
    body: {
      stationId,
      title,
      ...(mrec !== undefined && { mrec }),
      ...(severity !== undefined && { severity }),
      ...(note !== undefined && { note }),
    },
  });
  return tellDone(terminal, options, ticket, terminal.text.upkeep.ticketOpen(ticket.number, ticket.id));
}

type ChangeOptions = ShowOptions & Texts<'state' | 'cause' | 'assign' | 'note'> & { ticket: string; part?: string[] };

export async function ticketChange(terminal: Terminal, options: ChangeOptions): Promise<number> {
  const { ticket: id, assign, part, note } = options;
  const state = oneOf<NonNullable<ChangeTicket['state']>>(terminal, '--state', options.state, ticketState.options);
  const cause = oneOf<NonNullable<ChangeTicket['cause']>>(terminal, '--cause', options.cause, ticketCause.options);
  const ticket = await openApi(terminal, options).call(ticketApi.change, {
    params: { id },
    body: {
      ...(state !== undefined && { state }),
      ...(cause !== undefined && { cause }),
      ...(assign !== undefined && { assignedTo: assign }),
      ...(part !== undefined && { parts: part.map((name) => ({ name })) }),
      ...(note !== undefined && { note }),
    },
  });
  return tellDone(terminal, options, ticket, terminal.text.upkeep.ticketIs(ticket.number, ticket.state));
}

function oneOf<Word extends string>(
  terminal: Terminal,
  name: string,
  value: string | undefined,
  words: readonly Word[],
): Word | undefined {
  if (value === undefined) return undefined;
  const found = words.find((word) => word === value);
  if (found === undefined) throw invalidInput(terminal, { name, value, accepts: words.join(', ') });
  return found;
}
