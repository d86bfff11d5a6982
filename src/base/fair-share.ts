/**
 * Lets the requests of a door begin one in each turn of the event loop. Node takes all that have arrived in one go: a thousand at once
 * would keep everybody else waiting until the last of them was answered.
 */
export class RequestTurns {
  private readonly known: (() => void)[] = [];
  private readonly others: (() => void)[] = [];
  private isTaken = false;

  /** Undefined: it may begin at once. Whoever says who it is comes before those who do not. */
  enter({ isKnown }: { isKnown: boolean }): Promise<void> | undefined {
    if (!this.isTaken) {
      this.isTaken = true;
      setImmediate(() => this.next());
      return undefined;
    }
    return new Promise((resolve) => (isKnown ? this.known : this.others).push(resolve));
  }

  private next(): void {
    const begin = this.known.shift() ?? this.others.shift();
    this.isTaken = begin !== undefined;
    if (begin === undefined) return;
    setImmediate(() => this.next());
    begin();
  }
}

/** Who waits: whoever is known goes first, what takes long has few places, and strangers come last. */
export type Lane = 'known' | 'long' | 'stranger';

export type FairShareLimits = {
  places: number;
  lanes: Readonly<Record<Lane, number>>;
  placesPerCaller: number;
  waitingPerCaller: number;
  waiting: number;
  patienceMs: number;
  /** The place of a stranger, or of whoever sent more than is served at once, rests for as long as the work took, and no longer than this. */
  maxRestMs: number;
};

type Leave = () => void;
type Waiting = { begin(leave: Leave): void; timer: NodeJS.Timeout };
type Caller = { working: number; waiting: Waiting[] };

const order: readonly Lane[] = ['known', 'long', 'stranger'];

/** Shares places at work among callers: one after the other, whoever sends more only waits longer. */
export class FairShare {
  private readonly limits: FairShareLimits;
  private readonly callers: Record<Lane, Map<string, Caller>> = {
    known: new Map(),
    long: new Map(),
    stranger: new Map(),
  };
  private readonly working: Record<Lane, number> = { known: 0, long: 0, stranger: 0 };
  private waitingCount = 0;

  constructor(limits: FairShareLimits) {
    this.limits = limits;
  }

  /** Resolves with what gives the place back; with undefined where too many wait already, or the wait was too long. */
  enter(name: string, lane: Lane): Promise<Leave | undefined> {
    const caller = this.callers[lane].get(name) ?? { working: 0, waiting: [] };
    this.callers[lane].set(name, caller);
    const isFull = this.waitingCount >= this.limits.waiting || caller.waiting.length >= this.limits.waitingPerCaller;
    if (isFull && !this.hasPlace(caller, lane)) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const waiting: Waiting = {
        begin: resolve,
        timer: setTimeout(() => {
          caller.waiting.splice(caller.waiting.indexOf(waiting), 1);
          this.waitingCount -= 1;
          this.forgetIdle(name, lane);
          resolve(undefined);
        }, this.limits.patienceMs),
      };
      caller.waiting.push(waiting);
      this.waitingCount += 1;
      this.fillPlaces();
    });
  }

  private fillPlaces(): void {
    for (;;) {
      const next = this.next();
      if (next === undefined) return;
      this.begin(next.name, next.lane, next.caller);
    }
  }

  private next(): { name: string; lane: Lane; caller: Caller } | undefined {
    for (const lane of order)
      for (const [name, caller] of this.callers[lane])
        if (caller.waiting.length > 0 && this.hasPlace(caller, lane)) return { name, lane, caller };
    return undefined;
  }

  private hasPlace(caller: Caller, lane: Lane): boolean {
    const { places, lanes, placesPerCaller } = this.limits;
    const all = this.working.known + this.working.long + this.working.stranger;
    return all < places && this.working[lane] < lanes[lane] && caller.working < placesPerCaller;
  }

  private begin(name: string, lane: Lane, caller: Caller): void {
    const waiting = caller.waiting.shift();
    if (waiting === undefined) return;
    clearTimeout(waiting.timer);
    this.waitingCount -= 1;
    caller.working += 1;
    this.working[lane] += 1;
    this.callers[lane].delete(name); // set again at the end: the others come first now
    this.callers[lane].set(name, caller);
    let hasLeft = false;
    const begunAt = performance.now();
    const leave = () => {
      caller.working -= 1;
      this.working[lane] -= 1;
      this.forgetIdle(name, lane);
      this.fillPlaces();
    };
    waiting.begin(() => {
      if (hasLeft) return;
      hasLeft = true;
      const isResting = lane === 'stranger' || caller.waiting.length > 0;
      const restMs = isResting ? Math.min(performance.now() - begunAt, this.limits.maxRestMs) : 0;
      if (restMs < 1) leave();
      else setTimeout(leave, restMs).unref();
    });
  }

  private forgetIdle(name: string, lane: Lane): void {
    const caller = this.callers[lane].get(name);
    if (caller?.working === 0 && caller.waiting.length === 0) this.callers[lane].delete(name);
  }
}
