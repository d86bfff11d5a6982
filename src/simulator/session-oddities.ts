import type { OcppVersion } from '#contract/stations/station.ts';
import type { SessionFact, SimulatedSession } from './session-fact.ts';

type Context = {
  version: OcppVersion;
  session: SimulatedSession;
  /** What this oddity keeps back of the session. */
  shelf: SessionFact[];
};
type Oddity = {
  /** One thing that happened is told as several, each an event of its own. */
  split?(fact: SessionFact): SessionFact[];
  reword?(fact: SessionFact, session: SimulatedSession): SessionFact;
  /** What goes out now: nothing, it and others, or it several times. */
  deliver?(fact: SessionFact, context: Context): SessionFact[];
};

/** What real stations do to their sessions, each on request. Nothing of it changes what truly flowed. */
export const oddities = {
  /** Every event again, as a station does that lost the answer; it has been offline meanwhile, so it says so. */
  'repeats-events': { deliver: (fact) => [fact, { ...fact, isOffline: !fact.isOffline }] },
  'repeats-starts': {
    deliver: (fact) => (fact.what === 'start' ? [fact, fact, fact, fact, fact] : [fact]),
  },
  'swaps-events': { deliver: swapped },
  'drops-updates': { deliver: (fact) => (fact.what === 'meter' && fact.seqNo % 2 === 1 ? [] : [fact]) },
  /** The first update comes after the end. */
  'late-updates': {
    deliver(fact, { shelf, session }) {
      if (fact.what === 'stop') return [fact, ...shelf.splice(0)];
      if (fact.what !== 'meter' || session.samples > 1) return [fact];
      shelf.push(fact);
      return [];
    },
  },
  /** 2.0.1 E04.FR.09: one sample in several events of the same time. */
  'splits-samples': {
    split: (fact) =>
      fact.what === 'meter' && fact.readings.length > 0
        ? [
            { ...fact, readings: [] },
            { ...fact, wh: null },
          ]
        : [fact],
  },
  /** At the third sample the register falls to 0, and is told once more. */
  'resets-meter': {},
  /** The samples count from the session's start, its start and stop tell the register of a lifetime. */
  'relative-samples': {
    reword: (fact, { startWh }) =>
      fact.what === 'meter' && fact.wh !== null ? { ...fact, wh: fact.wh - startWh } : fact,
  },
  /** Lawful, and forgotten by many servers. */
  'kwh-unit': { reword: (fact) => ({ ...fact, scale: 'kWh' }) },
  'unit-multiplier': { reword: (fact) => ({ ...fact, scale: 'multiplier' }) },
  /** kWh without a unit, which means Wh. */
  'kwh-without-unit': { reword: (fact) => (fact.what === 'meter' ? { ...fact, scale: 'kWh-untold' } : fact) },
  /** Five hours ahead. */
  'clock-ahead': {},
  /** It begins at 1970 and knows no better. */
  'clock-1970': {},
  /** At the second sample it is set back an hour. */
  'clock-jumps': {},
  /** After a loss of power it goes on with its sessions (2.1 E17), instead of ending them. */
  'resumes-sessions': {},
  /** After a loss of power it knows nothing of them. */
  'forgets-sessions': {},
  /** After a boot it keeps no EVSE for anybody. */
  'forgets-reservations': {},
  /** A start does not say which reservation it is for. */
  'forgets-reservation-ids': {},
  'forgets-starts': { deliver: (fact) => (fact.what === 'start' ? [] : [fact]) },
  'forgets-stops': { deliver: (fact) => (fact.what === 'stop' ? [] : [fact]) },
  /** The second one says something else. */
  'two-stops': {
    deliver: (fact) =>
      fact.what === 'stop'
        ? [fact, { ...fact, seqNo: fact.seqNo + 1, wh: (fact.wh ?? 0) + 1000, at: new Date(fact.at.getTime() + 1000) }]
        : [fact],
  },
  /** Whatever list it takes, it says it holds another version. */
  'lies-about-list': {},
  'refuses-lists': {},
  /** Another try bears the id of the first, which 1.6 and 2.1 leave open. */
  'same-message-id': {},
} as const satisfies Record<string, Oddity>;

export type OddityName = keyof typeof oddities;

export function splitBy(names: readonly OddityName[], fact: SessionFact): SessionFact[] {
  return oddityOf(names).reduce((facts, { split }) => (split ? facts.flatMap(split) : facts), [fact]);
}

/** What is said of an event now, and in which order. `shelves` keep what waits, by oddity. */
export function deliveredBy(
  names: readonly OddityName[],
  fact: SessionFact,
  { version, session, shelves }: Omit<Context, 'shelf'> & { shelves: Map<string, SessionFact[]> },
): SessionFact[] {
  let facts = [fact];
  for (const name of names) {
    const { reword, deliver }: Oddity = oddities[name];
    const shelf = shelves.get(name) ?? [];
    shelves.set(name, shelf);
    if (reword !== undefined) facts = facts.map((one) => reword(one, session));
    if (deliver !== undefined) facts = facts.flatMap((one) => deliver(one, { version, session, shelf }));
  }
  return facts;
}

/** Each event trades places with the next. In 1.6 a start cannot wait: the others need its answer. */
function swapped(fact: SessionFact, { version, shelf }: Context): SessionFact[] {
  const [held] = shelf.splice(0);
  if (held !== undefined) return [fact, held];
  if (fact.what === 'stop' || (version === '1.6' && fact.what === 'start')) return [fact];
  shelf.push(fact);
  return [];
}

function oddityOf(names: readonly OddityName[]): Oddity[] {
  return names.map((name): Oddity => oddities[name]);
}
