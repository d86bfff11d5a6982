import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { isUuid } from '#base/uuid.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import {
  type ChangeTicket,
  mrec,
  type OpenTicket,
  type RepairQuery,
  type RepairReport,
  type Ticket,
  type TicketDetails,
  type TicketQuery,
} from '#contract/tickets/ticket.ts';
import { type DerivedWrite, type Ledger, write } from '#ledger/ledger-types.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import type { AtSites } from '../at-sites.ts';
import { changeEntry } from '../change-entry.ts';
import { readFinding } from '../health/findings/finding-store.ts';
import { problemOf } from '../problem.ts';
import { mustBeKnown } from '../stations/known-station.ts';
import type { StationRegister } from '../stations/station-register.ts';
import { changedTickets, newTickets, readRepairs, readTicket, readTickets, ticketNotes } from './ticket-store.ts';

export type TicketNeeds = { pool: Pool; ledger: Ledger; clock: Clock; register: StationRegister };
export type Tickets = ReturnType<typeof openTickets>;

/** Work that somebody has to do at a station: opened with its evidence, resolved with its cause and the parts that it took. */
export function openTickets(needs: TicketNeeds) {
  const { pool } = needs;
  return {
    find: (query: TicketQuery & AtSites): Promise<Ticket[]> => readTickets(pool, query),
    get: (id: string) => mustRead(pool, id),
    open: (wanted: OpenTicket, actor: Actor) => open(needs, wanted, actor),
    change: (id: string, wanted: ChangeTicket, actor: Actor) => change(needs, { id, wanted, actor }),
    repairs: (query: RepairQuery & AtSites): Promise<RepairReport> => readRepairs(pool, query),
  };
}

async function open(
  { pool, ledger, clock, register }: TicketNeeds,
  wanted: OpenTicket,
  actor: Actor,
): Promise<TicketDetails> {
  const { note, ...given } = wanted;
  await mustBeKnown(register, given.stationId);
  const facts = { ...given, mrec: given.mrec ?? (await mrecOfEvidence(pool, given.evidence)) };
  const { stationId, evseId, connectorId, title, severity, mrec: code } = facts;
  const [id, at] = [randomUUID(), clock.now()];
  await ledger.commit(
    changeEntry({
      kind: 'ticket-opened',
      body: { ticketId: id, evseId, connectorId, title, severity, mrec: code, evidence: facts.evidence },
      subject: id,
      stationId,
      at,
      actor,
      writes: [
        write(newTickets, {
          id,
          ...facts,
          cause: null,
          parts: [],
          state: 'open',
          openedAt: at,
          openedBy: actorName(actor),
          changedAt: at,
        }),
        ...noteOf(id, note, { at, actor }),
      ],
    }),
  );
  return mustRead(pool, id);
}

/** The code that a finding was told with, where nobody says another. */
async function mrecOfEvidence(pool: Pool, evidence: OpenTicket['evidence']): Promise<string | null> {
  for (const { kind, id } of evidence) {
    if (kind !== 'finding' || !isUuid(id)) continue;
    const code = mrec.safeParse((await readFinding(pool, id))?.code?.toUpperCase());
    if (code.success) return code.data;
  }
  return null;
}

async function change(
  { pool, ledger, clock }: TicketNeeds,
  { id, wanted, actor }: { id: string; wanted: ChangeTicket; actor: Actor },
): Promise<TicketDetails> {
  const known = await mustRead(pool, id);
  const at = clock.now();
  const { note, ...given } = wanted;
  const changes = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  await ledger.commit(
    changeEntry({
      kind: 'ticket-changed',
      body: { ticketId: id, state: wanted.state ?? known.state, cause: wanted.cause ?? known.cause, changes },
      subject: id,
      stationId: known.stationId,
      at,
      actor,
      writes: [
        write(changedTickets, { id, ...changes, ...resolution(known, wanted, at), changedAt: at }),
        ...noteOf(id, note, { at, actor }),
      ],
    }),
  );
  return mustRead(pool, id);
}

/** The first time that it is resolved or closed counts; opened again, it is not repaired after all. */
function resolution(known: Ticket, { state }: ChangeTicket, at: Date): { resolvedAt?: Date | null } {
  if (state === undefined) return {};
  const isOver = state === 'resolved' || state === 'closed';
  if (!isOver) return { resolvedAt: null };
  return known.resolvedAt === null ? { resolvedAt: at } : {};
}

function noteOf(ticketId: string, text: string | undefined, { at, actor }: { at: Date; actor: Actor }): DerivedWrite[] {
  if (text === undefined || text === '') return [];
  return [write(ticketNotes, { id: randomUUID(), ticketId, at, writtenBy: actorName(actor), text })];
}

async function mustRead(pool: Pool, id: string): Promise<TicketDetails> {
  const known = await readTicket(pool, id);
  if (known !== undefined) return known;
  throw problemOf('NOT_FOUND', sentenceOf('no-ticket', { id }));
}
