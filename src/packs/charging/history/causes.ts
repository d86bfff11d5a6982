import type { LedgerEvent, StoredKind } from '#contract/event.ts';
import type { EventKind } from '#contract/events/events.ts';
import type { Gathered } from './gather-events.ts';

/** `known`: the ledger says so itself. `likely`: it follows from kind, place and time. */
export type Cause = { eventId: string; certainty: 'known' | 'likely' };

const minute = 60_000;

/** What each event goes back to, as far as the ledger knows; events without a known cause are left out. */
export function causesOf({ events, sessions, commands }: Omit<Gathered, 'isCut'>): Map<string, Cause> {
  const askedOf = new Map(
    events.filter(({ kind }) => kind === 'command-asked').map((event) => [commandId(event), event]),
  );
  const causeOf = (event: LedgerEvent): Cause | undefined => {
    switch (event.kind) {
      case 'command-ended':
      case 'command-answered-late':
        return known(askedOf.get(commandId(event)));
      case 'command-asked':
        return proposalBehind(event, events);
      case 'proposal-decided':
      case 'proposal-moved':
        return known(proposalStepBefore(event, events));
      case 'session-event':
        return sessionCause(event);
      case 'station-booted':
      case 'station-went-offline':
      case 'connector-status':
        return commandEffect(event);
      default:
        return undefined;
    }
  };

  function sessionCause(event: LedgerEvent): Cause | undefined {
    const session = sessions.get(String(event.body['ref']));
    if (event.body['type'] === 'started') {
      const asked = askedOf.get(session?.start.command?.id ?? '');
      return asked && { eventId: asked.id, certainty: session?.remoteStartId === null ? 'likely' : 'known' };
    }
    if (event.body['type'] !== 'ended') return undefined;
    const asked = askedOf.get(session?.end?.command?.id ?? '');
    return asked === undefined ? faultBefore(event, events) : { eventId: asked.id, certainty: 'likely' };
  }

  function commandEffect(event: LedgerEvent): Cause | undefined {
    const waitedFor = [...commands.values()].find(({ effect }) => effect?.eventId === event.id);
    if (waitedFor !== undefined) return known(askedOf.get(waitedFor.id));
    const names = likelyCommands.get(event.kind) ?? [];
    const asked = latestBefore(event, events, 5 * minute, (earlier) => {
      const command = commands.get(commandId(earlier));
      const isAccepted = command?.outcome?.status === 'accepted' && names.includes(command.name);
      return earlier.kind === 'command-asked' && isAccepted && isSamePlace(command.input, event);
    });
    if (asked === undefined) return undefined;
    // Of several events after one command, the first is its effect.
    const isFirst = !events.some(
      (between) => between.kind === event.kind && isBetween(between, asked, event) && isSamePlace(between.body, event),
    );
    return isFirst ? { eventId: asked.id, certainty: 'likely' } : undefined;
  }

  return new Map(
    events.flatMap((event) => {
      const cause = causeOf(event);
      return cause === undefined ? [] : [[event.id, cause] as const];
    }),
  );
}

const likelyCommands: ReadonlyMap<StoredKind, readonly string[]> = new Map<EventKind, readonly string[]>([
  ['station-booted', ['reset']],
  ['station-went-offline', ['reset']],
  ['connector-status', ['set-availability', 'unlock', 'reserve', 'cancel-reservation']],
]);

function known(event: LedgerEvent | undefined): Cause | undefined {
  return event && { eventId: event.id, certainty: 'known' };
}

function commandId({ body }: LedgerEvent): string {
  return typeof body['commandId'] === 'string' ? body['commandId'] : '';
}

/** The key that carried a proposal out asked for its commands in the meantime. */
function proposalBehind(asked: LedgerEvent, events: readonly LedgerEvent[]): Cause | undefined {
  const applying = latestBefore(
    asked,
    events,
    15 * minute,
    ({ kind, body, principal }) =>
      kind === 'proposal-moved' && body['state'] === 'applying' && principal === asked.principal,
  );
  if (applying === undefined) return undefined;
  const hasEnded = events.some(
    (event) =>
      proposalId(event) === proposalId(applying) &&
      event !== applying &&
      event.kind === 'proposal-moved' &&
      isBetween(event, applying, asked),
  );
  return hasEnded ? undefined : { eventId: applying.id, certainty: 'likely' };
}

function proposalStepBefore(event: LedgerEvent, events: readonly LedgerEvent[]): LedgerEvent | undefined {
  return events.slice(0, events.indexOf(event)).findLast((earlier) => proposalId(earlier) === proposalId(event));
}

function proposalId({ body }: LedgerEvent): unknown {
  return body['proposalId'] ?? NaN; // which no other one equals
}

function faultBefore(ended: LedgerEvent, events: readonly LedgerEvent[]): Cause | undefined {
  const fault = latestBefore(
    ended,
    events,
    minute,
    ({ kind, body }) => kind === 'connector-status' && body['status'] === 'faulted' && isSamePlace(body, ended),
  );
  return fault && { eventId: fault.id, certainty: 'likely' };
}

function latestBefore(
  event: LedgerEvent,
  events: readonly LedgerEvent[],
  withinMs: number,
  fits: (earlier: LedgerEvent) => boolean,
): LedgerEvent | undefined {
  const at = Date.parse(event.happenedAt);
  return events
    .slice(0, events.indexOf(event))
    .findLast((earlier) => at - Date.parse(earlier.happenedAt) <= withinMs && fits(earlier));
}

function isBetween(event: LedgerEvent, first: LedgerEvent, last: LedgerEvent): boolean {
  return (
    event !== first && event !== last && event.happenedAt >= first.happenedAt && event.happenedAt < last.happenedAt
  );
}

/** Where one of them names no EVSE it is about the whole station. */
function isSamePlace(body: Record<string, unknown>, { body: other }: LedgerEvent): boolean {
  const [one, another] = [body['evseId'], other['evseId']];
  return one === undefined || one === null || one === 0 || another === undefined || another === null || one === another;
}
