import { randomUUID } from 'node:crypto';
import type { SessionFact, SimulatedSession } from './session-fact.ts';
import { deliveredBy, splitBy } from './session-oddities.ts';
import type { SimulatedStation } from './station.ts';
import type { ToldClock } from './told-clock.ts';

type Listener = {
  onAnswer(session: SimulatedSession, answer: object): void;
  /** What is still to be told has changed. */
  onChange(): void;
};

type Untold = { session: SimulatedSession; fact: SessionFact };

/** Puts what happens in sessions on the station's queue, and keeps count of what the server has not heard. */
export class SessionTeller {
  private readonly station: SimulatedStation;
  private readonly clock: ToldClock;
  private readonly listener: Listener;
  private readonly waiting = new Set<Untold>();
  private readonly shelves = new WeakMap<SimulatedSession, Map<string, SessionFact[]>>();

  constructor(station: SimulatedStation, clock: ToldClock, listener: Listener) {
    this.station = station;
    this.clock = clock;
    this.listener = listener;
  }

  get untold(): readonly Untold[] {
    return [...this.waiting];
  }

  hasUntold(session: SimulatedSession): boolean {
    for (const one of this.waiting) if (one.session === session) return true;
    return false;
  }

  /** What happened is fixed now; how it is put into words may depend on an answer that is still to come. */
  tell(
    session: SimulatedSession,
    happened: Pick<SessionFact, 'what' | 'wh'> &
      Partial<Pick<SessionFact, 'reason' | 'trigger' | 'readings' | 'tellsToken'>> & { laterMs?: number },
  ): void {
    const { settings, version, dialect, hasConnection } = this.station;
    const { oddities } = settings;
    const { laterMs = 0, ...told } = happened;
    if (!dialect.sessions.tells(told.what)) return;
    const whole: SessionFact = {
      reason: null,
      trigger: null,
      readings: [],
      tellsToken: false,
      ...told,
      at: new Date(this.clock.now().getTime() + laterMs),
      seqNo: 0,
      chargingState: session.chargingState,
      isOffline: !hasConnection,
      scale: 'Wh',
    };
    for (const part of splitBy(oddities, whole)) {
      const fact = { ...part, seqNo: session.seqNo };
      session.seqNo += 1;
      const shelves = this.shelves.get(session) ?? new Map<string, SessionFact[]>();
      this.shelves.set(session, shelves);
      for (const delivery of deliveredBy(oddities, fact, { version, session, shelves })) this.queue(session, delivery);
    }
    this.listener.onChange();
  }

  /** Also what a station finds in its memory after a loss of power. */
  queue(session: SimulatedSession, fact: SessionFact): void {
    const { outbox, settings } = this.station;
    const { oddities, secondMs } = settings;
    const dialect = this.station.dialect.sessions;
    const untold = { session, fact };
    this.waiting.add(untold);
    outbox.push({
      action: dialect.actionOf(fact.what),
      request: () => dialect.requestOf(session, fact),
      retries: {
        attempts: () => this.number('MessageAttempts', 3),
        // 1.6 TransactionMessageRetryInterval, 2.x E13: the rest grows with every try.
        restMs: (tried) => this.number('MessageAttemptInterval', 10) * tried * secondMs,
      },
      ...(oddities.includes('same-message-id') && { messageId: randomUUID() }),
      settled: (answer) => {
        this.waiting.delete(untold);
        if (answer === undefined) session.discarded += 1;
        else this.listener.onAnswer(session, answer);
        this.listener.onChange();
      },
    });
  }

  private number(variable: string, otherwise: number): number {
    return Number(this.station.setting('OCPPCommCtrlr', variable, 'TransactionEvent') ?? otherwise);
  }
}
