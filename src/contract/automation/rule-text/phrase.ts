import type { RuleAction, RuleCondition, weekdays } from '../rule.ts';

export type Weekday = (typeof weekdays)[number];

/** What may be so at a station: as something that happens, as a state that lasts, or as both. */
export type Fact = {
  event?: { kind: string; status?: string };
  state?: { is: Extract<RuleCondition, { of: 'station' }>['state']; isNot?: boolean };
  /** The fact that stands where this one is denied. */
  opposite?: FactName;
  /** What ends it is known, so that it can be asked to last. */
  canLast?: boolean;
};

export type FactName =
  | (
      | 'back'
      | 'online'
      | 'offline'
      | 'faulted'
      | 'well'
      | 'available'
      | 'plugged'
      | 'unavailable'
      | 'reserved'
      | 'booted'
    )
  | ('charging' | 'idle' | 'session-started' | 'session-ended' | 'finding' | 'security' | 'card-refused')
  | ('certificate-expiring' | 'firmware-failed');

export const facts: Readonly<Record<FactName, Fact>> = {
  back: { event: { kind: 'station-connected' }, state: { is: 'online' }, opposite: 'offline', canLast: true },
  online: { event: { kind: 'station-connected' }, state: { is: 'online' }, opposite: 'offline', canLast: true },
  offline: { event: { kind: 'station-went-offline' }, state: { is: 'offline' }, opposite: 'online', canLast: true },
  faulted: {
    event: { kind: 'connector-status', status: 'faulted' },
    state: { is: 'faulted' },
    opposite: 'well',
    canLast: true,
  },
  well: { state: { is: 'faulted', isNot: true }, opposite: 'faulted' },
  available: { event: { kind: 'connector-status', status: 'available' }, canLast: true },
  plugged: { event: { kind: 'connector-status', status: 'occupied' }, canLast: true },
  unavailable: { event: { kind: 'connector-status', status: 'unavailable' }, canLast: true },
  reserved: { event: { kind: 'connector-status', status: 'reserved' }, canLast: true },
  booted: { event: { kind: 'station-booted' } },
  charging: { state: { is: 'charging' }, opposite: 'idle' },
  idle: { state: { is: 'idle' }, opposite: 'charging' },
  'session-started': { event: { kind: 'session-event', status: 'started' } },
  'session-ended': { event: { kind: 'session-event', status: 'ended' } },
  finding: { event: { kind: 'finding-opened' } },
  security: { event: { kind: 'security-event' } },
  'card-refused': { event: { kind: 'token-refused' } },
  'certificate-expiring': { event: { kind: 'certificate-expiring' } },
  'firmware-failed': { event: { kind: 'firmware-failed' } },
};

export type Marker = 'when' | 'whenever' | 'if' | 'unless' | 'only' | 'that';
export type DayPart = 'day' | 'morning' | 'afternoon' | 'evening' | 'night';

/** A few words of a sentence that mean one thing. */
export type Meaning =
  | { is: 'marker'; marker: Marker }
  /** `isPast`: it is told of what was, as in "lost contact". */
  | { is: 'fact'; fact: FactName; isPast?: boolean }
  | { is: 'action'; action: RuleAction }
  /** "restarts", "reiniciar": an action, or what happened. */
  | { is: 'restart' }
  | { is: 'lasting' | 'within'; minutes: number }
  /** "twice", "more than three times". */
  | { is: 'times'; count: number }
  | { is: 'per'; minutes: number }
  | { is: 'hours'; from: string; to: string }
  | { is: 'days'; days: readonly Weekday[]; isEvery: boolean }
  | { is: 'daily'; part: DayPart }
  | { is: 'at'; time: string; isExact: boolean }
  | { is: 'station' | 'site'; id: string }
  | { is: 'connector'; evseId: number }
  | { is: 'any-station' }
  | {
      is:
        | 'and'
        | 'or'
        | 'not'
        | 'except'
        | 'comma'
        | 'once'
        | 'most'
        | 'past'
        | 'else'
        | 'all'
        | 'no'
        | 'nothing'
        | 'unknown';
    };

/** Whose station it is about. */
export type Place = Extract<Meaning, { is: 'station' | 'site' | 'any-station' }>;

/** With the words as they were written. */
export type Phrase = Meaning & { text: string };

/** Work for people, at the station that it is about; its title is the sentence. */
export const openTicket: RuleAction = {
  do: 'tool',
  tool: 'open_ticket',
  arguments: { charge_point_id: '{station}' },
};
