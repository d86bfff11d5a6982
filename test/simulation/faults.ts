import type { Random } from './random.ts';

/** What can go wrong, and how often a world lets it, per occasion. Each that happens is counted. */
const rates = {
  'request lost': 0.006,
  'answer lost': 0.02,
  'request never gets through': 0.002,
  'answer never gets through': 0.002,
  'request delayed': 0.02,
  'answer delayed': 0.02,
  'connection closed': 0.012,
  'connection half-open': 0.012,
  'late frames of an old connection': 0.5,
  'station offline': 0.02,
  'delivered twice': 0.03,
  'delivered again much later': 0.02,
  contradiction: 0.004,
  'sent out of order': 0.25,
  'update dropped': 0.06,
  'clock set': 0.02,
  'meter reset': 0.012,
  'every event has the same number': 0.02,
  'numbers begin again': 0.012,
  'end repeats a number': 0.02,
  'poisoned message': 0.02,
  'stop of another station': 0.02,
  'second connection claims the station': 0.01,
  'crash before a commit': 0.004,
  'crash in a commit': 0.004,
  'crash after a commit': 0.006,
  'crash before an answer': 0.004,
  'database away before a commit': 0.004,
  'database away after a commit': 0.004,
  'node stands still': 0.1,
  'no way between nodes': 0.05,
} as const;

/** Counted, but not drawn: they follow from the others. */
export type Consequence =
  | 'message discarded'
  | 'message retried'
  | 'start retried'
  | 'known again'
  | 'shared commit'
  | 'taken over by another node';
export type Fault = keyof typeof rates;
export type Counts = Map<Fault | Consequence, number>;

export class Faults {
  readonly counts: Counts = new Map();
  /** In the end everything works, so that all that is left to tell arrives. */
  areOver = false;
  private readonly random: Random;
  /** Some worlds are calm and some are not. */
  private readonly severity: number;

  constructor(random: Random) {
    this.random = random;
    this.severity = random.pick([0.3, 1, 1, 2, 4]);
  }

  happens(fault: Fault): boolean {
    if (this.areOver || !this.random.chance(Math.min(0.8, rates[fault] * this.severity))) return false;
    this.count(fault);
    return true;
  }

  count(what: Fault | Consequence): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }
}

export const everyFault = Object.keys(rates) as Fault[];
