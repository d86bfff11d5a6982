import { SigecError } from '#base/errors.ts';
import { ticketApi } from '#contract/api/tickets.ts';
import { type TicketState, ticketState } from '#contract/tickets/ticket.ts';
import type { Api } from './api.ts';
import { invalidInput } from './read-options.ts';
import type { Terminal } from './terminal.ts';

/** A ticket by the number that people call it by, or by its id. */
export async function ticketIdOf({ text }: Terminal, api: Api, given: string): Promise<string> {
  const [, number] = /^#?([1-9]\d{0,9})$/.exec(given) ?? [];
  if (number === undefined) return given; // the server says what is wrong with it
  const { tickets } = await api.call(ticketApi.list, { query: { number: Number(number), limit: 1 } });
  const [found] = tickets;
  if (found === undefined) throw new SigecError('NOT_FOUND', text.upkeep.noSuchTicket(number));
  return found.id;
}

export function ticketStateOf(terminal: Terminal, value: string | undefined): TicketState | undefined {
  return wordAmong(terminal, { name: '--state', value }, ticketState.options);
}

export function wordAmong<Word extends string>(
  terminal: Terminal,
  { name, value }: { name: string; value: string | undefined },
  words: readonly Word[],
): Word | undefined {
  if (value === undefined) return undefined;
  const found = words.find((word) => word === value);
  if (found === undefined) throw invalidInput(terminal, { name, value, accepts: words.join(', ') });
  return found;
}
