import { defined } from '#base/present.ts';
import type { Body } from '#contract/api/define-api.ts';
import { ticketApi } from '#contract/api/tickets.ts';
import {
  type Ticket,
  type TicketDetails,
  ticketCause,
  ticketEvidence,
  ticketSeverity,
} from '#contract/tickets/ticket.ts';
import { openApi } from '../api.ts';
import { invalidInput, optionReader, orNull, type ShowOptions, somethingOf, type Texts } from '../read-options.ts';
import { tellDone } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { ticketIdOf, ticketStateOf, wordAmong } from '../ticket-words.ts';

type Evidence = Ticket['evidence'][number];
type EvidenceOptions = { evidence?: string[] };
type OpenOptions = ShowOptions &
  EvidenceOptions &
  Texts<'mrec' | 'severity' | 'connector' | 'assign' | 'note'> & { station: string; title: string };

export async function ticketOpen(terminal: Terminal, options: OpenOptions): Promise<number> {
  const { station: stationId, title, mrec, assign: assignedTo, note } = options;
  const severity = severityOf(terminal, options.severity);
  const place = optionReader(terminal, options).connector('connector');
  const evidence = evidenceOf(terminal, options);
  const ticket = await openApi(terminal, options).call(ticketApi.open, {
    body: { stationId, title, ...place, ...defined({ mrec, severity, assignedTo, evidence, note }) },
  });
  return tellDone(terminal, options, ticket, terminal.text.upkeep.ticketOpen(ticket.number, ticket.id));
}

type OneOptions = ShowOptions & { ticket: string };
type ChangeOptions = OneOptions &
  EvidenceOptions &
  Texts<'state' | 'cause' | 'title' | 'mrec' | 'severity' | 'assign' | 'note'> & { part?: string[] };

/** Parts and evidence come to those that are there; an empty value takes away who looks after it, its code or its cause. */
export async function ticketChange(terminal: Terminal, options: ChangeOptions): Promise<number> {
  const { title, mrec, cause, assign, note } = options;
  const state = ticketStateOf(terminal, options.state);
  const severity = severityOf(terminal, options.severity);
  const found = cause === '' ? null : wordAmong(terminal, { name: '--cause', value: cause }, ticketCause.options);
  const [parts, evidence] = [options.part?.map((name) => ({ name })), evidenceOf(terminal, options)];
  const change = { state, title, severity, mrec: orNull(mrec), cause: found, assignedTo: orNull(assign), note };
  somethingOf(terminal, { ...change, parts, evidence });
  return changed(terminal, options, async (held) => ({
    ...defined(change),
    ...(parts !== undefined && { parts: [...(await held()).parts, ...parts] }),
    ...(evidence !== undefined && { evidence: [...(await held()).evidence, ...evidence] }),
  }));
}

export async function ticketAddNote(terminal: Terminal, options: OneOptions & { text: string }): Promise<number> {
  return changed(terminal, options, () => Promise.resolve({ note: options.text }));
}

type PartOptions = OneOptions & Texts<'number' | 'count'> & { name: string };

export async function ticketPart(terminal: Terminal, options: PartOptions): Promise<number> {
  const { name, number } = options;
  const count = optionReader(terminal, options).number('count', [1, 1000]);
  const part = { name, ...defined({ number, count }) };
  return changed(terminal, options, async (held) => ({ parts: [...(await held()).parts, part] }));
}

export async function ticketClose(terminal: Terminal, options: OneOptions & Texts<'cause' | 'note'>): Promise<number> {
  const { note } = options;
  const cause = wordAmong(terminal, { name: '--cause', value: options.cause }, ticketCause.options);
  return changed(terminal, options, () => Promise.resolve({ state: 'closed', ...defined({ cause, note }) }));
}

type Change = Body<typeof ticketApi.change>;

async function changed(
  terminal: Terminal,
  options: OneOptions,
  changeOf: (held: () => Promise<TicketDetails>) => Promise<Change>,
): Promise<number> {
  const api = openApi(terminal, options);
  const id = await ticketIdOf(terminal, api, options.ticket);
  let read: Promise<TicketDetails> | undefined;
  const held = () => (read ??= api.call(ticketApi.get, { params: { id } }));
  const ticket = await api.call(ticketApi.change, { params: { id }, body: await changeOf(held) });
  return tellDone(terminal, options, ticket, terminal.text.upkeep.ticketIs(ticket.number, ticket.state));
}

function severityOf(terminal: Terminal, value: string | undefined) {
  return wordAmong(terminal, { name: '--severity', value }, ticketSeverity.options);
}

/** "finding:0198…", as a ticket shows it. */
function evidenceOf(terminal: Terminal, { evidence }: EvidenceOptions): Evidence[] | undefined {
  return evidence?.map((value) => {
    const [kind, ...id] = value.split(':');
    const read = ticketEvidence.safeParse({ kind, id: id.join(':') });
    if (read.success) return read.data;
    throw invalidInput(terminal, { name: '--evidence', value, accepts: terminal.text.upkeep.evidenceForm });
  });
}
