import { z } from 'zod';
import { notFoundAs, SigecError } from '#base/errors.ts';
import { untrustedText, untrustedTextIfAny } from '#base/untrusted-text.ts';
import { time } from '#contract/common.ts';
import type { LedgerEvent } from '#contract/event.ts';
import { type EventReader, eventSentence, isWordOfKind } from '#contract/events/event-sentence.ts';
import type { Outage } from '#contract/stations/outage.ts';
import { wrongArgument } from '#tools/invalid-input.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import { chargePointId, knownChargePoint } from '../known-charge-point.ts';
import type { PackNeeds } from '../needs.ts';
import { counted } from '../paging.ts';
import { causesOf } from './causes.ts';
import { type Gathered, gatherEvents, type Window } from './gather-events.ts';
import { agentEvent, eventForAgents, eventId } from './list-events.ts';

/** What an event says, in our own words alone: whatever a station or a person wrote stands in the facts beside it. */
function wordsOf(event: LedgerEvent): string {
  const sentence = eventSentence(event, reader) ?? event.kind.replaceAll('-', ' ');
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}

const reader: EventReader = {
  language: 'en',
  fact(name, value, { kind }) {
    if (name === 'station') return 'the charge point';
    if (name === 'connector') return String(value);
    if (typeof value === 'number') return name === 'register' ? `${value} Wh` : String(value);
    return isWordOfKind(kind, value) ? value.replaceAll('-', ' ') : undefined;
  },
};

const linked = agentEvent.omit({ charge_point_id: true }).extend({
  what: z.string(),
  session_id: z.string().optional(),
  caused_by: z.string().optional().describe('The event_id of what it goes back to'),
  certainty: z
    .enum(['known', 'likely'])
    .optional()
    .describe('known: the ledger says so; likely: by kind, place and time'),
});

const outage = z.object({
  cause: z.string(),
  from: time,
  to: time.optional().describe('Absent: it lasts'),
  evse_id: z.int().optional(),
  reported_code: z.string().optional(),
});

const hour = 3_600_000;
const longestMs = 31 * 24 * hour;

type ToolInput = Partial<Record<'charge_point_id' | 'session_id' | 'event_id' | 'from' | 'to', string | undefined>>;

export function whatHappened({ charging, ledger, clock }: Pick<PackNeeds, 'charging' | 'ledger' | 'clock'>): Tool {
  return defineTool({
    name: 'what_happened',
    title: 'What happened, and why',
    description:
      'Tells what happened at a charge point, in a session or around an event: boots, outages, statuses, sessions, and the commands with who asked and why, each with its event_id and, where it is known, the event that caused it. ' +
      'Use it to answer why something is as it is: why a session ended, why a charge point was offline, who restarted it. Give one of charge_point_id, session_id, event_id. ' +
      'For single facts without their links use list_events; for the messages on the wire get_charge_point_messages.',
    category: 'events',
    level: 'observe',
    tier: 'R0',
    rateLimit: { calls: 60, perSeconds: 60 }, // one answer reads a good part of a station's history
    input: z.object({
      charge_point_id: chargePointId.optional(),
      session_id: z.uuid().optional().describe('From a little before it began until a little after it ended'),
      event_id: eventId.optional().describe('Half an hour before and after this event'),
      from: time.optional().describe('Happened at this time or later; else the last 24 hours'),
      to: time.optional().describe('Happened before this time'),
      limit: z.int().min(1).max(100).default(40).describe('How many events at most; the newest stay'),
    }),
    output: z.object({
      charge_point_id: z.string(),
      from: time,
      to: time,
      chain: z.array(linked).describe('In the order it happened'),
      outages: z.array(outage),
      is_cut: z.boolean().describe('There was more: narrow from and to, or raise limit'),
    }),
    examples: [{ charge_point_id: 'CP-7' }, { session_id: '0198c1de-0000-7000-8000-000000000000' }],
    subject: ({ charge_point_id, session_id, event_id }) => charge_point_id ?? session_id ?? event_id ?? '',
    async run({ limit, ...asked }) {
      const window = await windowOf(asked);
      const [gathered, outages] = await Promise.all([
        gatherEvents({ charging, ledger }, window),
        charging.outages.find({ ...window, limit: 50 }),
      ]);
      const causes = causesOf(gathered);
      const chain = gathered.events.slice(-limit).map((event) => {
        const { charge_point_id: _same, ...facts } = eventForAgents(event);
        const cause = causes.get(event.id);
        return {
          ...facts,
          what: wordsOf(event),
          session_id: gathered.sessions.get(String(event.body['ref']))?.id,
          caused_by: cause?.eventId,
          certainty: cause?.certainty,
        };
      });
      const isCut = gathered.isCut || chain.length < gathered.events.length;
      return {
        text: summary(gathered, { window, outages, causes: causes.size, isCut, now: clock.now() }),
        data: {
          charge_point_id: untrustedText(window.stationId),
          from: window.from,
          to: window.to,
          chain,
          outages: outages.map(outageForAgents),
          is_cut: isCut,
        },
      };
    },
  });

  async function windowOf(asked: ToolInput): Promise<Window> {
    const given = [asked.charge_point_id, asked.session_id, asked.event_id].filter((each) => each !== undefined);
    if (given.length !== 1)
      throw wrongArgument('Give exactly one of charge_point_id, session_id and event_id.', 'charge_point_id');
    const usual = await usualWindow(asked);
    const window = { stationId: usual.stationId, from: asked.from ?? usual.from, to: asked.to ?? usual.to };
    const lengthMs = Date.parse(window.to) - Date.parse(window.from);
    if (lengthMs <= 0) throw wrongArgument('from must be before to.', 'from');
    if (lengthMs > longestMs)
      throw wrongArgument('At most 31 days are told at once: give from and to closer together.', 'from');
    return window;
  }

  async function usualWindow({ charge_point_id, session_id, event_id, to }: ToolInput): Promise<Window> {
    if (session_id !== undefined) return sessionWindow(session_id);
    if (event_id !== undefined) return around(await eventOf(event_id));
    const { id } = await knownChargePoint(charging, charge_point_id ?? '');
    const end = to === undefined ? clock.now().getTime() + 1 : Date.parse(to);
    return { stationId: id, from: iso(end - 24 * hour), to: iso(end) };
  }

  async function sessionWindow(id: string): Promise<Window> {
    const session = await charging.sessions
      .get(id)
      .catch(notFoundAs('No session has this session_id. Call list_sessions to find the right one.'));
    const now = clock.now().getTime();
    const end = session.endedAt === null ? now : Date.parse(session.endedAt);
    const start = session.startedAt === null ? end - hour : Date.parse(session.startedAt);
    return {
      stationId: session.stationId,
      from: iso(Math.min(start, end) - hour / 4),
      to: iso(Math.max(start, end) + hour / 12),
    };
  }

  /** The newest events are shown as soon as they are committed; of older ones the position leads there directly. */
  async function eventOf(id: string): Promise<LedgerEvent> {
    const [xid = '0', row = '0'] = id.split('.');
    const before = `${xid}.${row === '0' ? '0' : String(BigInt(row) - 1n)}`;
    const [found] = await ledger.read({ after: before, limit: 1 });
    const newest = found?.id === id ? [found] : await ledger.read({ after: before, isNewest: true, limit: 1000 });
    const event = newest.find((each) => each.id === id);
    if (event !== undefined) return event;
    throw new SigecError('NOT_FOUND', 'No event has this event_id. Call list_events to see which there are.');
  }

  function around({ stationId, happenedAt }: LedgerEvent): Window {
    if (stationId === null)
      throw wrongArgument('This event belongs to no charge point; list_events tells what it says.', 'event_id');
    const at = Date.parse(happenedAt);
    return { stationId, from: iso(at - hour / 2), to: iso(at + hour / 2) };
  }
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}

function outageForAgents({ cause, from, to, evseId, code }: Outage): z.input<typeof outage> {
  return {
    cause,
    from,
    to: to ?? undefined,
    evse_id: evseId ?? undefined,
    reported_code: untrustedTextIfAny(code),
  };
}

type Counted = { window: Window; outages: readonly Outage[]; causes: number; isCut: boolean; now: Date };

function summary({ events }: Gathered, { window, outages, causes, isCut, now }: Counted): string {
  const count = (fits: (event: LedgerEvent) => boolean) => events.filter(fits).length;
  const began = count(({ kind, body }) => kind === 'session-event' && body['type'] === 'started');
  const ended = count(({ kind, body }) => kind === 'session-event' && body['type'] === 'ended');
  const commands = count(({ kind }) => kind === 'command-asked');
  const losses = count(({ kind }) => kind === 'station-went-offline');
  const boots = count(({ kind }) => kind === 'station-booted');
  const away = outages.filter(({ cause, evseId }) => cause === 'offline' && evseId === null);
  const awayMinutes = Math.round(minutesIn(away, window, now));
  return [
    `${counted(events.length, 'event')} from ${window.from} to ${window.to}.`,
    `${counted(began, 'session')} began, ${ended} ended; ${counted(commands, 'command')} ${commands === 1 ? 'was' : 'were'} asked; ${counted(boots, 'boot')}.`,
    losses === 0 ? 'Its connection was never lost.' : `Its connection was lost ${times(losses)}.`,
    ...(away.length === 0 ? [] : [`It was offline for ${counted(awayMinutes, 'minute')} in all.`]),
    `Of ${counted(causes, 'event')} the cause is told (caused_by); every claim names its event_id.`,
    ...(isCut ? ['There was more than is shown: narrow from and to.'] : []),
  ].join(' ');
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}

function minutesIn(outages: readonly Outage[], { from, to }: Window, now: Date): number {
  return outages.reduce((sum, { from: began, to: ended }) => {
    const start = Math.max(Date.parse(began), Date.parse(from));
    const end = Math.min(ended === null ? now.getTime() : Date.parse(ended), Date.parse(to));
    return sum + Math.max(0, end - start) / 60_000;
  }, 0);
}
