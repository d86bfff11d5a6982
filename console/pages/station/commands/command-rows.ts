import type { CommandName } from '#contract/commands/commands.ts';
import { triggeredMessages } from '#contract/word-lists.ts';

/** Where a command is meant for; no EVSE: the station as a whole. */
export type Place = { evseId?: number | undefined; connectorId?: number | undefined };

export type Draft = Readonly<Record<string, string>>;

export type Field =
  /** One of a few words; the first is chosen. */
  | { kind: 'choice'; name: FieldName; options: readonly string[] }
  | { kind: 'number'; name: FieldName; first: string; min: number; max: number; isOptional?: boolean }
  /** EVSEs and connectors of the station, as far as the command reaches. */
  | { kind: 'place'; reach: 'station' | 'evse' | 'connector'; isWholeOffered: boolean }
  /** A driver's card: one of ours, or its number; `known`: the number has to be of one of ours. */
  | { kind: 'card'; isKnown: boolean };

export type FieldName = 'when' | 'service' | 'unit' | 'limit' | 'minutes' | 'message';

export type Filled = {
  draft: Draft;
  place: Place;
  card: { tokenId?: string; token?: string };
  sessionId: string | undefined;
  now: Date;
};

type CommandRow = {
  command: CommandName;
  fields: readonly Field[];
  input(filled: Filled): Record<string, unknown>;
  /** Interrupts somebody, or takes something away. */
  isGrave?: boolean;
};

/** What can be asked of a station in its own dialog: which fields it has, and what they make of the command's input. */
export const commandRows = {
  start: {
    command: 'start-session',
    fields: [
      { kind: 'place', reach: 'connector', isWholeOffered: false },
      { kind: 'card', isKnown: false },
    ],
    input: ({ place, card }) => ({ ...place, ...card }),
  },
  stop: {
    command: 'stop-session',
    fields: [],
    input: ({ sessionId }) => ({ sessionId }),
    isGrave: true,
  },
  reset: {
    command: 'reset',
    fields: [
      { kind: 'choice', name: 'when', options: ['idle', 'now'] },
      { kind: 'place', reach: 'evse', isWholeOffered: true },
    ],
    input: ({ draft, place: { evseId } }) => ({ when: draft['when'], ...(evseId !== undefined && { evseId }) }),
    isGrave: true,
  },
  unlock: {
    command: 'unlock',
    fields: [{ kind: 'place', reach: 'connector', isWholeOffered: false }],
    input: ({ place }) => ({ ...place }),
  },
  availability: {
    command: 'set-availability',
    fields: [
      { kind: 'choice', name: 'service', options: ['out', 'in'] },
      { kind: 'place', reach: 'connector', isWholeOffered: true },
    ],
    input: ({ draft, place }) => ({ isOperative: draft['service'] === 'in', ...place }),
  },
  limit: {
    command: 'set-charging-profile',
    fields: [
      { kind: 'place', reach: 'evse', isWholeOffered: true },
      { kind: 'number', name: 'limit', first: '', min: 0, max: 100_000 },
      { kind: 'choice', name: 'unit', options: ['kW', 'A'] },
      { kind: 'number', name: 'minutes', first: '', min: 1, max: 525_600, isOptional: true },
    ],
    input: limitInput,
  },
  reserve: {
    command: 'reserve',
    fields: [
      { kind: 'place', reach: 'evse', isWholeOffered: false },
      { kind: 'card', isKnown: true },
      { kind: 'number', name: 'minutes', first: '30', min: 1, max: 1440 },
    ],
    input: ({ draft, place: { evseId }, card }) => ({ evseId, ...card, minutes: numberOf(draft['minutes']) }),
  },
  trigger: {
    command: 'trigger',
    fields: [
      { kind: 'choice', name: 'message', options: triggeredMessages.filter((name) => name !== 'custom') },
      { kind: 'place', reach: 'connector', isWholeOffered: true },
    ],
    input: ({ draft, place }) => ({ message: draft['message'], ...place }),
  },
} as const satisfies Record<string, CommandRow>;

export type RowName = keyof typeof commandRows;

/** Decimals in either way of writing them. */
export function numberOf(typed = ''): number {
  return Number(typed.trim().replace(',', '.'));
}

/** A limit of the whole station, or of whatever charges at an EVSE, from now on. */
function limitInput({ draft, place: { evseId }, now }: Filled) {
  const [limit, minutes] = [numberOf(draft['limit']), numberOf(draft['minutes'])];
  const isPower = draft['unit'] === 'kW';
  return {
    evseId: evseId ?? 0,
    purpose: evseId === undefined ? 'charging-station-max-profile' : 'tx-default-profile',
    kind: 'absolute',
    startsAt: now.toISOString(),
    unit: isPower ? 'W' : 'A',
    periods: [{ startSeconds: 0, limit: Math.round(limit * (isPower ? 1000 : 10)) / (isPower ? 1 : 10) }],
    ...(minutes > 0 && { durationSeconds: minutes * 60 }),
  };
}
